// How a game ended, in the same terms for every game.

import { fill, make } from "./lib/dom.js";
import { endActions } from "./lib/end.js";
import { whoWon } from "./lib/outcome.js";
import { names, number, say, localize } from "./lib/words.js";

/** @import { Outcome, Summary } from "./types/records" */

/**
 * Shows the result with its reason, where it is due, and what people may want then; `replay` leads to the replay where
 * that is another page. `awards` say what stood out.
 * @param {HTMLElement} place
 * @param {Summary} record
 * @param {{ due: boolean, reason: string, replay?: URL | string | null, awards?: HTMLElement[] }} end
 */
export function showResult(place, record, { due, reason, replay = null, awards = [] }) {
  const { outcome } = record;
  place.hidden = !due || record.status === "live";
  if (place.hidden) return;
  fill(
    place,
    make(
      "div",
      { class: "end" },
      outcome && result(record, outcome, reason),
      !outcome && make("p", { class: "won" }, reason || say("status-abandoned")),
      awards.length > 0 && make("div", { class: "stack tight awards" }, awards),
      endActions(record, replay),
    ),
  );
}

/**
 * @param {Summary} record
 * @param {Outcome} outcome
 * @param {string} reason
 */
function result(record, outcome, reason) {
  const won = whoWon(record, outcome);
  return make(
    "div",
    {},
    make("p", { class: "won" }, won),
    reason && reason !== won && make("p", { class: "why" }, reason),
    outcome.title && make("p", { class: "title" }, localize(outcome.title)),
    typeof outcome.score === "number" && make("p", {}, say("score", { score: number(outcome.score) })),
    (outcome.points ?? outcome.places) && make("div", { class: "scrolls" }, table(record, outcome)),
  );
}

/**
 * @param {Summary} record
 * @param {Outcome} outcome
 */
function table(record, { points, places }) {
  const rows = names(record).map((name, seat) => ({ name, points: points?.[seat] ?? 0, place: places?.[seat] ?? 0 }));
  rows.sort((a, b) => a.place - b.place || b.points - a.points);
  const head = [places && say("place"), say("who"), points && say("points")].filter(Boolean);
  return make(
    "table",
    {},
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        head.map((text) => make("th", { scope: "col" }, text)),
      ),
    ),
    make(
      "tbody",
      {},
      rows.map((row) =>
        make(
          "tr",
          {},
          places && make("td", {}, number(row.place)),
          make("th", { scope: "row" }, row.name),
          points && make("td", {}, number(row.points)),
        ),
      ),
    ),
  );
}
