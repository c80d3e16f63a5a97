// Plays the steps by themselves.

import { find } from "./lib/dom.js";
import { say } from "./lib/words.js";

export class Player {
  /** `step` goes one on; `isAtEnd` says when there is none left. */
  constructor({ step, isAtEnd }) {
    Object.assign(this, { step, isAtEnd, timer: null });
    find("speed").addEventListener("change", () => { if (this.playing) this.wait(); });
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) this.pause();
    else { this.wait(); this.tell(); }
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.tell();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.isAtEnd()) return this.pause();
      this.step();
      this.wait();
    }, Number(find("speed").value));
  }

  tell() {
    const button = find("play");
    button.setAttribute("aria-label", say(this.playing ? "pause" : "play"));
    button.classList.toggle("playing", this.playing);
  }
}
