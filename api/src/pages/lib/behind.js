// The way from a figure to the records that it is of, where the search of records can tell them apart.

import { at } from "./api.js";

/** Parameters of a question that a search has by the same name. */
const SAME = new Set(["game", "place", "tag", "seats", "player"]);
/** Those that say nothing about which records are counted. */
const ABOUT_ANSWERS = new Set(["group_by", "compare", "min_n", "quantiles", "bins", "sort", "limit", "from", "to", "irregular"]);
const DAY = 86_400_000;

const day = (time) => new Date(time).toISOString().slice(0, 10);

/** The first and the last day of a stretch of time as groups have it: `2026-11`, `2026-W47`. */
export function days(way, name) {
  if (way === "day") return [name, name];
  if (way === "year") return [`${name}-01-01`, `${name}-12-31`];
  if (way === "month") {
    const [year, month] = name.split("-").map(Number);
    return [`${name}-01`, day(Date.UTC(year, month, 0))];
  }
  const [year, week] = name.split("-W").map(Number);
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  return [day(monday), day(monday + 6 * DAY)];
}

const later = (one, other) => (!one || (other && Date.parse(other) > Date.parse(one)) ? other : one);
const earlier = (one, other) => (!one || (other && Date.parse(other) < Date.parse(one)) ? other : one);

/** The address of the records of a group of an answer; null where no search finds just their games. */
export function behind({ metric, question }, key = {}) {
  const search = new URLSearchParams();
  if (metric.games.length === 1) search.append("game", metric.games[0]);
  for (const [name, values] of Object.entries(question)) {
    if (ABOUT_ANSWERS.has(name) || (name === "game" && search.has("game"))) continue;
    if (name === "result" && values.length === 1) search.append("ending", values[0]);
    else if (name === "of" && values.length === 1) search.append("player", values[0]);
    else if (SAME.has(name) || (name.startsWith("option.") && values.length === 1)) for (const value of values) search.append(name, value);
    else return null;
  }
  let [from, to] = [question.from?.[0], question.to?.[0]];
  for (const [way, value] of Object.entries(key)) {
    if (value === null) return null;
    if (["day", "week", "month", "year"].includes(way)) {
      const [first, last] = days(way, value);
      [from, to] = [later(first, from), earlier(last, to)];
    } else if (way === "result") search.set("ending", value);
    else if (way === "player") search.append("player", value.id);
    else if (way === "tag") search.append("tag", value);
    else if (["game", "seats", "place"].includes(way) || way.startsWith("option.")) search.set(way, value);
    else return null;
  }
  if (from) search.set("from", from);
  if (to) search.set("to", to);
  const irregular = { exclude: "false", only: "true" }[question.irregular?.[0]];
  if (irregular) search.set("irregular", irregular);
  search.set("status", "over");
  const address = at("");
  address.search = search;
  return address;
}
