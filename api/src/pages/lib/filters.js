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
export function inAddress() {
  const asked = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(location.search)) if (value && !PAGE_PARAMETERS.includes(name)) asked.append(name, value);
  return asked;
}

/**
 * The query of an address with another question in it; what is the page's own stays.
 * @param {URLSearchParams} asked
 */
export function queryOf(asked) {
  const own = [...new URLSearchParams(location.search)].filter(([name]) => PAGE_PARAMETERS.includes(name));
  const text = new URLSearchParams([...own, ...asked]).toString();
  return text ? `?${text}` : "";
}

/**
 * Whether two questions ask the same, in whatever order.
 * @param {URLSearchParams} one
 * @param {URLSearchParams} other
 */
function same(one, other) {
  /** @param {URLSearchParams} asked */
  const text = (asked) => [...asked].map(String).sort().join("&");
  return text(one) === text(other);
}

/** Ties a form to the address: its fields, those outside of it by `form=`, are called as the parameters. */
export class Filters {
  /**
   * `changed(asked)` is called at once and whenever something else is asked. Parameters without a field stay as they
   * are; `silent` ones are not shown among the filters in force; `fixed(asked, before)` may set more of a new question.
   * @param {HTMLFormElement} form
   * @param {(asked: URLSearchParams) => void} changed
   * @param {{ silent?: string[], fixed?: (asked: URLSearchParams, before: URLSearchParams) => void }} options
   */
  constructor(form, changed, { silent = [], fixed = () => {} } = {}) {
    this.form = form;
    this.changed = changed;
    this.silent = silent;
    this.fixed = fixed;
    this.asked = inAddress();
    /** @type {Map<string, string>} */
    this.shown = new Map();
    form.addEventListener("submit", (event) => { event.preventDefault(); this.take(); });
    form.addEventListener("change", () => this.take());
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
    this.asked = inAddress();
    this.shown = new Map(this.names.map((name) => [name, this.put(name)]));
    this.showInForce();
    this.changed(this.asked);
  }

  /** @param {string} name */
  values(name) {
    const values = this.asked.getAll(name);
    return LIST_PARAMETERS.includes(name) ? values.flatMap((value) => value.split(",").map((part) => part.trim())) : values;
  }

  /**
   * Puts the values of a parameter into its fields; what they then hold.
   * @param {string} name
   */
  put(name) {
    const values = this.values(name);
    return this.fields(name).map((field, index) => {
      const value = values[index] ?? "";
      field.value = value;
      // A value that the form does not offer is asked all the same.
      if (field instanceof HTMLSelectElement && field.value !== value) {
        field.append(make("option", { value }, value));
        field.value = value;
      }
      return field.value;
    }).join("\n");
  }

  /** Takes what the form says into the address, if it is something new. */
  take() {
    const names = this.names;
    const asked = new URLSearchParams([...this.asked].filter(([name]) => !names.includes(name)));
    for (const name of names) {
      const values = this.fields(name).map(({ value }) => value.trim());
      const same = this.fields(name).map(({ value }) => value).join("\n") === this.shown.get(name);
      const kept = same ? this.values(name) : values.filter(Boolean);
      if (LIST_PARAMETERS.includes(name)) { if (kept.length) asked.append(name, [...new Set(kept)].join(",")); }
      else for (const value of kept) asked.append(name, value);
    }
    this.fixed(asked, this.asked);
    this.go(asked);
  }

  /**
   * Asks this from now on.
   * @param {URLSearchParams} asked
   */
  go(asked) {
    if (same(asked, this.asked)) return;
    history.pushState(null, "", location.pathname + queryOf(asked) + location.hash);
    this.read();
  }

  /** Every filter in force, each as a button that takes it off. */
  showInForce() {
    const inForce = [...this.asked].filter(([name]) => !this.silent.includes(name));
    const box = find("in-force");
    if (inForce.length === 0) return fill(box, make("span", { class: "small quiet" }, say("no_filter")));
    const tags = inForce.map(([name, value]) => this.tag(name, value));
    const all = make("button", { type: "button", class: "plain small", onclick: () => this.leave(([name]) => this.silent.includes(name)) }, say("remove_all"));
    return fill(box, tags, inForce.length > 1 && all);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  tag(name, value) {
    const said = make("span", {}, this.described(name, value));
    const off = make("button", { type: "button", class: "tag filter", "aria-label": say("remove_filter", { filter: said.textContent }),
      onclick: () => this.leave(([other, its]) => other !== name || its !== value) }, said, make("span", { "aria-hidden": "true" }, "×"));
    if (PLAYER_PARAMETERS.includes(name)) this.nameThem(name, value, said, off);
    return off;
  }

  /**
   * What a filter says, by the words of the form.
   * @param {string} name
   * @param {string} value
   */
  described(name, value) {
    const [field] = this.fields(name);
    const label = field?.labels?.[0]?.querySelector("span")?.textContent ?? (PLAYER_PARAMETERS.includes(name) ? say("way_player") : name);
    const option = field instanceof HTMLSelectElement && [...field.options].find((one) => one.value === value);
    return labelled(label, option ? option.textContent : value);
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {HTMLElement} said
   * @param {HTMLElement} off
   */
  async nameThem(name, value, said, off) {
    const ids = value.split(",");
    const people = await Promise.all(ids.map((id) => get("/v1/players/{id}", { id }).then((player) => player.name, () => id)));
    said.textContent = this.described(name, people.join(say("list_mark")));
    off.setAttribute("aria-label", say("remove_filter", { filter: said.textContent }));
  }

  /**
   * Keeps only these.
   * @param {(parameter: [string, string]) => boolean} stays
   */
  leave(stays) {
    this.go(new URLSearchParams([...this.asked].filter(stays)));
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
