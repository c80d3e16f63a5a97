// The pictures of a record's steps. The engine in the page draws them; with chances, which take long to count, it does so
// in a worker.

import { find, showPicture, sizeOf } from "./dom.js";
import { eyes } from "./engine.js";
import { language } from "./words.js";

/** @import { RecordView } from "../types/records" */

const wideWindow = matchMedia("(min-width: 44rem)");

/**
 * The layout of a whole board that fits this window.
 * @returns {"landscape" | "portrait"}
 */
export const layoutOfWindow = () => (wideWindow.matches ? "landscape" : "portrait");

/**
 * Whether boards show what came out later: of a finished game, to who sees everything, unless somebody wants to see what
 * the table knew.
 * @param {RecordView} shown
 */
export const hasHindsight = ({ record, kind, perspective, hindsight }) =>
  hindsight && perspective === null && Boolean(kind?.has_secrets) && record !== null && record.status !== "live";

/**
 * Whether chances are drawn on boards: of a game with secrets that was analysed, unless somebody guesses first.
 * @param {RecordView} shown
 */
export const hasChances = ({ analysis, kind, chances }) =>
  chances && analysis !== null && Boolean(kind?.has_secrets) && !find("guess", HTMLInputElement).checked;

/**
 * The record that is seen, and the perspective to ask it from.
 * @param {RecordView} shown
 */
export function seen({ folded, borrowed, perspective }) {
  if (borrowed) return { folded: borrowed, perspective: null };
  if (!folded) throw new Error("no record is loaded yet");
  return { folded, perspective: eyes(perspective) };
}

/** The pictures of what is `shown`. */
export class Boards {
  /** @param {RecordView} shown */
  constructor(shown) {
    this.shown = shown;
    /** @type {Map<string, Promise<string>>} */
    this.pictures = new Map();
    /** @type {number | null} */
    this.currentStep = null;
    /** Settled once the step that was asked for last is shown. */
    this.shownStep = Promise.resolve();
    wideWindow.addEventListener("change", () => {
      if (this.currentStep !== null) this.show(this.currentStep);
    });
  }

  forget() {
    this.pictures.clear();
  }

  /**
   * The picture of a step, as text.
   * @param {number} step
   */
  async of(step) {
    const { folded, perspective } = seen(this.shown);
    const [layout, hindsight] = [layoutOfWindow(), hasHindsight(this.shown)];
    return hasChances(this.shown)
      ? this.withChances(step, { layout, hindsight })
      : folded.board({ step, language, layout, perspective, hindsight });
  }

  /**
   * @param {number} step
   * @param {{ layout: "landscape" | "portrait", hindsight: boolean }} options
   */
  withChances(step, { layout, hindsight }) {
    const { worker, perspective } = this.shown;
    if (!worker) throw new Error("no record is loaded yet");
    const name = `${step} ${perspective} ${layout} ${hindsight}`;
    const board = { step, language, layout, perspective: eyes(perspective), hindsight, chances: true };
    const picture = this.pictures.get(name) ?? worker.ask("board", board);
    this.pictures.set(name, picture);
    picture.catch(() => this.pictures.delete(name));
    return picture;
  }

  /**
   * Puts a step's picture on the page, unless another one is wanted by then.
   * @param {number} step
   */
  show(step) {
    this.currentStep = step;
    this.shownStep = this.showDrawn(step);
  }

  /** @param {number} step */
  async showDrawn(step) {
    const drawn = await this.of(step).catch(() => null);
    if (drawn === null || this.currentStep !== step) return;
    const { width, height } = sizeOf(drawn);
    find("stage").style.setProperty("--tall", String(height / width));
    const board = find("board", HTMLImageElement);
    showPicture(board, drawn);
    board.dataset.at = String(step);
  }
}
