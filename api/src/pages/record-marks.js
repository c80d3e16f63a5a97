// What mattered, marked on the scrubber. No game is known here: what follows from many moves of a record is routine, what
// follows from few is worth a mark.

import { fill, make } from "./lib/dom.js";
import { say, told } from "./lib/words.js";

/** Effects of more than one step in so many are routine. */
const ROUTINE = 3;
/** Effects of less than one step in so many stand out. */
const RARE = 12;

/** Shows the marks of a record's steps; veiled, they would tell what is to come. */
export function showMarks(place, { steps, notes, record }, veiled) {
  const most = steps.length - 1;
  fill(place, veiled || most < 1 ? [] : marks(steps, notes, record).map(({ step, kind, what }) => {
    const mark = make("span", { class: `mark ${kind}`, title: `${step}: ${what}` });
    mark.style.setProperty("--at", step / most);
    return mark;
  }));
}

/** The marks, each with its step, what kind it is and what it says. The weightiest of a step counts. */
export function marks(steps, notes, record) {
  const moves = steps.slice(1);
  const frequency = new Map();
  for (const step of moves) for (const type of types(step)) frequency.set(type, (frequency.get(type) ?? 0) + 1);
  return moves.flatMap((step) => {
    const kind = kindOf(step, { frequency, moves, notes, record });
    return kind ? [{ step: step.step, kind, what: whatHappened(step, kind) }] : [];
  });
}

const types = (step) => new Set(step.effects.map(({ type }) => type));

function kindOf(step, { frequency, moves, notes, record }) {
  if (step.irregular || step.breaches.length > 0) return "irregular";
  if (notes.some(({ event }) => event === step.seq)) return "noted";
  if (step === moves.at(-1) && record.status === "over") return "end";
  const rarest = Math.min(...[...types(step)].map((type) => frequency.get(type)));
  if (rarest === Infinity || rarest * ROUTINE > moves.length) return null;
  return rarest * RARE <= moves.length || rarest === 1 ? "great" : "some";
}

function whatHappened(step, kind) {
  if (kind === "irregular") return say("breach");
  if (kind === "noted") return say("mark_note");
  return told(step.narration.at(-1));
}
