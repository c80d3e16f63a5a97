// A figure: a picture that the API draws, loaded when it comes into view, and the same numbers as a table beneath it.

import { addressOf, at, get, messageOf, Problem, svg } from "./api.js";
import { fill, make, showPicture } from "./dom.js";
import { PERIODS } from "./records-search.js";
import { table } from "./table.js";
import { language, say, when } from "./words.js";

/** @import { Answer, Of, PathOf } from "../types/api" */
/** @import { DrawnPath, Rows } from "../types/statistics" */

/** Narrower and wider than this the API draws nothing. */
const MIN_WIDTH = 280;
const MAX_WIDTH = 2000;
/** How far below what is seen pictures are loaded. */
const LOAD_MARGIN = "300px";

/** @type {WeakMap<Element, () => void>} */
const loaders = new WeakMap();
const observer = new IntersectionObserver(
  (seen) => {
    for (const { target } of seen.filter(({ isIntersecting }) => isIntersecting)) {
      observer.unobserve(target);
      loaders.get(target)?.();
    }
  },
  { rootMargin: LOAD_MARGIN },
);

/**
 * A query with others in place of some of its parameters.
 * @param {URLSearchParams} query
 * @param {Record<string, string | number>} others
 */
export function withOthers(query, others) {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(others)) parameters.set(name, String(value));
  return parameters;
}

/**
 * Links to the answer to a question as others read it.
 * @template {PathOf<"get">} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {URLSearchParams} query
 */
export function numbersOf(path, of, query) {
  /** @param {string} format */
  const address = (format) => at(addressOf(path, of, withOthers(query, { format })));
  return [make("a", { href: address("csv"), download: true }, "CSV"), make("a", { href: address("json") }, "JSON")];
}

/**
 * Whether an answer is drawn as rows, a row a group, which take less room than a curve or a histogram.
 * @param {URLSearchParams} query
 */
export function isDrawnAsRows(query) {
  const groupings = query.getAll("group_by").join(",").split(",").filter(Boolean);
  return groupings.length > 0 && !groupings.some((grouping) => PERIODS.includes(grouping));
}

/**
 * Fills a `<figure class="chart">`, which keeps the room that it needs; `show` asks and asks again.
 * @template {DrawnPath} P
 */
export class Chart {
  /**
   * `rows(answer)` makes a table of the JSON, or several; `open` shows them at once. `localize(answer)` gets every answer
   * that is shown. `extra` are elements beside the links.
   * @param {HTMLElement} figure
   * @param {P} path
   * @param {{ rows: (answer: Answer<P>) => Rows | Rows[], open?: boolean, onAnswer?: (answer: Answer<P>) => void, extra?: Node[] }} options
   */
  constructor(figure, path, { rows, open = false, onAnswer = () => {}, extra = [] }) {
    this.figure = figure;
    this.path = path;
    this.rows = rows;
    this.onAnswer = onAnswer;
    this.extra = extra;
    this.low = false;
    /** @type {{ of: Of<P>, query: URLSearchParams } | null} */
    this.question = null;
    this.drawn = "";
    this.image = make("img", { alt: "" });
    this.picture = make("div", { class: "picture" }, this.image);
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.numbers = make("div", {});
    this.details = make("details", { class: "numbers", open }, make("summary", {}, say("as-table")), this.numbers);
    this.asOf = make("span", { class: "quiet as-of" });
    this.links = make("p", { class: "row small chart-links" });
    // A caption that the page has stays where it is.
    figure.append(this.picture, this.trouble, this.links, this.details);
    document.addEventListener("theme", () => {
      if (this.drawn) showPicture(this.image, this.drawn);
    });
  }

  /**
   * Shows the answer to a question as soon as the figure is nearly seen. Less room is kept for what is `low`.
   * @param {Of<P>} of
   * @param {URLSearchParams} query
   */
  show(of, query, { low = isDrawnAsRows(query) } = {}) {
    this.low = low;
    this.figure.classList.toggle("low", low);
    const question = { of, query };
    this.question = question;
    this.figure.setAttribute("aria-busy", "true");
    fill(this.links, ...numbersOf(this.path, of, query), ...this.extra, this.asOf);
    loaders.set(this.figure, () => this.load(question));
    observer.unobserve(this.figure);
    observer.observe(this.figure);
  }

  /** @param {{ of: Of<P>, query: URLSearchParams }} question */
  async load(question) {
    const { of, query } = question;
    const box = this.picture.getBoundingClientRect();
    const width = Math.round(Math.min(Math.max(box.width, MIN_WIDTH), MAX_WIDTH));
    // Rows that had no room would be left out.
    const size = { width, ...(!this.low && { height: Math.round(Math.max(box.height, 200)) }) };
    try {
      const [answer, drawn] = await Promise.all([
        get(this.path, of, { query: withOthers(query, { format: "json" }) }),
        svg(this.path, of, { query: withOthers(query, { format: "svg", language, ...size }) }),
      ]);
      if (this.question === question) this.fill(answer, drawn);
    } catch (problem) {
      if (this.question !== question) return;
      this.trouble.textContent = messageOf(problem);
      this.trouble.hidden = false;
      // What was drawn stays while the service is away.
      this.picture.hidden = !(problem instanceof Problem && problem.passing && this.drawn);
    }
    this.figure.removeAttribute("aria-busy");
  }

  /**
   * @param {Answer<P>} answer
   * @param {string} drawn
   */
  fill(answer, drawn) {
    this.trouble.hidden = true;
    this.picture.hidden = false;
    this.drawn = drawn;
    showPicture(this.image, drawn);
    fill(this.numbers, [this.rows(answer)].flat().flatMap(table));
    this.asOf.textContent = say("counted-until", { time: when(answer.as_of) });
    this.onAnswer(answer);
  }
}
