// The odds of a step as tables, and what could be played next: beside each other what hindsight sees and what the player
// saw. No game is known here.

import { make } from "./lib/dom.js";
import { number, say, localize } from "./lib/words.js";

/** @import { AnalysisStep } from "./types/records" */

/** @typedef {NonNullable<AnalysisStep["tables"]>[number]} Table */
/** @typedef {NonNullable<AnalysisStep["alternatives"]>[number]} Alternative */

/** Of more columns than these the names stand upright, if one has more letters than that. */
const [FLAT_COLUMNS, FLAT_LETTERS] = [3, 2];

/**
 * A chance as people write it: only what is certain is 0 or 100.
 * @param {number} chance
 */
export function percent(chance) {
  const rounded = Math.round(chance * 100) || 0;
  return `${number(chance > 0 && rounded === 0 ? 1 : chance < 1 && rounded === 100 ? 99 : rounded)} %`;
}

/**
 * A table with a caption, the names of its columns, and rows that begin with their names.
 * @param {string} caption
 * @param {string[]} columns
 * @param {{ name: string, cells: (HTMLElement | false)[] }[]} rows
 */
function drawn(caption, columns, rows) {
  const head = make(
    "thead",
    {},
    make(
      "tr",
      {},
      make("td"),
      columns.map((name) => make("th", { scope: "col" }, make("span", {}, name))),
    ),
  );
  const body = make(
    "tbody",
    {},
    rows.map(({ name, cells }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, name),
        cells.map((cell) => cell || make("td")),
      ),
    ),
  );
  const isUpright = columns.length > FLAT_COLUMNS && columns.some((name) => name.length > FLAT_LETTERS);
  const table = make("table", { class: isUpright ? "odds upright" : "odds" }, make("caption", {}, caption), head, body);
  // Wider than a phone it scrolls, by keys as well.
  return make("div", { class: "odds-box", tabindex: 0, role: "region", "aria-label": caption }, table);
}

/** @param {number} chance */
function chanceCell(chance) {
  const cell = make("td", { class: "chance" }, percent(chance));
  cell.style.setProperty("--full", String(chance));
  return cell;
}

/**
 * The tables of a step.
 * @param {AnalysisStep | undefined} step
 */
export function tables(step) {
  return (step?.tables ?? []).map(({ caption, columns, rows }) =>
    drawn(
      localize(caption),
      columns.map(localize),
      rows.map(({ name, cells }) => ({
        name: localize(name),
        cells: cells.map((cell) => (typeof cell === "number" ? chanceCell(cell) : cell !== null && make("td", {}, localize(cell)))),
      })),
    ),
  );
}

/**
 * What could be played next, by what hindsight sees and by what the player saw.
 * @param {Alternative[]} alternatives
 * @param {string} caption
 */
export function alternativesTable(alternatives, caption) {
  if (alternatives.length === 0) return [];
  const deals = Math.max(...alternatives.map(({ as_known: chance }) => chance?.deals ?? 0));
  /** @type {(chance: Alternative["as_known"]) => HTMLElement | false} */
  const chanceAsKnown = (chance) => {
    if (!chance) return false;
    const cell = chanceCell(chance.p);
    cell.append(" ", make("span", { class: "small quiet" }, say("interval", { low: percent(chance.low), high: percent(chance.high) })));
    return cell;
  };
  const rows = alternatives.map(({ name, prospect, as_known: chance }) => {
    /** @type {(HTMLElement | false)[]} */
    const cells = [make("td", { class: `prospect ${prospect}` }, say(`prospect-${prospect}`))];
    return { name: localize(name), cells: deals > 0 ? [...cells, chanceAsKnown(chance)] : cells };
  });
  const table = drawn(caption, [say("as-open"), ...(deals > 0 ? [say("as-known")] : [])], rows);
  return [table, deals > 0 && make("p", { class: "small quiet" }, say("as-known-note", { count: deals }))];
}
