// The page of a metric: whatever its part of the API can be asked, with a form; the question is in the address.

import { Chart, isOfRows } from "./lib/chart.js";
import { behind } from "./lib/behind.js";
import { announce, fill, find, make } from "./lib/dom.js";
import { Filters, queryOf } from "./lib/filters.js";
import { differencesOf, groupName, rowsOf } from "./lib/answers.js";
import { difference, range } from "./lib/numbers.js";
import { table } from "./lib/table.js";
import { say } from "./lib/words.js";

const { metric, kind } = find("metric").dataset;
const path = `/v1/statistics/${metric}`;
/** Parameters that are no filters of games. */
const SHAPING = ["group_by", "compare", "min_n", "quantiles", "bins", "sort", "limit", "as_of"];

const records = make("a", {}, say("column_records"));
const chart = new Chart(find("answer"), { rows: rowsOf, open: true, told: answered, extra: [records] });

/** A group as `compare` takes it. */
const keyOf = ({ key }) => Object.values(key).map((value) => (value === null ? "" : String(value.id ?? value).replaceAll(",", "\\,"))).join(",");

/** The two groups that the address compares, as it writes them. */
function compared(asked) {
  const given = asked.getAll("compare");
  if (given.length !== 1) return given;
  const parts = given[0].match(/(?:\\,|[^,])*(?:,|$)/g)?.map((part) => part.replace(/,$/, "")) ?? [];
  return parts.slice(0, 2);
}

function show(asked) {
  chart.show(path, asked, { low: asked.has("group_by") ? isOfRows(asked) : kind !== "number" });
  showWays(asked);
  for (const field of [find("one"), find("other")]) field.parentElement.hidden = !asked.has("group_by");
  if (!asked.has("group_by")) fill(find("comparison")).hidden = true;
}

/** The ways to group that are one tap away keep the filters. */
function showWays(asked) {
  for (const link of find("ways").children) {
    const query = new URLSearchParams([...asked].filter(([name]) => !["group_by", "compare", "sort"].includes(name)));
    if (link.dataset.way) query.set("group_by", link.dataset.way);
    link.href = location.pathname + queryOf(query);
    if ((asked.get("group_by") ?? "") === link.dataset.way) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

let before = null;

/** A new answer is told to who cannot see it. */
function tell() {
  if (before !== null) announce(chart.image.alt);
  before = chart.image.alt;
}

function answered(answer) {
  tell();
  const address = behind(answer);
  records.hidden = !address;
  if (address) records.href = address;
  offerGroups(answer);
  showComparison(answer);
}

/** The groups there are can be compared. */
function offerGroups({ groups, metric: entry, comparison }) {
  const given = compared(page.asked);
  for (const [index, field] of [find("one"), find("other")].entries()) {
    const offers = (groups ?? []).map((group) => make("option", { value: keyOf(group) }, groupName(entry, group.key)));
    fill(field, make("option", { value: "" }, say("compare_nothing")), offers);
    const wanted = given[index] ?? "";
    if (wanted && ![...field.options].some(({ value }) => value === wanted)) {
      field.append(make("option", { value: wanted }, comparison ? groupName(entry, index === 0 ? comparison.one : comparison.other) : wanted));
    }
    field.value = wanted;
  }
}

function showComparison(answer) {
  const box = find("comparison");
  const { comparison, metric: entry } = answer;
  box.hidden = !comparison;
  if (!comparison) return fill(box);
  const write = (value) => (kind === "number" ? difference(kind, value) : say("points_of_share", { difference: difference(kind, value) }));
  const said = comparison.difference !== undefined && say("compared", {
    one: groupName(entry, comparison.one), other: groupName(entry, comparison.other), difference: write(comparison.difference), interval: range(comparison.interval, write) });
  const sure = comparison.interval && (comparison.interval.low > 0 || comparison.interval.high < 0 ? "compared_sure" : "compared_unsure");
  return fill(box, make("h3", {}, say("comparison")), said && make("p", { class: "lead" }, said), sure && make("p", { class: "quiet" }, say(sure)), table(differencesOf(answer)));
}

/** Groups are compared as long as they are groups of the same ways. */
function fixed(asked, before) {
  asked.delete("compare");
  if (asked.get("group_by") !== before.get("group_by") || !asked.has("group_by")) return;
  const pair = [find("one").value, find("other").value];
  const chosen = [find("one"), find("other")].every((field) => field.selectedIndex > 0);
  const loading = find("one").options.length <= 1;
  if (loading) for (const given of before.getAll("compare")) asked.append("compare", given);
  else if (chosen && pair[0] !== pair[1]) for (const key of pair) asked.append("compare", key);
}

/** Links within the page ask without loading it anew. */
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

const page = new Filters(find("filters"), show, { silent: SHAPING, fixed });
for (const link of document.querySelectorAll("#ways a, a[data-query]")) asks(link);
for (const link of document.querySelectorAll("a[data-query]")) link.search = queryOf(new URLSearchParams(link.dataset.query));
