// How a game ended, in a few words.

import { language, nameOf, say } from "./words.js";

/** @import { Outcome, Table } from "../types/records" */

/**
 * Who won, in a line.
 * @param {Table} record
 * @param {Outcome} outcome
 */
export function whoWon(record, { winners }) {
  if (winners.length === 0) return say("won-by-nobody");
  if (winners.length === record.names.length) return say("won-by-all");
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return say("won-by", { names: list.format(winners.map((seat) => nameOf(record, seat))) });
}
