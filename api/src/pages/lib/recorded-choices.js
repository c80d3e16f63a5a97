// Choices that the records themselves have, such as the places where games were played; found when a form is opened.

import { get } from "./api.js";
import { groupName } from "./answers.js";
import { findAll, make } from "./dom.js";

/** Choices of a field at most. */
const MAX_CHOICES = 200;

/**
 * Offers in every field of these details that names a way to group the values that observations of a metric have, once they are
 * opened.
 * @param {HTMLDetailsElement} details
 * @param {string} metric
 * @param {Record<string, string>} which
 */
export function offerRecordedChoices(details, metric, which = {}) {
  const offer = () => {
    if (!details.open) return;
    details.removeEventListener("toggle", offer);
    for (const field of findAll("select[data-recorded]", HTMLSelectElement, details)) offerIn(field, metric, which).catch(() => {});
  };
  details.addEventListener("toggle", offer);
  offer();
}

/**
 * @param {HTMLSelectElement} field
 * @param {string} metric
 * @param {Record<string, string>} which
 */
async function offerIn(field, metric, which) {
  const grouping = field.dataset.recorded ?? "";
  const query = new URLSearchParams({
    ...which,
    group_by: grouping,
    limit: String(MAX_CHOICES),
    ...(grouping === "player" && { sort: "-n" }),
  });
  // Whole tables have no players of their own; whoever sits somewhere wins or does not.
  const source = grouping === "player" ? "common.won" : metric;
  const { metric: entry, groups } = await get("/v1/statistics/{metric}", { metric: source }, { query });
  for (const { key } of groups ?? []) {
    const part = key[grouping];
    if (part === null || part === undefined) continue;
    const value = String(typeof part === "object" ? part.id : part);
    const name = groupName(entry, key);
    const offered = [...field.options].find((one) => one.value === value);
    if (offered) offered.textContent = name;
    else field.append(make("option", { value }, name));
  }
}
