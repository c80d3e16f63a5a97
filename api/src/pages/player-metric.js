// A metric of the catalogue, of this player: how its values are spread, how they changed, and against everybody.

import { differencesOf, groupName, rowsOf } from "./lib/answers.js";
import { addressParam, addressQuery } from "./lib/address.js";
import { Chart, withOthers } from "./lib/chart.js";
import { fill, find } from "./lib/dom.js";
import { NONE, count, maybe, range, writer } from "./lib/numbers.js";
import { say, localize } from "./lib/words.js";

/** @import { Comparison, Figures, GroupKey, Profile, Rows, Values } from "./types/statistics" */

const METRIC_PATH = "/v1/statistics/{metric}";
const DEFAULT_METRIC = "common.won";
/** Stretches of time that a chart has; games of one day have no room. */
const CHART_INTERVALS = new Map([
  ["game", "day"],
  ["day", "day"],
  ["week", "week"],
  ["month", "month"],
  ["year", "year"],
]);

/**
 * Two groups and their difference, the one less the other.
 * @param {Values} answer
 * @returns {Rows | Rows[]}
 */
function compared(answer) {
  const { metric, comparison } = answer;
  if (!comparison) return rowsOf(answer);
  const difference = differencesOf(metric, comparison);
  if (metric.kind === "category") return difference;
  return {
    title: difference.title,
    notes: (answer.notes ?? []).map(({ text }) => localize(text)),
    head: [
      say("column-group"),
      say(metric.kind === "number" ? "column-mean" : "column-share"),
      say("column-interval"),
      say("column-n"),
      say("column-games"),
    ],
    rows: [...bothOf(answer, comparison), ...difference.rows.map((cells) => [...cells, NONE, NONE])],
  };
}

/**
 * The two groups, a row each.
 * @param {Values} answer
 * @param {Comparison} comparison
 */
function bothOf({ metric, groups, total }, { one, other }) {
  const write = writer(metric.kind);
  /** @type {(one: GroupKey, other: GroupKey) => boolean} */
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  /** @type {(key: GroupKey) => Figures | undefined} */
  const figures = (key) => (Object.keys(key).length ? groups?.find((group) => same(group.key, key)) : total);
  return [one, other].map((key) => {
    const found = figures(key);
    return [
      groupName(metric, key),
      maybe(found?.mean, write),
      range(found?.interval, write),
      count(found?.n ?? 0),
      count(found?.games ?? 0),
    ];
  });
}

/** The metric that is to be shown; the usual one, where that of the address is not of the game that it asks for. */
function chosenMetric() {
  const choice = find("metric-which", HTMLSelectElement);
  const options = [...choice.options];
  const game = addressParam("game");
  /** @param {HTMLOptionElement} option */
  const games = (option) => (option.dataset.games ?? "").split(" ");
  for (const option of options) option.hidden = option.disabled = game !== null && !games(option).includes(game);
  /** @param {string | null} id */
  const fits = (id) => options.find((option) => option.value === id && !option.disabled);
  const option = fits(addressParam("metric")) ?? fits(DEFAULT_METRIC);
  if (!option) throw new Error(`this page offers no ${DEFAULT_METRIC}`);
  choice.value = option.value;
  const which = addressQuery(games(option).length > 1 ? ["game", "from", "to"] : ["from", "to"]);
  return { id: option.value, isOfSeats: option.dataset.of === "seat", isLow: "low" in option.dataset, which };
}

/**
 * The tables of a chart, called by what they are shown for.
 * @param {string} what
 * @returns {(answer: Values) => Rows[]}
 */
const titled = (what) => (answer) => [rowsOf(answer)].flat().map((one) => ({ ...one, title: `${say(what)} – ${one.title}` }));

/** The charts of one metric. */
export class Metric {
  constructor() {
    /** @param {Values} answer */
    const about = ({ metric }) => {
      fill(find("metric-is"), localize(metric.definition));
    };
    this.spread = new Chart(find("spread"), METRIC_PATH, { rows: titled("player-distribution"), onAnswer: about });
    this.trend = new Chart(find("trend"), METRIC_PATH, { rows: titled("player-trend") });
    this.everybody = new Chart(find("everybody"), METRIC_PATH, { rows: compared });
    this.other = new Chart(find("other"), METRIC_PATH, { rows: compared });
  }

  /**
   * Asks for what the address wants; a metric of whole tables is that of the tables where the player sat.
   * @param {Profile} player
   */
  show(player) {
    const { id, isOfSeats, isLow, which } = chosenMetric();
    const theirs = new URLSearchParams([[isOfSeats ? "of" : "player", player.id], ...which]);
    find("of-table").hidden = isOfSeats;
    this.spread.show({ metric: id }, theirs, { low: isLow });
    this.trend.show({ metric: id }, withOthers(theirs, { group_by: CHART_INTERVALS.get(addressParam("by") ?? "") ?? "month" }));
    this.compare(id, which, isOfSeats ? player.id : null);
  }

  /**
   * Seats are held against those of everybody, and of who was chosen to be held against.
   * @param {string} metric
   * @param {URLSearchParams} which
   * @param {string | null} player
   */
  compare(metric, which, player) {
    const versus = addressParam("versus");
    /** @param {string} other */
    const against = (other) => withOthers(which, { group_by: "player", compare: `${player},${other}`, limit: 1 });
    find("everybody-part").hidden = player === null;
    find("other-part").hidden = player === null || !versus;
    if (player === null) return;
    this.everybody.show({ metric }, against("*"));
    if (versus) this.other.show({ metric }, against(versus));
  }
}
