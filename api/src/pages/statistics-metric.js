// The page of a metric: whatever its part of the API can be asked, with a form; the question is in the address.

import { Chart, isDrawnAsRows } from "./lib/chart.js";
import { recordsSearch } from "./lib/records-search.js";
import { announce, fill, find, findAll, make } from "./lib/dom.js";
import { Filters, queryOf } from "./lib/filters.js";
import { offerRecordedChoices } from "./lib/recorded-choices.js";
import { differencesOf, groupName, rowsOf } from "./lib/answers.js";
import { difference, range } from "./lib/numbers.js";
import { table } from "./lib/table.js";
import { say } from "./lib/words.js";

/** @import { Comparison, Group, Metric, Values } from "./types/statistics" */

const { metric = "", kind } = find("metric").dataset;
/** Parameters that are no filters of games. */
const PRESENTATION_PARAMETERS = ["group_by", "compare", "min_n", "min_games", "quantiles", "bins", "sort", "limit", "as_of"];

/** The two groups that are compared. */
const choices = [find("one", HTMLSelectElement), find("other", HTMLSelectElement)];
const records = make("a", {}, say("column-records"));
const chart = new Chart(find("answer"), "/v1/statistics/{metric}", { rows: rowsOf, open: true, onAnswer: answered, extra: [records] });

/**
 * A group as `compare` takes it.
 * @param {Group} group
 */
const keyOf = ({ key }) =>
  Object.values(key)
    .map((value) => {
      if (value === null) return "";
      return String(typeof value === "object" ? value.id : value).replaceAll(",", "\\,");
    })
    .join(",");

/**
 * The two groups that the address compares, as it writes them.
 * @param {URLSearchParams} filterQuery
 */
function compared(filterQuery) {
  const requested = filterQuery.getAll("compare");
  const [only] = requested;
  if (only === undefined || requested.length !== 1) return requested;
  const parts = only.match(/(?:\\,|[^,])*(?:,|$)/g)?.map((part) => part.replace(/,$/, "")) ?? [];
  return parts.slice(0, 2);
}

/** @param {URLSearchParams} filterQuery */
function show(filterQuery) {
  chart.show({ metric }, filterQuery, { low: filterQuery.has("group_by") ? isDrawnAsRows(filterQuery) : kind !== "number" });
  showGroupings(filterQuery);
  for (const field of choices) if (field.parentElement) field.parentElement.hidden = !filterQuery.has("group_by");
  if (!filterQuery.has("group_by")) fill(find("comparison")).hidden = true;
}

/**
 * The ways to group that are one tap away keep the filters.
 * @param {URLSearchParams} filterQuery
 */
function showGroupings(filterQuery) {
  for (const link of findAll("#groupings > a", HTMLAnchorElement)) {
    const query = new URLSearchParams([...filterQuery].filter(([name]) => !["group_by", "compare", "sort"].includes(name)));
    if (link.dataset.grouping) query.set("group_by", link.dataset.grouping);
    link.href = location.pathname + queryOf(query);
    if ((filterQuery.get("group_by") ?? "") === link.dataset.grouping) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** @type {string | null} */
let before = null;

/** Reads a new answer to people who cannot see the chart. */
function announceChart() {
  if (before !== null) announce(chart.image.alt);
  before = chart.image.alt;
}

/** @param {Values} answer */
function answered(answer) {
  announceChart();
  const address = recordsSearch(answer);
  records.hidden = !address;
  if (address) records.href = address.href;
  offerGroups(answer);
  const box = find("comparison");
  box.hidden = !answer.comparison;
  fill(box, ...(answer.comparison ? comparisonOf(answer.metric, answer.comparison) : []));
}

/**
 * The groups there are can be compared.
 * @param {Values} answer
 */
function offerGroups({ groups, metric: entry, comparison }) {
  const requested = compared(page.query);
  choices.forEach((field, index) => {
    const offers = (groups ?? []).map((group) => make("option", { value: keyOf(group) }, groupName(entry, group.key)));
    fill(field, make("option", { value: "" }, say("compare-nothing")), ...offers);
    const requestedKey = requested[index] ?? "";
    if (requestedKey && ![...field.options].some(({ value }) => value === requestedKey)) {
      field.append(
        make(
          "option",
          { value: requestedKey },
          comparison ? groupName(entry, index === 0 ? comparison.one : comparison.other) : requestedKey,
        ),
      );
    }
    field.value = requestedKey;
  });
}

/**
 * What a comparison comes to, in words and as a table.
 * @param {Metric} entry
 * @param {Comparison} comparison
 */
function comparisonOf(entry, comparison) {
  const { one, other, difference: found, interval } = comparison;
  /** @param {number} value */
  const write = (value) =>
    entry.kind === "number" ? difference(entry.kind, value) : say("points-of-share", { difference: difference(entry.kind, value) });
  const sentence =
    typeof found === "number" &&
    say("compared", {
      one: groupName(entry, one),
      other: groupName(entry, other),
      difference: write(found),
      interval: range(interval, write),
    });
  const sure = interval && (interval.low > 0 || interval.high < 0 ? "compared-sure" : "compared-unsure");
  return [
    make("h3", {}, say("comparison")),
    sentence && make("p", { class: "lead" }, sentence),
    sure && make("p", { class: "quiet" }, say(sure)),
    ...table(differencesOf(entry, comparison)),
  ];
}

/**
 * Groups are compared as long as they are groups of the same ways.
 * @param {URLSearchParams} filterQuery
 * @param {URLSearchParams} before
 */
function fixed(filterQuery, before) {
  filterQuery.delete("compare");
  if (filterQuery.get("group_by") !== before.get("group_by") || !filterQuery.has("group_by")) return;
  const chosen = choices.filter((field) => field.selectedIndex > 0).map(({ value }) => value);
  const isLoading = choices.some((field) => field.options.length <= 1);
  if (isLoading) for (const requested of before.getAll("compare")) filterQuery.append("compare", requested);
  else if (new Set(chosen).size === choices.length) for (const key of chosen) filterQuery.append("compare", key);
}

/**
 * Links within the page ask without loading it anew.
 * @param {HTMLAnchorElement} link
 */
function asks(link) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const query = new URLSearchParams(link.search);
    query.delete("language");
    page.go(query);
    find("answer").scrollIntoView({ block: "nearest" });
  });
}

offerRecordedChoices(find("which", HTMLDetailsElement), metric);
const page = new Filters(find("filters", HTMLFormElement), show, { silent: PRESENTATION_PARAMETERS, fixed });
for (const link of findAll("#groupings a, a[data-query]", HTMLAnchorElement)) asks(link);
for (const link of findAll("a[data-query]", HTMLAnchorElement)) link.search = queryOf(new URLSearchParams(link.dataset.query));
