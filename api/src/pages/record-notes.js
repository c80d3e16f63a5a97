// Notes at steps, for those who may log.

import { json, newKey } from "./lib/api.js";
import { find } from "./lib/dom.js";
import { say, told } from "./lib/words.js";

/** Lets the scribe write notes at the step that is shown; `written` is called with each. */
export function takesNotes(shown, written) {
  const may = shown.share?.role === "scribe";
  const button = find("note");
  button.hidden = !may;
  if (!may || button.onclick) return;
  const [dialog, text, trouble] = ["note-dialog", "note-text", "note-trouble"].map(find);
  let key = null;
  button.onclick = () => {
    const step = shown.steps[shown.at];
    key = newKey();
    find("note-step").textContent = step.narration ? told(step.narration[0]) : say("notes_whole");
    text.value = "";
    trouble.hidden = true;
    dialog.showModal();
  };
  dialog.querySelector("form").onsubmit = async (event) => {
    if (event.submitter?.value !== "save") return;
    event.preventDefault();
    const { seq } = shown.steps[shown.at];
    try {
      await json(`${shown.path}/moves`, { token: shown.token, key, body: { type: "annotate", ...(seq && { event: seq }), text: text.value } });
      dialog.close();
      await written();
    } catch (problem) {
      trouble.textContent = problem.message;
      trouble.hidden = false;
    }
  };
}
