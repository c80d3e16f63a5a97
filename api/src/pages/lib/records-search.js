// The way from a figure to the records that it is of, where the search of records can tell them apart.

import { at } from "./api.js";

/** @import { GroupKey, StatisticalValue, Values } from "../types/statistics" */

/** Parameters of a question that a search has by the same name. */
const SHARED_PARAMETERS = new Set(["game", "place", "tag", "without_tag", "seats", "player"]);
/** Those that say nothing about which records are counted. */
const PRESENTATION_PARAMETERS = new Set([
  "group_by",
  "compare",
  "min_n",
  "min_games",
  "quantiles",
  "bins",
  "sort",
  "limit",
  "from",
  "to",
  "irregular",
  "simulated",
]);
/** Ways to group whose values are stretches of time. */
export const PERIODS = ["day", "week", "month", "year"];
const DAY_MS = 86_400_000;

/** @param {number} time */
const day = (time) => new Date(time).toISOString().slice(0, 10);

/**
 * The first and the last day of a stretch of time as groups have it: `2026-11`, `2026-W47`.
 * @param {string} grouping
 * @param {string} name
 * @returns {[string, string]}
 */
export function days(grouping, name) {
  if (grouping === "day") return [name, name];
  if (grouping === "year") return [`${name}-01-01`, `${name}-12-31`];
  const [year = NaN, part = NaN] = name.split(/-W?/).map(Number);
  if (grouping === "month") return [`${name}-01`, day(Date.UTC(year, part, 0))];
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (part - 1) * 7 * DAY_MS;
  return [day(monday), day(monday + 6 * DAY_MS)];
}

/** @typedef {string | undefined} Bound */

/** @type {(one: Bound, other: Bound) => Bound} */
const later = (one, other) => (!one || (other && Date.parse(other) > Date.parse(one)) ? other : one);
/** @type {(one: Bound, other: Bound) => Bound} */
const earlier = (one, other) => (!one || (other && Date.parse(other) < Date.parse(one)) ? other : one);

/** @param {StatisticalValue} value */
const plain = (value) => String(typeof value === "object" ? value?.id : value);

/**
 * The address of the records of a group of an answer; null where no search finds just their games.
 * @param {Pick<Values, "metric" | "question">} answer
 * @param {GroupKey} key
 */
export function recordsSearch({ metric, question }, key = {}) {
  const search = searchFor(metric.games, question);
  if (!search) return null;
  let [from, to] = [question.from?.[0], question.to?.[0]];
  for (const [grouping, value] of Object.entries(key)) {
    if (value === null) return null;
    if (PERIODS.includes(grouping)) {
      const [first, last] = days(grouping, plain(value));
      [from, to] = [later(first, from), earlier(last, to)];
    } else if (grouping === "result") search.set("ending", plain(value));
    else if (grouping === "player" || grouping === "tag") search.append(grouping, plain(value));
    else if (grouping === "other_player") search.append("player", plain(value));
    else if (["game", "seats", "place"].includes(grouping) || grouping.startsWith("option.")) search.set(grouping, plain(value));
    else return null;
  }
  if (from) search.set("from", from);
  if (to) search.set("to", to);
  const irregular = new Map([
    ["exclude", "false"],
    ["only", "true"],
  ]).get(question.irregular?.[0] ?? "");
  if (irregular) search.set("irregular", irregular);
  const simulated = new Map([
    ["exclude", "without_tag"],
    ["only", "tag"],
  ]).get(question.simulated?.[0] ?? "");
  if (simulated) search.append(simulated, "simulated");
  search.set("status", "over");
  const address = at("");
  address.search = search.toString();
  return address;
}

/**
 * A search for the games that a question is about; null where there is none.
 * @param {string[]} games
 * @param {Values["question"]} question
 */
function searchFor(games, question) {
  const search = new URLSearchParams();
  const [only] = games;
  if (only !== undefined && games.length === 1) search.append("game", only);
  for (const [name, values] of Object.entries(question)) {
    if (PRESENTATION_PARAMETERS.has(name) || (name === "game" && search.has("game"))) continue;
    const [value] = values;
    if (value === undefined) continue;
    if (name === "result" && values.length === 1) search.append("ending", value);
    else if (name === "of" && values.length === 1) search.append("player", value);
    else if (SHARED_PARAMETERS.has(name) || (name.startsWith("option.") && values.length === 1))
      for (const one of values) search.append(name, one);
    else return null;
  }
  return search;
}
