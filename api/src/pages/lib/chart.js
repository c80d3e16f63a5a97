// A figure: a picture that the API draws, loaded when it comes into view, and the same numbers as a table beneath it.

import { at, json, svg } from "./api.js";
import { fill, make, showPicture } from "./dom.js";
import { table } from "./table.js";
import { language, say, when } from "./words.js";

/** Narrower and wider than this the API draws nothing. */
const WIDTHS = [280, 2000];
/** How far below what is seen pictures are loaded. */
const AHEAD = "300px";

const waiting = new WeakMap();
const eyes = new IntersectionObserver((seen) => {
  for (const { target } of seen.filter(({ isIntersecting }) => isIntersecting)) {
    eyes.unobserve(target);
    waiting.get(target)?.();
  }
}, { rootMargin: AHEAD });

/** An address of the API with these parameters, and others in place of some. */
export function asked(path, query, others = {}) {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(others)) parameters.set(name, value);
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/** Links to the answer to a question as others read it. */
export function numbersOf(path, query) {
  return [
    make("a", { href: at(asked(path, query, { format: "csv" })), download: true }, "CSV"),
    make("a", { href: at(asked(path, query, { format: "json" })) }, "JSON"),
  ];
}

const TIMES = ["day", "week", "month", "year"];

/** Whether an answer is drawn as rows, a row a group, which take less room than a curve or a histogram. */
export function isOfRows(query) {
  const ways = new URLSearchParams(query).getAll("group_by").join(",").split(",").filter(Boolean);
  return ways.length > 0 && !ways.some((way) => TIMES.includes(way));
}

/**
 * Fills a `<figure class="chart">`, which keeps the room that it needs; `show` asks and asks again.
 *
 * `rows(answer)` makes a table of the JSON, as `table()` takes it, or several; `open` shows them at once. `told(answer)`
 * gets every answer that is shown. `extra` are elements beside the links. Less room is kept for what is `low`.
 */
export class Chart {
  constructor(figure, { rows, open = false, told = () => {}, extra = [] }) {
    Object.assign(this, { figure, rows, told });
    this.image = make("img", { alt: "" });
    this.picture = make("div", { class: "picture" }, this.image);
    this.trouble = make("p", { class: "trouble", role: "alert", hidden: true });
    this.numbers = make("div", {});
    this.details = make("details", { class: "numbers", open }, make("summary", {}, say("as_table")), this.numbers);
    this.moment = make("span", { class: "quiet as-of" });
    this.links = make("p", { class: "row small chart-links" });
    this.extra = extra;
    // A caption that the page has stays where it is.
    figure.append(this.picture, this.trouble, this.links, this.details);
    document.addEventListener("theme", () => this.drawn && showPicture(this.image, this.drawn));
  }

  /** Shows the answer to a question – a path of the API, and parameters – as soon as the figure is nearly seen. */
  show(path, query = "", { low = isOfRows(query) } = {}) {
    this.low = low;
    this.figure.classList.toggle("low", low);
    this.question = { path, query };
    this.figure.setAttribute("aria-busy", "true");
    fill(this.links, ...numbersOf(path, query), ...this.extra, this.moment);
    waiting.set(this.figure, () => this.load());
    eyes.unobserve(this.figure);
    eyes.observe(this.figure);
  }

  async load() {
    const question = this.question;
    const { path, query } = question;
    const box = this.picture.getBoundingClientRect();
    const size = { width: Math.round(Math.min(Math.max(box.width, WIDTHS[0]), WIDTHS[1])) };
    // Rows that had no room would be left out.
    if (!this.low) size.height = Math.round(Math.max(box.height, 200));
    try {
      const [answer, drawn] = await Promise.all([json(asked(path, query, { format: "json" })), svg(asked(path, query, { format: "svg", language, ...size }))]);
      if (this.question === question) this.fill(answer, drawn);
    } catch (problem) {
      if (this.question !== question) return;
      this.trouble.textContent = problem.message;
      this.trouble.hidden = false;
      this.picture.hidden = true;
    }
    this.figure.removeAttribute("aria-busy");
  }

  fill(answer, drawn) {
    this.trouble.hidden = true;
    this.picture.hidden = false;
    this.drawn = drawn;
    showPicture(this.image, drawn);
    fill(this.numbers, [this.rows(answer)].flat().flatMap(table));
    this.moment.textContent = answer.as_of ? say("counted_until", { time: when(answer.as_of) }) : "";
    this.told(answer);
  }
}
