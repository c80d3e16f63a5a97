// A record in a list.

import { at } from "./api.js";
import { make } from "./dom.js";
import { people } from "./people.js";
import { named, number, say, told, when } from "./words.js";
import { whoWon } from "./outcome.js";

/** A line of a list that leads to a record; `why` it is there, where that is worth saying. */
export function card(record, kinds, why) {
  const outcome = record.ended?.outcome;
  const game = told(kinds.get(record.game)?.name) || record.game;
  return make("li", {}, make("div", { class: "card" },
    make("span", { class: "row apart" },
      make("a", { class: "card-game", href: at(`games/${record.id}`), "aria-label": `${game}: ${named(record)}` }, game),
      record.status === "over" ? null : make("span", { class: `tag ${record.status}` }, say(`status_${record.status}`)),
      why && make("span", { class: "tag" }, why)),
    make("span", { class: "card-names" }, people(record)),
    make("span", { class: "row small quiet number" },
      outcome && make("span", {}, whoWon({ ...record, outcome })),
      outcome && Number.isInteger(outcome.score) && make("span", {}, say("score", { score: number(outcome.score) })),
      record.ended && make("span", {}, say("moves", { count: record.ended.moves })),
      record.place && make("span", {}, record.place),
      make("time", { datetime: record.played_at ?? record.opened_at }, when(record.played_at ?? record.opened_at, { clock: record.status === "live" })))));
}
