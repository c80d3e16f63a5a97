// What mattered, marked on the scrubber. No game is known here: what follows from many moves of a record is routine, what
// follows from few is worth a mark.

import { fill, find, make } from "./lib/dom.js";
import { labelled, say, localize } from "./lib/words.js";

/** @import { Analysis, Loaded, Note, Step } from "./types/records" */

/** Effects of more than one step in so many are routine. */
const ROUTINE_STEPS = 3;
/** Effects of less than one step in so many stand out. */
const RARE_STEPS = 12;
/** So many numbers of rounds fit below the scrubber of a phone. */
const MAX_CHAPTER_MARKS = 14;

/**
 * Shows the marks of a record's steps, and where its rounds begin; veiled, they would tell what is to come. A tap goes
 * there. Who uses no pointer has the log for that.
 * @param {Loaded} shown
 * @param {boolean} veiled
 * @param {(step: number) => void} go
 */
export function showMarks({ steps, notes, record, analysis }, veiled, go) {
  const most = steps.length - 1;
  /** @type {(step: number, kind: string, title: string, text?: string) => HTMLElement} */
  const place = (step, kind, title, text) => {
    const mark = make("button", { type: "button", class: kind, title, tabindex: -1, "data-step": step, onclick: () => go(step) }, text);
    mark.style.setProperty("--at", String(step / most));
    return mark;
  };
  const hidden = veiled || most < 1;
  fill(
    find("marks"),
    hidden
      ? []
      : marks(steps, notes, record.status === "over", analysis).map(({ step, kind, what }) =>
          place(step, `mark ${kind}`, labelled(step, what)),
        ),
  );
  fill(
    find("chapters"),
    hidden
      ? []
      : apart(chapters(steps), most).map(({ step, round }) => place(step, "chapter-mark", say("round", { round }), String(round))),
  );
}

/**
 * Where rounds begin, for games that count them. A move belongs to the round that it was made in: the one of the position
 * before it.
 * @param {Step[]} steps
 */
export function chapters(steps) {
  /** @type {number | null} */
  let before = null;
  return steps.slice(1).flatMap((step, index) => {
    const round = roundOf(steps[index] ?? step) ?? roundOf(step);
    const begins = round !== null && round > 0 && round !== before;
    before = round ?? before;
    return begins ? [{ step: step.step, round }] : [];
  });
}

/**
 * The round of the position after a step.
 * @param {Step} step
 */
function roundOf({ state }) {
  const { round } = { round: null, ...(typeof state === "object" ? state : null) };
  return typeof round === "number" ? round : null;
}

/**
 * Those that have room for their number beside each other.
 * @param {{ step: number, round: number }[]} all
 * @param {number} most
 */
function apart(all, most) {
  let last = -Infinity;
  const room = most / MAX_CHAPTER_MARKS;
  return all.length < 2
    ? []
    : all.filter(({ step }) => {
        if (step - last < room) return false;
        last = step;
        return true;
      });
}

/**
 * The marks, each with its step, what kind it is and what it says. The weightiest of a step counts.
 * @param {Step[]} steps
 * @param {Note[]} notes
 * @param {boolean} isOver
 * @param {Analysis | null} analysis
 */
function marks(steps, notes, isOver, analysis) {
  const moves = steps.slice(1);
  /** @type {Map<string, number>} */
  const frequency = new Map();
  for (const step of moves) for (const type of types(step)) frequency.set(type, (frequency.get(type) ?? 0) + 1);
  return moves.flatMap((step) => {
    const isEnd = isOver && step === moves.at(-1);
    const said = analysis?.steps[step.step]?.mark;
    const kind = kindOf(step, notes, isEnd) ?? said?.kind ?? weightOf(step, frequency, moves.length);
    return kind ? [{ step: step.step, kind, what: said?.kind === kind ? say(`mark-${kind}`) : whatHappened(step, kind) }] : [];
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
  if (kind === "noted") return say("mark-note");
  return localize(step.narration?.at(-1));
}
