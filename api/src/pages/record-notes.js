// Notes at steps, for those who may log.

import { messageOf, newKey, post } from "./lib/api.js";
import { find } from "./lib/dom.js";
import { say, localize } from "./lib/words.js";

/** @import { Note, RecordView } from "./types/records" */

/**
 * Lets the scribe write notes at the step that is shown; `written` is called with each.
 * @param {RecordView} shown
 * @param {() => Promise<void>} written
 */
export function takesNotes(shown, written) {
  const may = shown.record?.viewer === "scribe";
  const button = find("note", HTMLButtonElement);
  button.hidden = !may;
  if (!may || button.onclick) return;
  const dialog = find("note-dialog", HTMLDialogElement);
  const text = find("note-text", HTMLTextAreaElement);
  const trouble = find("note-trouble");
  const form = dialog.querySelector("form");
  let key = newKey();
  button.onclick = () => {
    key = newKey();
    find("note-step").textContent = localize(shown.steps[shown.at]?.narration?.[0]) || say("notes-whole");
    text.value = "";
    trouble.hidden = true;
    dialog.showModal();
  };
  form?.addEventListener("submit", async (event) => {
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.value !== "save") return;
    event.preventDefault();
    const { id, token } = shown;
    const seq = shown.steps[shown.at]?.seq;
    /** @type {Note} */
    const note = { type: "annotate", ...(seq && { event: seq }), text: text.value };
    try {
      await post("/v1/games/{id}/moves", { id }, { token, key, body: note });
      dialog.close();
      await written();
    } catch (problem) {
      trouble.textContent = messageOf(problem);
      trouble.hidden = false;
    }
  });
}
