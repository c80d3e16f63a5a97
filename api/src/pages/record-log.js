// The log in words. A click on a line goes to its step.

import { rulesOf } from "./lib/api.js";
import { fill, make } from "./lib/dom.js";
import { say, localize } from "./lib/words.js";
import { chapters } from "./record-marks.js";

/** @import { Loaded, Note, Step, Summary, Violation } from "./types/records" */

/** A line of the log, and what in it is marked. */
class Line {
  /**
   * @param {HTMLElement} item
   * @param {HTMLElement} button
   * @param {HTMLElement} stone
   */
  constructor(item, button, stone) {
    this.item = item;
    this.button = button;
    this.stone = stone;
  }
}

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {(step: number) => void} go
   */
  constructor(list, go) {
    this.list = list;
    this.go = go;
    /** @type {Line[]} */
    this.lines = [];
    this.veil = make("li", { class: "quiet veil", hidden: true }, say("veiled"));
  }

  /**
   * Writes every step down, with what broke a rule and the notes.
   * @param {Loaded} shown
   * @param {boolean} veiled
   */
  show({ steps, notes, record }, veiled) {
    this.lines = steps.slice(1).map((step) =>
      this.line(
        step,
        notes.filter((note) => note.event === step.seq),
        record,
      ),
    );
    const whole = notes.filter((note) => !note.event).map((note) => make("li", { class: "whole" }, noted(note)));
    const empty = this.lines.length === 0 && make("li", { class: "quiet empty" }, say("log-empty"));
    const begins = new Map(chapters(steps).map(({ step, round }) => [step, round]));
    const items = this.lines.flatMap(({ item }, index) => {
      const round = begins.get(index + 1);
      return round !== undefined && !veiled ? [make("li", { class: "chapter" }, say("round", { round })), item] : [item];
    });
    fill(this.list, empty, items, veiled ? [] : whole, this.veil);
  }

  /**
   * @param {Step} step
   * @param {Note[]} notes
   * @param {Summary} record
   */
  line(step, notes, record) {
    const [move, ...effects] = (step.narration ?? []).map(localize);
    const stone = make("span", { class: "stone" }, step.step);
    const button = make(
      "button",
      { type: "button", class: "line", onclick: () => this.go(step.step) },
      stone,
      make(
        "span",
        { class: "words" },
        make("span", { class: "move" }, move),
        effects.map((effect) => make("span", { class: "effect" }, effect)),
      ),
    );
    return new Line(
      make(
        "li",
        {},
        button,
        (step.breaches ?? []).map((breach) => breached(breach, record)),
        notes.map(noted),
      ),
      button,
      stone,
    );
  }

  /**
   * Marks the step that is shown; where steps to come are veiled, hides them.
   * @param {number} at
   * @param {boolean} veiled
   */
  mark(at, veiled) {
    this.lines.forEach(({ item, button, stone }, index) => {
      const here = index + 1 === at;
      item.hidden = veiled && index + 1 > at;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      stone.classList.toggle("black", here);
    });
    this.veil.hidden = !veiled || at >= this.lines.length;
    this.keepInView(this.lines[at - 1]?.item);
  }

  /**
   * Scrolls the log alone, never the page.
   * @param {HTMLElement | undefined} line
   */
  keepInView(line) {
    const box = this.list.parentElement;
    if (!box) return;
    if (!line) {
      box.scrollTop = 0;
      return;
    }
    const [top, bottom] = [line.offsetTop - box.offsetTop, line.offsetTop - box.offsetTop + line.offsetHeight];
    if (top < box.scrollTop + 40 || bottom > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
  }
}

/** @param {Note} note */
const noted = (note) => make("p", { class: "noted" }, note.text);

/**
 * @param {Violation} breach
 * @param {Summary} record
 */
const breached = (breach, record) =>
  make(
    "p",
    { class: "breached small" },
    make("span", { class: "tag" }, say("breach")),
    " ",
    localize(breach.message),
    " ",
    make("a", { href: rulesOf(record, breach.rule) }, say("rule", { rule: breach.rule })),
  );
