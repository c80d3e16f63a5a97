// What was logged is corrected: another move in its place, entered by the same keys.

import { get } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { begin, formOf, summary } from "./lib/forms.js";
import { showForm } from "./lib/keys.js";
import { number, say, localize } from "./lib/words.js";

/** @import { Form } from "./types/forms" */
/** @import { Line } from "./types/pad" */
/**
 * The line to be corrected, which is the `place`th of the log of the record `id`; `log` sends what is in its place.
 * @typedef {object} Wrong
 * @property {string} id
 * @property {string | null} token
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
export async function showCorrection(wrong) {
  const { id, token, step, place } = wrong;
  fill(find("correction-keys"), make("p", { class: "quiet" }, say("loading")));
  fill(find("correction-forms"));
  find("correction-title").textContent = say("pad-correct-title", { number: number(place) });
  find("correction-was").textContent = localize(step.narration[0]);
  dialog.showModal();
  try {
    const { forms } = await get("/v1/games/{id}/forms", { id }, { token, query: { instead_of: step.seq } });
    const form = formOf(forms, step.move) ?? forms[0];
    if (form) show(wrong, forms, form);
    else showNone();
  } catch {
    showNone();
  }
}

const showNone = () => fill(find("correction-keys"), make("p", {}, say("pad-no-correction")));

/**
 * @param {Wrong} wrong
 * @param {Form[]} forms
 * @param {Form} form
 */
function show(wrong, forms, form) {
  const { step, log } = wrong;
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
    others.map((other) => make("button", { type: "button", onclick: () => show(wrong, forms, other) }, localize(other.label))),
  );
}
