// Numbers as a table that scrolls within itself where it is wider than the page.

import { make } from "./dom.js";

/** @import { Children } from "../types/dom" */
/** @import { Rows } from "../types/statistics" */

/**
 * A table: `head` names the columns, each row of `rows` has a cell for each; the first cell heads its row. A cell is
 * text or an element. Columns in `words` are words, all others but the first numbers. `title` says what is in it.
 * @param {Rows} rows
 */
export function table({ title, head, rows, words = [], notes = [] }) {
  /** @param {number} column */
  const kind = (column) => (column === 0 || words.includes(column) ? null : "number");
  const header = head.map((name, column) => make("th", { scope: "col", class: kind(column) }, name));
  /** @type {(value: Children, column: number) => HTMLElement} */
  const cell = (value, column) => (column === 0 ? make("th", { scope: "row" }, value) : make("td", { class: kind(column) }, value));
  return [
    make(
      "div",
      { class: "scrolls", tabindex: "0", role: "group", "aria-label": title },
      make(
        "table",
        { class: "figures" },
        make("caption", { class: "unseen" }, title),
        make("thead", {}, make("tr", {}, header)),
        make(
          "tbody",
          {},
          rows.map((row) => make("tr", {}, ...row.map(cell))),
        ),
      ),
    ),
    ...notes.map((note) => make("p", { class: "small quiet" }, note)),
  ];
}
