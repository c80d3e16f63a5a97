// How a game ended, in a few words.

import { language, names, say } from "./words.js";

/** Who won, in a line. */
export function whoWon({ outcome, ...record }) {
  const { winners } = outcome;
  if (winners.length === 0) return say("won_by_nobody");
  if (winners.length === record.names.length) return say("won_by_all");
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return say("won_by", { names: list.format(winners.map((seat) => names(record)[seat])) });
}
