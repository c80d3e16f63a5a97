// Plays the steps by themselves.

import { find } from "./lib/dom.js";
import { say } from "./lib/words.js";

export class Player {
  /**
   * `step` goes one on; `isAtEnd` says when there is none left.
   * @param {{ step: () => void, isAtEnd: () => boolean }} options
   */
  constructor({ step, isAtEnd }) {
    this.step = step;
    this.isAtEnd = isAtEnd;
    this.speed = find("speed", HTMLSelectElement);
    /** @type {number | null} */
    this.timer = null;
    this.speed.addEventListener("change", () => {
      if (this.playing) this.wait();
    });
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) this.pause();
    else {
      this.wait();
      this.tell();
    }
  }

  pause() {
    this.stop();
    this.tell();
  }

  stop() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  wait() {
    this.stop();
    this.timer = setTimeout(() => {
      if (this.isAtEnd()) return this.pause();
      this.step();
      return this.wait();
    }, Number(this.speed.value));
  }

  tell() {
    const button = find("play");
    button.setAttribute("aria-label", say(this.playing ? "pause" : "play"));
    button.classList.toggle("playing", this.playing);
  }
}
