// What a finished game says of itself: marks with a sentence each, how likely claims were, a graph of all steps. No game is
// known here: every word of a game comes from the API.

import { get, Problem } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { eyes } from "./lib/engine.js";
import { saved } from "./lib/source.js";
import { labelled, nameOf, number, say, localize } from "./lib/words.js";
import { alternativesTable, percent, tables } from "./record-tables.js";

/** @import { Analysis, AnalysisMark, AnalysisStep, Loaded, RecordView } from "./types/records" */

const SVG = "http://www.w3.org/2000/svg";
/** The graph in its own units, as it is stretched to its place. */
const [GRAPH_WIDTH, GRAPH_HEIGHT] = [100, 40];

/**
 * Whether the service analyses a game: it knows facts of the archive that the game assumes, and a saved replay does not.
 * @param {RecordView["kind"]} kind
 */
export const asksService = (kind) => kind?.assumes_archive === true && !saved;

/**
 * What can be said of a record; null while it is live, where its results stay veiled, and where nobody may say.
 * @param {RecordView} shown
 * @returns {Promise<Analysis | null>}
 */
export async function readAnalysis({ id, token, record, kind, worker, perspective }) {
  if (record?.status !== "over" || perspective === "public" || !worker) return null;
  const query = perspective === null ? {} : { viewer: perspective };
  try {
    return asksService(kind)
      ? await get("/v1/games/{id}/analysis", { id }, { token, query })
      : await worker.ask("analysis", { perspective: eyes(perspective) });
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

/** Shows the analysis of what is shown; `go` goes to a step, `see` shows it with the eyes of a seat, `playOn` copies it. */
export class AnalysisPanel {
  /**
   * @param {object} page
   * @param {RecordView} page.shown
   * @param {(step: number) => void} page.go
   * @param {(seat: number) => void} page.see
   * @param {(step: number, button: HTMLButtonElement) => void} page.playOn
   */
  constructor({ shown, go, see, playOn }) {
    this.shown = shown;
    this.go = go;
    this.see = see;
    this.playOn = playOn;
    /**
     * The steps that were asked about alone.
     * @type {WeakSet<AnalysisStep>}
     */
    this.requested = new WeakSet();
    /** The step whose answer was looked at. */
    this.revealed = -1;
    find("next-mark").addEventListener("click", () => go(this.nextMark()));
    find("guess", HTMLInputElement).addEventListener("change", () => {
      this.revealed = -1;
      this.show();
    });
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
    const missing = (analysis?.missing ?? []).map((reason) => say(`missing-${reason}`));
    find("analysis").hidden = !analysis || !record || !(analysis.graph || this.marked.length || missing.length);
    if (find("analysis").hidden || !analysis || !record) return;
    find("next-mark").hidden = this.marked.length === 0;
    const step = analysis.steps[at];
    fill(find("mark-said"), ...this.said(/** @type {Loaded} */ (this.shown), step));
    fill(find("odds"), ...this.odds(analysis, step));
    this.drawGraph(analysis);
    find("analysis-model").textContent = [say("analysis-model", { model: analysis.model }), ...missing].join(" ");
  }

  /**
   * @param {Loaded} shown
   * @param {AnalysisStep | undefined} step
   */
  said({ record }, step) {
    const mark = step?.mark;
    if (!mark) return [make("p", { class: "quiet" }, this.marked.length ? say("no-mark", { count: this.marked.length }) : say("no-marks"))];
    if (this.isHidden) {
      const reveal = make(
        "button",
        {
          type: "button",
          id: "reveal",
          onclick: () => {
            this.revealed = this.shown.at;
            this.show();
            find("mark-said").focus();
          },
        },
        say("guess-show"),
      );
      return [make("p", { class: "move" }, say(`guess-${mark.kind}`)), reveal];
    }
    const { seat } = mark;
    const eyes =
      this.shown.kind?.has_secrets &&
      typeof seat === "number" &&
      this.shown.perspective !== String(seat) &&
      make("button", { type: "button", class: "small", onclick: () => this.see(seat) }, say("see-as", { name: nameOf(record, seat) }));
    const before = this.before(step);
    const playOn =
      before &&
      make(
        "button",
        {
          type: "button",
          class: "small online",
          id: "play-on",
          onclick: () => this.playOn(before.step, find("play-on", HTMLButtonElement)),
        },
        say("play-on"),
      );
    return [
      make("p", { class: `move said ${mark.kind}` }, localize(mark.sentence)),
      mark.chances && dots(mark),
      make("div", { class: "row" }, playOn, eyes),
    ];
  }

  /**
   * The step before a turning point, where something else could have been played.
   * @param {AnalysisStep} step
   */
  before({ step, mark }) {
    return mark?.kind === "turning_point" ? this.shown.analysis?.steps[step - 1] : undefined;
  }

  /**
   * The odds of a step and what could be played, unless that gives an answer away.
   * @param {Analysis} analysis
   * @param {AnalysisStep | undefined} step
   */
  odds({ steps }, step) {
    if (!step || (this.isHidden && (step.mark || steps[step.step + 1]?.mark))) return [];
    const before = this.before(step);
    const shown = before?.alternatives?.length ? before : step;
    this.request(shown);
    return [...alternativesTable(shown.alternatives ?? [], say(shown === step ? "next-move" : "move-instead")), ...tables(step)];
  }

  /**
   * Asks for what a player could know where there was no time for it before.
   * @param {AnalysisStep} step
   */
  async request(step) {
    const { alternatives = [] } = step;
    const isDecided = alternatives.length < 2 || alternatives.some(({ as_known: chance }) => chance);
    if (isDecided || this.requested.has(step)) return;
    this.requested.add(step);
    try {
      const { worker, perspective } = this.shown;
      const found = await worker?.ask("analysis", { perspective: eyes(perspective), step: step.step });
      step.alternatives = found?.steps[0]?.alternatives ?? alternatives;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return;
    }
    const { at, analysis } = this.shown;
    if (step.alternatives.some(({ as_known: chance }) => chance) && (analysis?.steps[at] === step || analysis?.steps[at - 1] === step))
      this.show();
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
    for (const [name, value] of Object.entries({
      viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": title,
    }))
      picture.setAttribute(name, value);
    /** @param {number} step */
    const x = (step) => (GRAPH_WIDTH * step) / most;
    /** @param {number} value */
    const y = (value) => GRAPH_HEIGHT * (1 - Math.min(value / graph.most, 1));
    const drawn = steps.slice(0, end + 1).map(({ step, values }) => ({ step, values: values ?? [] }));
    // Claims stand alone: between two of them there is nothing.
    const isSparse = steps.filter(({ values }) => values?.some(isNumber)).length * 2 < steps.length && !graph.is_chance;
    if (isSparse)
      for (const { step, values } of drawn) {
        const seen = values.filter(isNumber);
        if (seen.length > 1)
          picture.append(shape("line", "stem", { x1: x(step), x2: x(step), y1: y(Math.min(...seen)), y2: y(Math.max(...seen)) }));
      }
    graph.series.forEach((_, line) => {
      const points = drawn.flatMap(({ step, values }) => {
        const value = values[line];
        return isNumber(value) ? [{ step, value }] : [];
      });
      if (!isSparse)
        picture.append(
          shape("polyline", `course line-${line}`, { points: points.map(({ step, value }) => `${x(step)},${y(value)}`).join(" ") }),
        );
      else
        for (const { step, value } of points)
          picture.append(shape("line", `dot line-${line}`, { x1: x(step), x2: x(step), y1: y(value), y2: y(value) }));
    });
    picture.append(shape("line", "now", { x1: x(at), x2: x(at), y1: 0, y2: GRAPH_HEIGHT }));
    fill(find("graph-picture"), picture);
    const values =
      steps
        .slice(0, end + 1)
        .filter(({ step, values: here }) => step <= at && here?.some(isNumber))
        .at(-1)?.values ?? [];
    fill(
      find("graph-caption"),
      make("span", {}, title),
      make(
        "span",
        { class: "row legend" },
        graph.series.map((name, line) =>
          make("span", { class: `key line-${line}` }, [localize(name), written(values[line], graph.is_chance)].filter(Boolean).join(" ")),
        ),
      ),
    );
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
  return (analysis?.awards ?? []).map(({ step, kind, sentence }) =>
    make(
      "p",
      { class: "award" },
      make("strong", {}, say(`award-${kind}`)),
      " ",
      localize(sentence),
      " ",
      make("button", { type: "button", class: "small", onclick: () => go(step) }, say("award-step", { step })),
    ),
  );
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
  return make(
    "ul",
    { class: "row dots" },
    dot(isCall ? "dot-caller" : "dot-claimer", maker, written(maker, true)),
    dot("dot-table", table, written(table, true)),
    typeof truth === "boolean" && dot("dot-truth", truth ? 1 : 0, say(truth ? "truth-yes" : "truth-no")),
  );
}

/**
 * A value of the graph, or a chance, as people write it.
 * @param {number | null | undefined} value
 * @param {boolean} isChance
 */
function written(value, isChance) {
  if (typeof value !== "number") return "";
  return isChance ? percent(value) : number(value);
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
