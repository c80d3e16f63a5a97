// The state of a page that people chose with a form: it is in the address, and back and forward bring it back.

import { get } from "./api.js";
import { announce, fill, find, make } from "./dom.js";
import { labelled, say } from "./words.js";

/** @import { Field } from "../types/dom" */

/** Parameters of the address that are none of the question. */
const PAGE_PARAMETERS = ["language"];
/** Those whose values are one list, separated by commas. */
const LIST_PARAMETERS = ["group_by"];
/** Those that name people. */
const PLAYER_PARAMETERS = ["player", "of", "group"];

/** What the address asks for. */
export function pageQuery() {
  const query = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(location.search)) if (value && !PAGE_PARAMETERS.includes(name)) query.append(name, value);
  return query;
}

/**
 * The query of an address with another question in it; what is the page's own stays.
 * @param {URLSearchParams} query
 */
export function queryOf(query) {
  const own = [...new URLSearchParams(location.search)].filter(([name]) => PAGE_PARAMETERS.includes(name));
  const text = new URLSearchParams([...own, ...query]).toString();
  return text ? `?${text}` : "";
}

/**
 * Whether two questions ask the same, in whatever order.
 * @param {URLSearchParams} one
 * @param {URLSearchParams} other
 */
function same(one, other) {
  /** @param {URLSearchParams} query */
  const text = (query) => [...query].map(String).sort().join("&");
  return text(one) === text(other);
}

/** Ties a form to the address: its fields, those outside of it by `form=`, are called as the parameters. */
export class Filters {
  /**
   * `changed(query)` is called at once and whenever something else is asked. Parameters without a field stay as they
   * are; `silent` ones are not shown among the filters in force; `fixed(query, before)` may set more of a new question.
   * @param {HTMLFormElement} form
   * @param {(query: URLSearchParams) => void} changed
   * @param {{ silent?: string[], fixed?: (query: URLSearchParams, before: URLSearchParams) => void }} options
   */
  constructor(form, changed, { silent = [], fixed = () => {} } = {}) {
    this.form = form;
    this.changed = changed;
    this.silent = silent;
    this.fixed = fixed;
    this.query = pageQuery();
    /** @type {Map<string, string>} */
    this.shown = new Map();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.apply();
    });
    form.addEventListener("change", () => this.apply());
    addEventListener("popstate", () => this.read());
    this.read();
  }

  /** Every field of the form that has a name. */
  get all() {
    return [...this.form.elements].flatMap((field) => (isField(field) && field.name ? [field] : []));
  }

  /**
   * The fields of a parameter.
   * @param {string} name
   */
  fields(name) {
    return this.all.filter((field) => field.name === name);
  }

  get names() {
    return [...new Set(this.all.map((field) => field.name))];
  }

  /** Shows what the address asks for. */
  read() {
    this.query = pageQuery();
    this.shown = new Map(this.names.map((name) => [name, this.put(name)]));
    this.showInForce();
    this.changed(this.query);
  }

  /** @param {string} name */
  values(name) {
    const values = this.query.getAll(name);
    return LIST_PARAMETERS.includes(name) ? values.flatMap((value) => value.split(",").map((part) => part.trim())) : values;
  }

  /**
   * Puts the values of a parameter into its fields; what they then hold.
   * @param {string} name
   */
  put(name) {
    const values = this.values(name);
    return this.fields(name)
      .map((field, index) => {
        const value = values[index] ?? "";
        field.value = value;
        // A value that the form does not offer is asked all the same.
        if (field instanceof HTMLSelectElement && field.value !== value) {
          field.append(make("option", { value }, value));
          field.value = value;
        }
        return field.value;
      })
      .join("\n");
  }

  /** Takes what the form says into the address, if it is something new. */
  apply() {
    const names = this.names;
    const query = new URLSearchParams([...this.query].filter(([name]) => !names.includes(name)));
    for (const name of names) {
      const values = this.fields(name).map(({ value }) => value.trim());
      const same =
        this.fields(name)
          .map(({ value }) => value)
          .join("\n") === this.shown.get(name);
      const chosenValues = same ? this.values(name) : values.filter(Boolean);
      if (LIST_PARAMETERS.includes(name)) {
        if (chosenValues.length) query.append(name, [...new Set(chosenValues)].join(","));
      } else for (const value of chosenValues) query.append(name, value);
    }
    this.fixed(query, this.query);
    this.go(query);
  }

  /**
   * Asks this from now on.
   * @param {URLSearchParams} query
   */
  go(query) {
    if (same(query, this.query)) return;
    history.pushState(null, "", location.pathname + queryOf(query) + location.hash);
    this.read();
  }

  /** Every filter in force, each as a button that takes it off. */
  showInForce() {
    const inForce = [...this.query].filter(([name]) => !this.silent.includes(name));
    const box = find("in-force");
    if (inForce.length === 0) return fill(box, make("span", { class: "small quiet" }, say("no-filter")));
    const tags = inForce.map(([name, value]) => this.tag(name, value));
    const all = make(
      "button",
      { type: "button", class: "plain small", onclick: () => this.keepOnly(([name]) => this.silent.includes(name)) },
      say("remove-all"),
    );
    return fill(box, tags, inForce.length > 1 && all);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  tag(name, value) {
    const labelElement = make("span", {}, this.describe(name, value));
    const off = make(
      "button",
      {
        type: "button",
        class: "tag filter",
        "aria-label": say("remove-filter", { filter: labelElement.textContent }),
        onclick: () => this.keepOnly(([other, its]) => other !== name || its !== value),
      },
      labelElement,
      make("span", { "aria-hidden": "true" }, "×"),
    );
    if (PLAYER_PARAMETERS.includes(name)) this.showNames(name, value, labelElement, off);
    return off;
  }

  /**
   * What a filter says, by the words of the form.
   * @param {string} name
   * @param {string} value
   */
  describe(name, value) {
    const [field] = this.fields(name);
    const label =
      field?.labels?.[0]?.querySelector("span")?.textContent ?? (PLAYER_PARAMETERS.includes(name) ? say("grouping-player") : name);
    const option = field instanceof HTMLSelectElement && [...field.options].find((one) => one.value === value);
    return labelled(label, option ? option.textContent : value);
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {HTMLElement} labelElement
   * @param {HTMLElement} off
   */
  async showNames(name, value, labelElement, off) {
    const ids = value.split(",");
    const people = await Promise.all(
      ids.map((id) =>
        get("/v1/players/{id}", { id }).then(
          (player) => player.name,
          () => id,
        ),
      ),
    );
    labelElement.textContent = this.describe(name, people.join(say("list-mark")));
    off.setAttribute("aria-label", say("remove-filter", { filter: labelElement.textContent }));
  }

  /**
   * Keeps only these.
   * @param {(parameter: [string, string]) => boolean} isKept
   */
  keepOnly(isKept) {
    this.go(new URLSearchParams([...this.query].filter(isKept)));
    announce(find("in-force").textContent);
    const first = this.form.querySelector("summary, select, input");
    if (first instanceof HTMLElement) first.focus();
  }
}

/**
 * @param {Element} element
 * @returns {element is Field}
 */
export const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
