// The pictures of a record's steps: asked for once, the next one ahead of time.

import { svg } from "./api.js";
import { find, showPicture, sizeOf } from "./dom.js";
import { language } from "./words.js";

/** @import { RecordView } from "../types/records" */

/** The pictures of what is `shown`: its `token` and `perspective` (a perspective or null). */
export class Boards {
  /** @param {RecordView} shown */
  constructor(shown) {
    this.shown = shown;
    /** @type {Map<string, Promise<string>>} */
    this.pictures = new Map();
    /** @type {number | null} */
    this.currentStep = null;
    this.height = 0;
  }

  forget() {
    this.pictures.clear();
  }

  /**
   * The picture of a step, as text.
   * @param {number} step
   */
  of(step) {
    const { id, token, perspective } = this.shown;
    const name = `${step} ${perspective}`;
    const query = { at: step, language, ...(perspective !== null && { perspective: perspective }) };
    const picture = this.pictures.get(name) ?? svg("/v1/games/{id}/board.svg", { id }, { query, token });
    this.pictures.set(name, picture);
    picture.catch(() => this.pictures.delete(name));
    return picture;
  }

  /**
   * Puts a step's picture on the page, unless another one is wanted by then.
   * @param {number} step
   */
  async show(step) {
    this.currentStep = step;
    const drawn = await this.of(step).catch(() => null);
    if (drawn === null || this.currentStep !== step) return;
    this.makeRoom(drawn);
    showPicture(find("board", HTMLImageElement), drawn);
    if (step + 1 < this.shown.steps.length) this.of(step + 1).catch(() => {});
  }

  /**
   * The place of the picture grows with the tallest so far and never shrinks: nothing below it jumps.
   * @param {string} drawn
   */
  makeRoom(drawn) {
    const { width, height } = sizeOf(drawn);
    this.height = Math.max(this.height, height / width);
    find("stage").style.setProperty("--tall", String(this.height));
  }
}
