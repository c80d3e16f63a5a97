// What mattered, marked on the scrubber. No game is known here: what follows from many moves of a record is routine, what
// follows from few is worth a mark.

import { fill, make } from "./lib/dom.js";
import { labelled, say, localize } from "./lib/words.js";

/** @import { Loaded, Note, Step } from "./types/records" */

/** Effects of more than one step in so many are routine. */
const ROUTINE_STEPS = 3;
/** Effects of less than one step in so many stand out. */
const RARE_STEPS = 12;

/**
 * Shows the marks of a record's steps; veiled, they would tell what is to come.
 * @param {HTMLElement} place
 * @param {Loaded} shown
 * @param {boolean} veiled
 */
export function showMarks(place, { steps, notes, record }, veiled) {
  const most = steps.length - 1;
  fill(place, veiled || most < 1 ? [] : marks(steps, notes, record.status === "over").map(({ step, kind, what }) => {
    const mark = make("span", { class: `mark ${kind}`, title: labelled(step, what) });
    mark.style.setProperty("--at", String(step / most));
    return mark;
  }));
}

/**
 * The marks, each with its step, what kind it is and what it says. The weightiest of a step counts.
 * @param {Step[]} steps
 * @param {Note[]} notes
 * @param {boolean} isOver
 */
function marks(steps, notes, isOver) {
  const moves = steps.slice(1);
  /** @type {Map<string, number>} */
  const frequency = new Map();
  for (const step of moves) for (const type of types(step)) frequency.set(type, (frequency.get(type) ?? 0) + 1);
  return moves.flatMap((step) => {
    const isEnd = isOver && step === moves.at(-1);
    const kind = kindOf(step, notes, isEnd) ?? weightOf(step, frequency, moves.length);
    return kind ? [{ step: step.step, kind, what: whatHappened(step, kind) }] : [];
  });
}

/** @param {Step} step */
const types = (step) => new Set((step.effects ?? []).map(({ type }) => type));

/**
 * What a step is, whatever followed from it.
 * @param {Step} step
 * @param {Note[]} notes
 * @param {boolean} isEnd
 */
function kindOf(step, notes, isEnd) {
  if (step.irregular || step.breaches?.length) return "irregular";
  if (notes.some(({ event }) => event === step.seq)) return "noted";
  return isEnd ? "end" : null;
}

/**
 * How much what followed from a step stands out; null if it is routine.
 * @param {Step} step
 * @param {Map<string, number>} frequency
 * @param {number} moves
 */
function weightOf(step, frequency, moves) {
  const rarest = Math.min(...[...types(step)].map((type) => frequency.get(type) ?? 0));
  if (rarest === Infinity || rarest * ROUTINE_STEPS > moves) return null;
  return rarest * RARE_STEPS <= moves || rarest === 1 ? "great" : "some";
}

/**
 * @param {Step} step
 * @param {string} kind
 */
function whatHappened(step, kind) {
  if (kind === "irregular") return say("breach");
  if (kind === "noted") return say("mark_note");
  return localize(step.narration?.at(-1));
}
