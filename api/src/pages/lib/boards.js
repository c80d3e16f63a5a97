// The pictures of a record's steps: asked for once, the next one ahead of time.

import { svg } from "./api.js";
import { find, showPicture } from "./dom.js";
import { language } from "./words.js";

/** The pictures of what is `shown`: its `path`, `token` and `eyes` (a perspective or null). */
export class Boards {
  constructor(shown) {
    this.shown = shown;
    this.known = new Map();
    this.wanted = null;
    this.height = 0;
  }

  forget() {
    this.known.clear();
  }

  /** The picture of a step, as text. */
  of(step) {
    const { path, token, eyes } = this.shown;
    const query = `at=${step}&language=${language}${eyes === null ? "" : `&perspective=${eyes}`}`;
    const asked = this.known.get(query) ?? svg(`${path}/board.svg?${query}`, { token });
    this.known.set(query, asked);
    asked.catch(() => this.known.delete(query));
    return asked;
  }

  /** Puts a step's picture on the page, unless another one is wanted by then. */
  async show(step) {
    this.wanted = step;
    const drawn = await this.of(step).catch(() => null);
    if (drawn === null || this.wanted !== step) return;
    this.makeRoom(drawn);
    showPicture(find("board"), drawn);
    if (step + 1 < this.shown.steps.length) this.of(step + 1).catch(() => {});
  }

  /** The place of the picture grows with the tallest so far and never shrinks: nothing below it jumps. */
  makeRoom(drawn) {
    const [, , width, height] = /viewBox="([^"]+)"/.exec(drawn)[1].split(" ").map(Number);
    this.height = Math.max(this.height, height / width);
    find("stage").style.setProperty("--tall", this.height);
  }
}
