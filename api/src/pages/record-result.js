// How a game ended, in the same terms for every game.

import { fill, make } from "./lib/dom.js";
import { whoWon } from "./lib/outcome.js";
import { names, number, say, told } from "./lib/words.js";

/** Shows the result, where it is due. */
export function showResult(place, { record }, due) {
  const { outcome } = record;
  place.hidden = !outcome || !due;
  if (place.hidden) return;
  fill(place, make("p", { class: "won" }, whoWon(record)),
    outcome.title && make("p", { class: "title" }, told(outcome.title)),
    Number.isInteger(outcome.score) && make("p", {}, say("score", { score: number(outcome.score) })),
    (outcome.points ?? outcome.places) && make("div", { class: "scrolls" }, table(record)));
}

function table({ outcome, ...record }) {
  const { points, places } = outcome;
  const rows = names(record).map((name, seat) => ({ name, points: points?.[seat], place: places?.[seat] }));
  rows.sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || (b.points ?? 0) - (a.points ?? 0));
  const head = [places && say("place"), say("who"), points && say("points")].filter(Boolean);
  return make("table", {},
    make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, rows.map((row) => make("tr", {},
      places && make("td", {}, number(row.place)), make("th", { scope: "row" }, row.name),
      points && make("td", {}, number(row.points))))));
}
