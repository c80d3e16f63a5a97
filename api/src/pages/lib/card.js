// A record in a list.

import { at } from "./api.js";
import { make } from "./dom.js";
import { people } from "./people.js";
import { labelled, named, number, say, localize, when } from "./words.js";
import { whoWon } from "./outcome.js";

/** @import { Kind, Listed } from "../types/records" */

/**
 * A line of a list that leads to a record; `why` it is there, where that is worth saying.
 * @param {Listed} record
 * @param {Map<string, Kind>} kinds
 * @param {string | null} [why]
 */
export function card(record, kinds, why) {
  const outcome = record.ended?.outcome;
  const game = localize(kinds.get(record.game)?.name) || record.game;
  const time = record.played_at ?? record.opened_at;
  return make(
    "li",
    {},
    make(
      "div",
      { class: "card" },
      make(
        "span",
        { class: "row apart" },
        make("a", { class: "card-game", href: at(`games/${record.id}`), "aria-label": labelled(game, named(record)) }, game),
        record.status === "over" ? null : make("span", { class: `tag ${record.status}` }, say(`status-${record.status}`)),
        why && make("span", { class: "tag" }, why),
      ),
      make("span", { class: "card-names" }, ...people(record)),
      make(
        "span",
        { class: "row small quiet number" },
        outcome && make("span", {}, whoWon(record, outcome)),
        typeof outcome?.score === "number" && make("span", {}, say("score", { score: number(outcome.score) })),
        record.ended && make("span", {}, say("moves", { count: record.ended.moves })),
        record.place && make("span", {}, record.place),
        make("time", { datetime: time }, when(time, { clock: record.status === "live" })),
      ),
    ),
  );
}
