// What was logged, the last first.

import { fill, find, make } from "./lib/dom.js";
import { localize, number, say } from "./lib/words.js";

/** @import { CachedRecord, Line } from "./types/pad" */

/** How many lines of the log are shown before somebody asks for more. */
const LOG_LINES = 30;

/** The log of a pad. */
export class PadLog {
  /**
   * `correct` is called with the line that somebody taps to correct it; null if nobody may correct here.
   * @param {{ correct: ((step: Line, place: number) => void) | null, changed: () => void }} options
   */
  constructor({ correct, changed }) {
    this.correct = correct;
    this.showsAll = false;
    this.shown = "";
    find("more-log").addEventListener("click", () => {
      this.showsAll = true;
      changed();
    });
  }

  /** @param {CachedRecord} cached */
  show({ record, steps }) {
    const what = JSON.stringify([steps.length, steps.at(-1), record.version, this.showsAll]);
    if (what === this.shown) return;
    this.shown = what;
    const lines = steps.map((step, index) => this.line(step, index + 1)).reverse();
    fill(find("log"), this.showsAll ? lines : lines.slice(0, LOG_LINES));
    find("log-title").hidden = lines.length === 0;
    find("more-log").hidden = this.showsAll || lines.length <= LOG_LINES;
  }

  /**
   * @param {Line} step
   * @param {number} place
   */
  line(step, place) {
    const { correct } = this;
    const lines = step.narration.map((text, line) => make("span", { class: line ? "followed" : "line" }, localize(text)));
    const content = [make("span", { class: "stone" }, number(place)), make("span", { class: "narration" }, lines)];
    const tag = correct
      ? make(
          "button",
          {
            type: "button",
            class: "plain logged",
            "data-step": place,
            "aria-description": say("pad-correct"),
            onclick: () => correct(step, place),
          },
          content,
        )
      : make("div", { class: "logged" }, content);
    return make("li", {}, tag);
  }
}
