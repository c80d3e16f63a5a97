// How a player's ratings came to be: a chart a kind of game.

import { at, get } from "./lib/api.js";
import { gameName } from "./lib/answers.js";
import { addressParam, addressQuery } from "./lib/address.js";
import { Chart } from "./lib/chart.js";
import { fill, find, make } from "./lib/dom.js";
import { amount, count } from "./lib/numbers.js";
import { say, localize, when } from "./lib/words.js";

/** @import { Answer } from "./types/api" */
/** @import { IsCurrent, Profile, Rows } from "./types/statistics" */
/** @typedef {Answer<"/v1/players/{id}/ratings/{game}">} History */
/** @typedef {History["points"][number]} Point */
/** @typedef {{ figure: HTMLElement, chart: Chart<"/v1/players/{id}/ratings/{game}"> }} Drawing */

/**
 * Charts by kind of game.
 * @type {Map<string, Drawing>}
 */
const charts = new Map();

/** @param {Point} point */
const record = ({ record: id, played_at: time }) =>
  make("a", { href: at(`games/${id}`) }, time ? when(time, { clock: false }) : id.slice(0, 8));

/**
 * @param {History} history
 * @returns {Rows}
 */
function rows({ game, points, omitted: more }) {
  const title = say("player-rating-of", { game: gameName(game) });
  const head = [say("player-period"), say("player-record"), say("player-games"), "μ", "σ", say("player-conservative")];
  /** @param {Point} point */
  const row = (point) => [
    period(point),
    record(point),
    count(point.games),
    amount(point.rating.mean),
    amount(point.rating.deviation),
    amount(point.rating.conservative),
  ];
  return { title, head, rows: points.map(row), words: [1], notes: more ? [say("player-earlier", { count: more })] : [] };
}

/**
 * A game by the time, a stretch by its name.
 * @param {Point} point
 */
const period = (point) => (point.period.includes("T") ? when(point.period) : point.period);

/**
 * @param {string} game
 * @returns {Drawing}
 */
function chartOf(game) {
  const drawn = charts.get(game);
  if (drawn) return drawn;
  const figure = make("figure", { class: "chart", "data-rating": game });
  /** @param {History} history */
  const about = ({ definition }) => {
    find("rating-is").textContent = localize(definition.definition);
  };
  const made = { figure, chart: new Chart(figure, "/v1/players/{id}/ratings/{game}", { rows, onAnswer: about }) };
  charts.set(game, made);
  return made;
}

/**
 * @param {Profile} player
 * @param {IsCurrent} isCurrent
 */
export async function showRatings({ id }, isCurrent) {
  const which = new URLSearchParams([["form", "0"], ...addressQuery(["game", "from", "to"])]);
  const { games } = await get("/v1/players/{id}/statistics", { id }, { query: which });
  if (!isCurrent()) return;
  const shown = games.map(({ game }) => ({ game, ...chartOf(game) }));
  fill(find("rating-charts"), shown.length ? shown.map(({ figure }) => figure) : make("p", { class: "quiet" }, say("player-no-games")));
  const query = new URLSearchParams([["by", addressParam("by") ?? "month"], ...addressQuery(["from", "to"])]);
  for (const { game, chart } of shown) chart.show({ id, game }, query);
}
