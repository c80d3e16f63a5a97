// How a player's ratings came to be: a chart a kind of game.

import { at, json } from "./lib/api.js";
import { gameName } from "./lib/answers.js";
import { asked, askedOf } from "./lib/asked.js";
import { Chart } from "./lib/chart.js";
import { fill, find, make } from "./lib/dom.js";
import { amount, count } from "./lib/numbers.js";
import { say, told, when } from "./lib/words.js";

/** Charts by kind of game. */
const charts = new Map();

const record = ({ record: id, played_at: time }) => make("a", { href: at(`games/${id}`) }, time ? when(time, { clock: false }) : id.slice(0, 8));

function rows({ game, points, left_out: more }) {
  const title = say("player_rating_of", { game: gameName(game) });
  const head = [say("player_period"), say("player_record"), say("player_games"), "μ", "σ", say("player_conservative")];
  const row = (point) => [period(point), record(point), count(point.games), amount(point.rating.mean), amount(point.rating.deviation), amount(point.rating.conservative)];
  return { title, head, rows: points.map(row), words: [1], notes: more ? [say("player_earlier", { count: more })] : [] };
}

/** A game by the time, a stretch by its name. */
const period = (point) => (point.period.includes("T") ? when(point.period) : point.period);

function chartOf(game) {
  if (!charts.has(game)) {
    const figure = make("figure", { class: "chart", "data-rating": game });
    const about = ({ definition }) => { find("rating-is").textContent = told(definition.definition); };
    charts.set(game, { figure, chart: new Chart(figure, { rows, told: about }) });
  }
  return charts.get(game);
}

export async function showRatings(player, isWanted) {
  const which = askedOf(["game", "from", "to"]);
  const { games } = await json(`/v1/players/${player.id}/statistics?${new URLSearchParams([["form", 0], ...which])}`);
  if (!isWanted()) return;
  const shown = games.map(({ game }) => [game, chartOf(game)]);
  fill(find("rating-charts"), shown.length ? shown.map(([, { figure }]) => figure) : make("p", { class: "quiet" }, say("player_no_games")));
  const query = new URLSearchParams([["by", asked("by") ?? "month"], ...askedOf(["from", "to"])]);
  for (const [game, { chart }] of shown) chart.show(`/v1/players/${player.id}/ratings/${game}`, query);
}
