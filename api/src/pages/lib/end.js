// What people want when a game is over: to see it again, to play again, to show it to others.

import { at } from "./api.js";
import { make } from "./dom.js";
import { linkField } from "./link.js";
import { say } from "./words.js";

/** @import { Summary } from "../types/records" */

/**
 * The ways on from the end of a record; `replay` leads to it where that is another page.
 * @param {Summary} record
 * @param {URL | string | null} replay
 */
export function endActions(record, replay) {
  const watch = at(`games/${record.id}`).href;
  return make(
    "div",
    { class: "stack tight end-actions" },
    make(
      "div",
      { class: "row" },
      replay && make("a", { class: "button first", href: replay }, say("end-replay")),
      make("a", { class: "button", href: again(record) }, say("end-again")),
    ),
    record.visibility !== "private" && linkField(watch, say("watch-link")),
  );
}

/**
 * Where the same people open a record of the same game.
 * @param {Summary} record
 */
function again({ game, names }) {
  const opening = at(`open/${game}`);
  for (const name of names) opening.searchParams.append("seat", name ?? "");
  return opening;
}
