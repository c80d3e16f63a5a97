// Answers of `GET /v1/statistics/{metric}` as tables, and what their groups are called.

import { get, at } from "./api.js";
import { make } from "./dom.js";
import { recordsSearch } from "./records-search.js";
import { optionWords } from "./leaders.js";
import { NONE, amount, count, difference, maybe, range, share, writer } from "./numbers.js";
import { language, say, seatName, localize } from "./words.js";

/** @import { Children } from "../types/dom" */
/** @import { Kind } from "../types/records" */
/** @import { Bar, Comparison, Figures, GroupKey, Metric, Rows, Setting, StatisticalValue, Values, Word } from "../types/statistics" */
/** @typedef {Omit<Rows, "title" | "notes">} Cells */

/**
 * The kinds of games by slug, with their settings.
 * @type {Promise<Map<string, Kind>>}
 */
export const kinds = get("/v1/rules", {}).then(
  ({ games }) => new Map(games.map((kind) => [kind.slug, kind])),
  () => new Map(),
);
const kindsBySlug = await kinds;

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const SEATS = ["seat", "other_seat"];
const PLAYERS = ["player", "other_player"];

/**
 * The word for a day of the week; 2024 began on a Monday.
 * @param {string} name
 */
const weekdayName = (name) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(name))));

/**
 * What a game is called.
 * @param {string} slug
 */
export const gameName = (slug) => localize(kindsBySlug.get(slug)?.name) || slug;

/**
 * What people choose when they set one of these games up.
 * @param {string[]} games
 */
const settings = (games) => games.flatMap((slug) => kindsBySlug.get(slug)?.settings ?? []);

/**
 * @param {string} name
 * @param {string[]} games
 */
const setting = (name, games) => settings(games).find((one) => one.name === name);

/**
 * What people call one of these words; what is none speaks for itself.
 * @param {Word[]} words
 * @param {string} name
 */
const titled = (words, name) => localize(words.find((word) => word.name === name)?.title) || name;

/**
 * What a way to group is called, of a metric of the catalogue.
 * @param {Metric} metric
 * @param {string} grouping
 */
function groupingName(metric, grouping) {
  const dimension = metric.dimensions.find(({ name }) => name === grouping.replace(/^dimension\./, ""));
  if (dimension) return localize(dimension.title);
  if (!grouping.startsWith("option.")) return say(`grouping-${grouping}`);
  const name = grouping.slice("option.".length);
  return localize(setting(name, metric.games)?.label) || say("grouping-option", { name });
}

/**
 * What a value is called that a group has in common.
 * @param {Metric} metric
 * @param {string} grouping
 * @param {StatisticalValue} value
 */
function valueName(metric, grouping, value) {
  if (value === null) return say(PLAYERS.includes(grouping) ? "nobody-known" : "no-value");
  if (typeof value === "object") return value.name;
  if (SEATS.includes(grouping)) return seatName(Number(value));
  if (grouping === "seats") return say("seats-of", { count: value });
  const name = String(value);
  if (grouping === "game") return gameName(name);
  if (grouping === "weekday") return weekdayName(name);
  if (grouping === "result")
    return titled(
      metric.games.flatMap((slug) => kindsBySlug.get(slug)?.endings ?? []),
      name,
    );
  if (grouping === "variant") return variantName(metric, name);
  if (grouping.startsWith("option.")) return optionName(setting(grouping.slice("option.".length), metric.games), name);
  const { words = [], joined_by: between } = metric.dimensions.find((dimension) => dimension.name === grouping) ?? {};
  return between
    ? name
        .split(between)
        .map((part) => titled(words, part))
        .join(say("pair-mark"))
    : titled(words, name);
}

/**
 * What people call the value of an option.
 * @param {Setting | undefined} chosen
 * @param {string} value
 */
function optionName(chosen, value) {
  const offers = chosen?.offers;
  if (offers?.type === "one_of") return localize(offers.of.find((one) => one.value === value)?.label) || value;
  if (offers?.type === "seat") return seatName(Number(value));
  return offers?.type === "switch" ? say(value === "true" ? "yes" : "no") : value;
}

/**
 * All options of a game, which are one word: `edition=en extreme=true`.
 * @param {Metric} metric
 * @param {string} value
 */
function variantName(metric, value) {
  const truth = new Map([
    ["true", true],
    ["false", false],
  ]);
  const options = value
    .split(" ")
    .map((part) => part.split("="))
    .map(([name = "", one = ""]) => [name, truth.get(one) ?? one]);
  return optionWords(settings(metric.games), Object.fromEntries(options));
}

/**
 * What a group is called; one that has nothing in common is all observations together.
 * @param {Metric} metric
 * @param {GroupKey} key
 */
export const groupName = (metric, key) =>
  Object.entries(key)
    .map(([grouping, value]) => valueName(metric, grouping, value))
    .join(" · ") || say("all-observed");

/**
 * The same within a sentence: a number is named by what it counts.
 * @param {Metric} metric
 * @param {GroupKey} key
 */
export const labelledGroup = (metric, key) =>
  Object.entries(key)
    .map(([grouping, value]) =>
      typeof value === "number" && ![...SEATS, "seats"].includes(grouping)
        ? `${groupingName(metric, grouping)} ${value}`
        : valueName(metric, grouping, value),
    )
    .join(" · ");

/**
 * A word that was seen, within a sentence.
 * @param {Metric} metric
 * @param {StatisticalValue} value
 */
export const seenWord = (metric, value) => (typeof value === "object" && value ? value.name : titled(metric.words, String(value)));

/**
 * A player leads to the player's page; anything else is called so.
 * @param {StatisticalValue} value
 * @param {string} name
 */
const linked = (value, name) => (typeof value === "object" && value ? make("a", { href: at(`players/${value.id}`) }, value.name) : name);

/**
 * @param {Metric} metric
 * @param {GroupKey} key
 */
const keyCells = (metric, key) => Object.entries(key).map(([grouping, value]) => linked(value, valueName(metric, grouping, value)));

/**
 * A word or player that was seen.
 * @param {Metric} metric
 * @param {StatisticalValue} value
 */
const seen = (metric, value) => linked(value, titled(metric.words, String(value)));

/**
 * How many games, as a way to the records of them where the search can find just these.
 * @param {Values} answer
 * @param {Figures} figures
 * @param {GroupKey} key
 */
function games(answer, figures, key = {}) {
  const address = recordsSearch(answer, key);
  return address && figures.games > 0 ? make("a", { href: address }, count(figures.games)) : count(figures.games);
}

/**
 * The answer to a question as a table; a number that is not grouped has a second one, of how often each value was seen.
 * @param {Values} answer
 * @returns {Rows | Rows[]}
 */
export function rowsOf(answer) {
  const title = say("numbers-of", { what: localize(answer.metric.title) });
  const notes = notesOf(answer);
  if (answer.metric.kind === "category") return { title, notes, ...ofWords(answer) };
  if (answer.groups) return { title, notes, ...ofGroups(answer) };
  const figures = { title, notes, ...ofOne(answer) };
  const bars = answer.total.distribution ?? [];
  return answer.metric.kind === "number" && bars.length ? [figures, { title: say("how-often"), ...ofBars(bars) }] : figures;
}

/** @param {Values} answer */
function notesOf(answer) {
  const notes = (answer.notes ?? []).map(({ text }) => localize(text));
  if (!answer.metric.id.startsWith("common.") && recordsSearch(answer)) notes.push(say("records-behind"));
  if (answer.total.omitted_values) notes.unshift(say("omitted-values", { count: answer.total.omitted_values }));
  if (answer.omitted) notes.unshift(say("omitted-groups", { count: answer.omitted }));
  return notes;
}

/**
 * A row a group, all observations together first.
 * @param {Values} answer
 * @returns {Cells}
 */
function ofGroups(answer) {
  const { metric, total } = answer;
  const groups = answer.groups ?? [];
  const groupings = Object.keys(groups[0]?.key ?? {});
  const all = [say("all-observed"), ...groupings.slice(1).map(() => "")];
  const head = [
    ...(groupings.length ? groupings.map((grouping) => groupingName(metric, grouping)) : [say("column-group")]),
    ...columns(answer),
  ];
  const rows = [
    [...all, ...cells(answer, total)],
    ...groups.map(({ key, ...figures }) => [...keyCells(metric, key), ...cells(answer, figures, key)]),
  ];
  return { head, rows, words: groupings.map((_, column) => column) };
}

/** @param {{ part: number }} quantile */
const quantileName = ({ part }) => say("quantile", { part: share(part).replace(/\.0/, "") });

/**
 * Whether any group has this figure.
 * @param {Values} answer
 * @param {"simultaneous_interval" | "shrunk_mean"} figure
 */
const someHave = ({ groups }, figure) => (groups ?? []).some((group) => figure in group);

/** @param {Values} answer */
function columns(answer) {
  const { metric, total } = answer;
  const mean = metric.kind === "number" ? "column-mean" : "column-share";
  const more =
    metric.kind === "number"
      ? [say("column-spread"), say("column-least"), ...(total.quantiles ?? []).map(quantileName), say("column-most")]
      : [];
  const sorted = someHave(answer, "shrunk_mean") ? [say("column-shrunk")] : [];
  const simultaneous = someHave(answer, "simultaneous_interval") ? [say("column-simultaneous")] : [];
  return [
    say(mean),
    ...sorted,
    say("column-interval"),
    say("column-bounds"),
    say("column-n"),
    say("column-unknown"),
    say("column-games"),
    ...more,
    ...simultaneous,
  ];
}

/**
 * @param {Values} answer
 * @param {Figures} figures
 * @param {GroupKey} [key]
 * @returns {Children[]}
 */
function cells(answer, figures, key) {
  const { metric, total } = answer;
  const write = writer(metric.kind);
  const quantiles = (total.quantiles ?? []).map((_, index) => maybe(figures.quantiles?.[index]?.value));
  const more =
    metric.kind === "number" ? [maybe(figures.standard_deviation), maybe(figures.minimum), ...quantiles, maybe(figures.maximum)] : [];
  const mean = figures.suppressed ? say("held-back") : maybe(figures.mean, write);
  const sorted = someHave(answer, "shrunk_mean") ? [maybe(figures.shrunk_mean, write)] : [];
  const simultaneous = someHave(answer, "simultaneous_interval") ? [range(figures.simultaneous_interval, write)] : [];
  return [
    mean,
    ...sorted,
    range(figures.interval, write),
    range(figures.bounds, write),
    count(figures.n),
    count(figures.unknown),
    games(answer, figures, key),
    ...more,
    ...simultaneous,
  ];
}

/**
 * All observations of a number or share, a row a figure.
 * @param {Values} answer
 * @returns {Cells}
 */
function ofOne(answer) {
  const values = cells(answer, answer.total);
  return { head: [say("column-figure"), say("column-value")], rows: columns(answer).map((name, index) => [name, values[index]]) };
}

/**
 * How often each number, or stretch of numbers, was seen.
 * @param {Bar[]} bars
 * @returns {Cells}
 */
function ofBars(bars) {
  /** @param {Bar} bar */
  const row = (bar) => [binLabel(bar), share(bar.share), range(bar.interval, share), count(bar.n)];
  return { head: [say("column-value"), say("column-share"), say("column-interval"), say("column-often")], rows: bars.map(row) };
}

/** @param {Bar} bar */
const binLabel = ({ value, to }) =>
  typeof to === "number" ? say("from-to", { low: amount(Number(value)), high: amount(to) }) : amount(Number(value));

/**
 * A row for each word of each group.
 * @param {Values} answer
 * @returns {Cells}
 */
function ofWords(answer) {
  const { metric, total, groups } = answer;
  const groupings = Object.keys(groups?.[0]?.key ?? {});
  const sets = groups?.length ? groups : [{ ...total, key: {} }];
  const rows = sets.flatMap(({ key, ...figures }) => {
    const [group, behind] = [keyCells(metric, key), games(answer, figures, key)];
    if (figures.suppressed) return [[...group, say("held-back"), NONE, NONE, NONE, NONE, behind]];
    const words = figures.distribution ?? [];
    if (!words.length && figures.n) return [[...group, say("column-unknown"), NONE, NONE, NONE, count(figures.unknown), behind]];
    return words.map((bar) => [
      ...group,
      seen(metric, bar.value),
      share(bar.share),
      range(bar.interval, share),
      range(bar.bounds, share),
      count(bar.n),
      behind,
    ]);
  });
  const head = [
    ...groupings.map((grouping) => groupingName(metric, grouping)),
    say("column-value"),
    say("column-share"),
    say("column-interval"),
    say("column-bounds"),
    say("column-often"),
    say("column-games"),
  ];
  return { head, rows, words: [...groupings.keys(), groupings.length] };
}

/**
 * The comparison of two groups as a table.
 * @param {Metric} metric
 * @param {Comparison} comparison
 * @returns {Rows}
 */
export function differencesOf(metric, comparison) {
  const title = say("difference-of", { one: groupName(metric, comparison.one), other: groupName(metric, comparison.other) });
  /** @param {number} value */
  const write = (value) => difference(metric.kind, value);
  const many = [comparison, ...(comparison.shares ?? [])].some((one) => one.simultaneous_interval);
  /** @type {(name: Children, found: Pick<Comparison, "difference" | "interval" | "simultaneous_interval" | "bounds">) => Children[]} */
  const row = (name, { difference: found, interval, simultaneous_interval: simultaneous, bounds }) => [
    name,
    maybe(found, write),
    range(interval, write),
    ...(many ? [range(simultaneous, write)] : []),
    range(bounds, write),
  ];
  const rows =
    metric.kind === "category" ? (comparison.shares ?? []).map((one) => row(seen(metric, one.value), one)) : [row(title, comparison)];
  return {
    title,
    head: [
      say("column-group"),
      say("column-difference"),
      say("column-interval"),
      ...(many ? [say("column-simultaneous")] : []),
      say("column-bounds"),
    ],
    rows,
    notes: [],
  };
}
