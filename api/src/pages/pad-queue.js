// What waits for the network, and what the service refused: somebody decides what becomes of it.

import { rulesOf } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { labelled, number, say, localize } from "./lib/words.js";

/** @import { Outbox } from "./lib/outbox.js" */
/** @import { Decision } from "./types/outbox" */
/** @import { CachedRecord, Line } from "./types/pad" */
/** @typedef {NonNullable<Outbox["rejection"]>} Refused */

/**
 * Shows what waits for the network.
 * @param {Outbox} outbox
 */
export function showQueue({ items, rejection, reachable, isLasting }) {
  const visible = items.length > 0 && !reachable && rejection === null;
  find("queue").hidden = !visible;
  document.documentElement.dataset.waiting = String(items.length);
  fill(
    find("queue"),
    visible && make("p", { class: "small" }, say(isLasting ? "pad-waiting" : "pad-waiting-here", { count: items.length })),
    visible && waiting(items),
  );
}

/** @param {Outbox["items"]} items */
const waiting = (items) =>
  make(
    "ol",
    { class: "queue" },
    items.map((item) => make("li", { "data-rejected": Boolean(item.rejection) }, item.label)),
  );

/**
 * Why the first that waits was refused, and what can be done: `decide` is called with what somebody decides, `correct`
 * with the move of the log that stands against it.
 * @param {CachedRecord} cached
 * @param {Outbox} outbox
 * @param {{ decide: (decision: Decision) => void, correct: ((step: Line, place: number) => void) | null }} uses
 */
export function refusalNotice({ record, steps, acknowledged }, { items, rejection }, { decide, correct }) {
  if (!rejection) return null;
  const against = steps.findIndex(({ seq }) => seq === rejection.rejection.violation?.contradicts);
  const step = steps[against];
  const place = against + 1 + record.moves - steps.length;
  const correction =
    step &&
    correct &&
    make(
      "button",
      { type: "button", "data-correct": place, onclick: () => correct(step, place) },
      say("pad-correct-title", { number: number(place) }),
    );
  const notice = showRejection(record, rejection, items, decide, correction || null);
  const meanwhile = steps.find(({ seq }) => seq === rejection.base + 1 && seq <= acknowledged);
  const what = localize(meanwhile?.narration[0]);
  if (what) notice.firstElementChild?.after(make("p", { "data-meanwhile": true }, say("pad-meanwhile", { what })));
  return notice;
}

/**
 * @param {CachedRecord["record"]} record
 * @param {Refused} item
 * @param {Outbox["items"]} items
 * @param {(decision: Decision) => void} decide
 * @param {HTMLElement | null} correction
 */
function showRejection(record, item, items, decide, correction) {
  const count = items.length;
  const { violation, text, message } = item.rejection;
  const why = localize(violation?.message) || localize(text) || message;
  const irregular = violation?.can_record_anyway === true;
  /** @type {(decision: Decision, label: string, first?: boolean) => HTMLElement} */
  const key = (decision, label, first = false) =>
    make("button", { type: "button", class: first ? "first" : null, "data-decide": decision, onclick: () => decide(decision) }, label);
  return make(
    "div",
    { class: "trouble stack tight", role: "alert" },
    make(
      "p",
      { class: "why" },
      make("strong", {}, labelled(item.label, "")),
      why,
      " ",
      violation ? make("a", { href: rulesOf(record, violation.rule), target: "_blank" }, say("rule", { rule: violation.rule })) : null,
    ),
    make(
      "div",
      { class: "row" },
      key("drop", count > 1 ? say("pad-drop") : say("pad-mistap"), !irregular),
      correction,
      irregular ? key("irregular", say("pad-really-happened")) : null,
      count > 1 ? key("drop all", say("pad-drop-all", { count })) : null,
    ),
    count > 1 ? waiting(items) : null,
  );
}
