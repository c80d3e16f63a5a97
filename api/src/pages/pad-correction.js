// What was logged is corrected: another move in its place, entered by the same keys.

import { fill, find, make } from "./lib/dom.js";
import { begin, formOf, summary } from "./lib/forms.js";
import { showForm } from "./lib/keys.js";
import { number, say, localize } from "./lib/words.js";

/** @import { Form } from "./types/forms" */
/** @import { Line } from "./types/pad" */
/**
 * The line to be corrected, which is the `place`th of the log; `forms` are of what can have happened instead, and `log` sends what
 * is in its place.
 * @typedef {object} Wrong
 * @property {Form[]} forms
 * @property {Line} step
 * @property {number} place
 * @property {(entry: Record<string, unknown>, said: string) => void} log
 */

const dialog = find("correction", HTMLDialogElement);
dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());

/**
 * Asks what can have happened instead.
 * @param {Wrong} wrong
 */
export function showCorrection(wrong) {
  const { forms, step, place } = wrong;
  fill(find("correction-forms"));
  find("correction-title").textContent = say("pad-correct-title", { number: number(place) });
  find("correction-was").textContent = localize(step.narration[0]);
  const form = formOf(forms, step.move) ?? forms[0];
  if (form) show(wrong, form);
  else showNone();
  dialog.showModal();
}

const showNone = () => fill(find("correction-keys"), make("p", {}, say("pad-no-correction")));

/**
 * @param {Wrong} wrong
 * @param {Form} form
 */
function show(wrong, form) {
  const { forms, step, log } = wrong;
  const entry = begin(form, form.move.type === step.move.type ? step.move : null);
  entry.correcting = true;
  showForm(find("correction-keys"), entry, {
    button: say("pad-correct"),
    done: (entry) => {
      dialog.close();
      log({ type: "amend", event: step.seq, with: entry.move }, say("pad-corrected", { what: summary(entry, localize) }));
    },
  });
  const others = forms.filter((other) => other !== form);
  fill(
    find("correction-forms"),
    others.map((other) => make("button", { type: "button", onclick: () => show(wrong, other) }, localize(other.label))),
  );
}
