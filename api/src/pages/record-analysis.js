// What a finished game says of itself: marks with a sentence each, how likely claims were, a graph of all steps. No game is
// known here: every word of a game comes from the API.

import { get, Problem } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { labelled, nameOf, number, say, localize } from "./lib/words.js";

/** @import { Analysis, AnalysisMark, AnalysisStep, Loaded, RecordView } from "./types/records" */

const SVG = "http://www.w3.org/2000/svg";
/** The graph in its own units, as it is stretched to its place. */
const [GRAPH_WIDTH, GRAPH_HEIGHT] = [100, 40];
/** The page waits so long for an analysis before it is shown without. */
const ANALYSIS_TIMEOUT_MS = 5000;

/**
 * What can be said of a record; null while it is live, where its results stay veiled, and where nobody may say.
 * @param {RecordView} shown
 * @returns {Promise<Analysis | null>}
 */
export async function readAnalysis({ id, token, record, perspective }) {
  if (record?.status !== "over" || perspective === "public") return null;
  const query = perspective === null ? {} : { viewer: perspective };
  const late = new Promise((resolve) => { setTimeout(resolve, ANALYSIS_TIMEOUT_MS, null); });
  try {
    return /** @type {Analysis | null} */ (await Promise.race([get("/v1/games/{id}/analysis", { id }, { token, query }), late]));
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

/** Shows the analysis of what is shown; `go` goes to a step, `see` shows it with the eyes of a seat. */
export class AnalysisPanel {
  /** @param {{ shown: RecordView, go: (step: number) => void, see: (seat: number) => void }} page */
  constructor({ shown, go, see }) {
    this.shown = shown;
    this.go = go;
    this.see = see;
    /** The step whose answer was looked at. */
    this.revealed = -1;
    find("next-mark").addEventListener("click", () => go(this.nextMark()));
    find("guess", HTMLInputElement).addEventListener("change", () => { this.revealed = -1; this.show(); });
  }

  /** @returns {AnalysisStep[]} */
  get marked() {
    return this.shown.analysis?.steps.filter(({ mark }) => mark) ?? [];
  }

  /** The next marked step, or the first after the last. */
  nextMark() {
    const { marked, shown } = this;
    return (marked.find(({ step }) => step > shown.at) ?? marked[0])?.step ?? shown.at;
  }

  get isHidden() {
    return find("guess", HTMLInputElement).checked && this.revealed !== this.shown.at;
  }

  /** Shows what is said of the step that is shown. */
  show() {
    const { analysis, record, at } = this.shown;
    const missing = (analysis?.missing ?? []).map((reason) => say(`missing_${reason}`));
    find("analysis").hidden = !analysis || !record || !(analysis.graph || this.marked.length || missing.length);
    if (find("analysis").hidden || !analysis || !record) return;
    find("next-mark").hidden = this.marked.length === 0;
    const step = analysis.steps[at];
    fill(find("mark-said"), ...this.said(/** @type {Loaded} */ (this.shown), step));
    this.drawGraph(analysis);
    find("analysis-model").textContent = [say("analysis_model", { model: analysis.model }), ...missing].join(" ");
  }

  /**
   * @param {Loaded} shown
   * @param {AnalysisStep | undefined} step
   */
  said({ record }, step) {
    const mark = step?.mark;
    const alternatives = step?.alternatives?.length ? this.alternatives(step) : [];
    if (!mark) return [make("p", { class: "quiet" }, this.marked.length ? say("no_mark", { count: this.marked.length }) : say("no_marks")), ...alternatives];
    if (this.isHidden) {
      const reveal = make("button", { type: "button", id: "reveal", onclick: () => { this.revealed = this.shown.at; this.show(); find("mark-said").focus(); } }, say("guess_show"));
      return [make("p", { class: "move" }, say(`guess_${mark.kind}`)), reveal];
    }
    const { seat } = mark;
    const eyes = this.shown.kind?.has_secrets && typeof seat === "number" && this.shown.perspective !== String(seat) &&
      make("button", { type: "button", class: "small", onclick: () => this.see(seat) }, say("see_as", { name: nameOf(record, seat) }));
    return [make("p", { class: `move said ${mark.kind}` }, localize(mark.sentence)), mark.chances && dots(mark), ...alternatives, eyes];
  }

  /** @param {AnalysisStep} step */
  alternatives({ alternatives = [] }) {
    return [make("p", { class: "small quiet" }, say("with_open_hands")), make("ul", { class: "row alternatives" },
      alternatives.map(({ name, prospect }) => make("li", { class: `tag ${prospect}` }, labelled(localize(name), say(`prospect_${prospect}`)))))];
  }

  /** @param {Analysis} analysis */
  drawGraph({ graph, steps }) {
    find("graph").hidden = !graph;
    if (!graph) return;
    const { at } = this.shown;
    const end = find("guess", HTMLInputElement).checked ? (this.isHidden ? at - 1 : at) : steps.length - 1;
    const most = Math.max(steps.length - 1, 1);
    const picture = document.createElementNS(SVG, "svg");
    const title = localize(graph.caption);
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": title })) picture.setAttribute(name, value);
    /** @param {number} step */
    const x = (step) => GRAPH_WIDTH * step / most;
    /** @param {number} value */
    const y = (value) => GRAPH_HEIGHT * (1 - Math.min(value / graph.most, 1));
    const drawn = steps.slice(0, end + 1).map(({ step, values }) => ({ step, values: values ?? [] }));
    // Claims stand alone: between two of them there is nothing.
    const isSparse = steps.filter(({ values }) => values?.some(isNumber)).length * 2 < steps.length && !graph.is_chance;
    if (isSparse) for (const { step, values } of drawn) {
      const seen = values.filter(isNumber);
      if (seen.length > 1) picture.append(shape("line", "stem", { x1: x(step), x2: x(step), y1: y(Math.min(...seen)), y2: y(Math.max(...seen)) }));
    }
    graph.series.forEach((_, line) => {
      const points = drawn.flatMap(({ step, values }) => { const value = values[line]; return isNumber(value) ? [{ step, value }] : []; });
      if (!isSparse) picture.append(shape("polyline", `course line-${line}`, { points: points.map(({ step, value }) => `${x(step)},${y(value)}`).join(" ") }));
      else for (const { step, value } of points) picture.append(shape("line", `dot line-${line}`, { x1: x(step), x2: x(step), y1: y(value), y2: y(value) }));
    });
    picture.append(shape("line", "now", { x1: x(at), x2: x(at), y1: 0, y2: GRAPH_HEIGHT }));
    fill(find("graph-picture"), picture);
    const values = steps.slice(0, end + 1).filter(({ step, values: here }) => step <= at && here?.some(isNumber)).at(-1)?.values ?? [];
    fill(find("graph-caption"), make("span", {}, title), make("span", { class: "row legend" }, graph.series.map((name, line) =>
      make("span", { class: `key line-${line}` }, [localize(name), written(values[line], graph.is_chance)].filter(Boolean).join(" ")))));
  }
}

/**
 * @param {number | null | undefined} value
 * @returns {value is number}
 */
const isNumber = (value) => typeof value === "number";

/**
 * The marks that end a game, as lines that lead to their steps.
 * @param {Analysis | null} analysis
 * @param {(step: number) => void} go
 */
export function awards(analysis, go) {
  return (analysis?.awards ?? []).map(({ step, kind, sentence }) => make("p", { class: "award" },
    make("strong", {}, say(`award_${kind}`)), " ", localize(sentence), " ",
    make("button", { type: "button", class: "small", onclick: () => go(step) }, say("award_step", { step }))));
}

/**
 * A claim as three dots: who made it, the table, the truth; each as full as the claim was likely.
 * @param {AnalysisMark} mark
 */
function dots({ kind, chances }) {
  const { maker, table, truth } = { maker: null, table: null, truth: null, ...chances };
  /** @type {(name: string, chance: number | null | undefined, text: string) => HTMLElement | false} */
  const dot = (name, chance, text) => {
    if (typeof chance !== "number") return false;
    const sign = make("span", { class: "chance-dot", "aria-hidden": "true" });
    sign.style.setProperty("--full", String(chance));
    return make("li", { class: "row" }, sign, labelled(say(name), text));
  };
  const isCall = kind === "call";
  return make("ul", { class: "row dots" }, dot(isCall ? "dot_caller" : "dot_claimer", maker, written(maker, true)), dot("dot_table", table, written(table, true)),
    typeof truth === "boolean" && dot("dot_truth", truth ? 1 : 0, say(truth ? "truth_yes" : "truth_no")));
}

/**
 * A value of the graph, or a chance, as people write it.
 * @param {number | null | undefined} value
 * @param {boolean} isChance
 */
function written(value, isChance) {
  if (typeof value !== "number") return "";
  if (!isChance) return number(value);
  const percent = Math.round(value * 100) || 0;
  return `${number(value > 0 && percent === 0 ? 1 : value < 1 && percent === 100 ? 99 : percent)} %`;
}

/**
 * @param {string} kind
 * @param {string} className
 * @param {Record<string, string | number>} attributes
 */
function shape(kind, className, attributes) {
  const element = document.createElementNS(SVG, kind);
  element.setAttribute("class", className);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
