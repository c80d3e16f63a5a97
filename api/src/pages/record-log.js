// The log in words. A click on a line goes to its step.

import { at } from "./lib/api.js";
import { fill, make } from "./lib/dom.js";
import { say, told } from "./lib/words.js";

export class Log {
  constructor(list, go) {
    this.list = list;
    this.go = go;
    this.lines = [];
  }

  /** Writes every step down, with what broke a rule and the notes. */
  show({ steps, notes, record }, veiled) {
    this.lines = steps.slice(1).map((step) => this.line(step, notes.filter((note) => note.event === step.seq), record.game));
    const whole = notes.filter((note) => !note.event).map((note) => make("li", { class: "whole" }, noted(note)));
    const empty = this.lines.length === 0 && make("li", { class: "quiet empty" }, say("log_empty"));
    this.veil = make("li", { class: "quiet veil", hidden: true }, say("veiled"));
    fill(this.list, empty, this.lines, veiled ? [] : whole, this.veil);
  }

  line(step, notes, game) {
    const [move, ...effects] = step.narration.map(told);
    const button = make("button", { type: "button", class: "line", onclick: () => this.go(step.step) },
      make("span", { class: "stone" }, String(step.step)),
      make("span", { class: "words" }, make("span", { class: "move" }, move), effects.map((effect) => make("span", { class: "effect" }, effect))));
    return make("li", {}, button, step.breaches.map((breach) => breached(breach, game)), notes.map(noted));
  }

  /** Marks the step that is shown; where steps to come are veiled, hides them. */
  mark(at, veiled) {
    this.lines.forEach((line, index) => {
      const here = index + 1 === at;
      line.hidden = veiled && index + 1 > at;
      line.firstChild.toggleAttribute("aria-current", false);
      if (here) line.firstChild.setAttribute("aria-current", "step");
      line.querySelector(".stone").classList.toggle("black", here);
    });
    if (this.veil) this.veil.hidden = !veiled || at >= this.lines.length;
    this.keepInView(this.lines[at - 1]);
  }

  /** Scrolls the log alone, never the page. */
  keepInView(line) {
    const box = this.list.parentElement;
    if (!line) { box.scrollTop = 0; return; }
    const [top, bottom] = [line.offsetTop - box.offsetTop, line.offsetTop - box.offsetTop + line.offsetHeight];
    if (top < box.scrollTop + 40 || bottom > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
  }
}

const noted = (note) => make("p", { class: "noted" }, note.text);

const breached = (breach, game) => make("p", { class: "breached small" },
  make("span", { class: "tag" }, say("breach")), " ", told(breach.message), " ",
  make("a", { href: at(`rules/${game}#${breach.rule}`) }, say("rule", { rule: breach.rule })));
