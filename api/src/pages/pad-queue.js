// What waits for the network, and what the service refused: somebody decides what becomes of it.

import { fill, find, make } from "./lib/dom.js";
import { labelled, say, localize } from "./lib/words.js";

/** @import { Outbox } from "./lib/outbox.js" */
/** @import { Decision } from "./types/outbox" */
/** @typedef {NonNullable<Outbox["rejection"]>} Refused */

/**
 * Shows what waits, if there is something to be said about it; `decided` is called after a decision.
 * @param {string} game
 * @param {Outbox} outbox
 * @param {boolean} guessing
 * @param {() => Promise<void>} decided
 */
export function showQueue(game, outbox, guessing, decided) {
  const { items, rejection } = outbox;
  const visible = items.length > 0 && (guessing || rejection !== null);
  find("queue").hidden = !visible;
  document.documentElement.dataset.waiting = String(items.length);
  if (!visible) return void fill(find("queue"));
  /** @param {Decision} decision */
  const decide = (decision) => outbox.decide(decision).then(decided);
  return void fill(find("queue"),
    rejection ? showRejection(game, rejection, items.length, decide) : make("p", { class: "small" }, say("pad_waiting", { count: items.length })),
    make("ol", { class: "queue" }, items.map((item) => make("li", { "data-rejected": Boolean(item.rejection) }, item.label))));
}

/**
 * @param {string} game
 * @param {Refused} item
 * @param {number} count
 * @param {(decision: Decision) => Promise<void>} decide
 */
function showRejection(game, item, count, decide) {
  const { violation, status, text, message, steps } = item.rejection;
  const why = localize(violation?.message) || localize(text) || message;
  const stale = status === 412;
  const irregular = violation?.can_record_anyway === true;
  /** @type {(decision: Decision, label: string, first?: boolean) => HTMLElement} */
  const key = (decision, label, first = false) => make("button", { type: "button", class: first ? "first" : null, "data-decide": decision, onclick: () => decide(decision) }, label);
  return make("div", { class: "trouble stack tight", role: "alert" },
    make("p", { class: "why" }, make("strong", {}, labelled(item.label, "")), stale ? say("pad_meanwhile") : why, " ",
      violation ? make("a", { href: `../../rules/${game}#${violation.rule}`, target: "_blank" }, say("rule", { rule: violation.rule })) : null),
    stale ? make("ul", {}, steps.flatMap((step) => step.narration.slice(0, 1)).map((line) => make("li", {}, localize(line)))) : null,
    make("div", { class: "row" },
      key("drop", count > 1 || stale ? say("pad_drop") : say("pad_mistap"), !irregular && !stale),
      irregular ? key("irregular", say("pad_really_happened")) : null,
      stale ? key("all the same", say("pad_all_the_same")) : null,
      count > 1 ? key("drop all", say("pad_drop_all", { count })) : null));
}
