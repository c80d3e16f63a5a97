// What a reader has chosen is in the address, so that it can be sent to somebody and gone back to.

import { findAll } from "./dom.js";

/** @import { Field } from "../types/dom" */

/**
 * What the address asks for; nothing where it asks for nothing.
 * @param {string} name
 */
export const addressParam = (name) => new URLSearchParams(location.search).get(name) || null;

/**
 * Those of these parameters that the address has, as a query.
 * @param {string[]} names
 */
export function addressQuery(names) {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = addressParam(name);
    if (value) query.append(name, value);
  }
  return query;
}

/**
 * Puts a choice into the address; what is empty, or what is usual, leaves it.
 * @param {string} name
 * @param {string} value
 * @param {string | undefined} usual
 */
function choose(name, value, usual) {
  const address = new URL(location.href);
  if (value === "" || value === usual) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  if (address.href !== location.href) history.pushState(null, "", address);
}

/**
 * The fields that the address has the values of.
 * @returns {Field[]}
 */
const fields = () => [...findAll("main [name]", HTMLSelectElement), ...findAll("main [name]", HTMLInputElement)];

/** Shows in every field what the address asks for. */
export function fillFields() {
  for (const field of fields()) field.value = addressParam(field.name) ?? field.dataset.usual ?? "";
}

/**
 * Keeps the address and the fields of the page together; `changed` hears of every choice, and of going back.
 * @param {() => unknown} changed
 */
export function bindFields(changed) {
  for (const field of fields()) {
    field.addEventListener("change", () => {
      if (!field.checkValidity()) return void field.reportValidity();
      choose(field.name, field.value, field.dataset.usual);
      return void changed();
    });
    field.form?.addEventListener("submit", (event) => event.preventDefault());
  }
  addEventListener("popstate", () => {
    fillFields();
    changed();
  });
}

/**
 * Chooses for a field, as if somebody had done so in it.
 * @param {Field} field
 * @param {string} value
 */
export function chooseIn(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("change"));
}
