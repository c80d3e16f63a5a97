// A metric of the catalogue, of this player: how its values are spread, how they changed, and against everybody.

import { differencesOf, groupName, rowsOf } from "./lib/answers.js";
import { asked, askedOf } from "./lib/asked.js";
import { Chart } from "./lib/chart.js";
import { fill, find } from "./lib/dom.js";
import { NONE, count, maybe, range, writer } from "./lib/numbers.js";
import { say, told } from "./lib/words.js";

const USUAL = "general.won";
/** Stretches of time that a chart has; games of one day have no room. */
const STRETCH = { game: "day", day: "day", week: "week", month: "month", year: "year" };

/** Two groups and their difference, the one less the other. */
function compared(answer) {
  const { metric, comparison, groups, total } = answer;
  if (metric.kind === "category") return differencesOf(answer);
  const write = writer(metric.kind);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const figures = (key) => (Object.keys(key).length ? groups.find((group) => same(group.key, key)) : total);
  const row = (key) => {
    const found = figures(key);
    return [groupName(metric, key), maybe(found?.mean, write), range(found?.interval, write), count(found?.n ?? 0), count(found?.games ?? 0)];
  };
  const difference = differencesOf(answer);
  const notes = (answer.notes ?? []).map(({ text }) => told(text));
  return {
    title: difference.title, notes,
    head: [say("column_group"), say(metric.kind === "number" ? "column_mean" : "column_share"), say("column_interval"), say("column_n"), say("column_games")],
    rows: [row(comparison.one), row(comparison.other), ...difference.rows.map((cells) => [...cells, NONE, NONE])],
  };
}

/** The metric that is to be shown; the usual one, where that of the address is not of the game that it asks for. */
function wanted() {
  const choice = find("metric-which");
  const game = asked("game");
  const games = (option) => option.dataset.games.split(" ");
  for (const option of choice.options) option.hidden = option.disabled = game !== null && !games(option).includes(game);
  const fits = (id) => [...choice.options].find((option) => option.value === id && !option.disabled);
  const option = fits(asked("metric")) ?? fits(USUAL);
  choice.value = option.value;
  const which = askedOf(games(option).length > 1 ? ["game", "from", "to"] : ["from", "to"]);
  return { id: option.value, isOfSeats: option.dataset.of === "seat", isLow: "low" in option.dataset, which };
}

/** The tables of a chart, called by what they are shown for. */
const titled = (what) => (answer) => [rowsOf(answer)].flat().map((one) => ({ ...one, title: `${say(what)} – ${one.title}` }));

/** The charts of one metric. */
export class Metric {
  constructor() {
    const about = ({ metric }) => fill(find("metric-is"), told(metric.definition));
    this.spread = new Chart(find("spread"), { rows: titled("player_distribution"), told: about });
    this.trend = new Chart(find("trend"), { rows: titled("player_trend") });
    this.everybody = new Chart(find("everybody"), { rows: compared });
    this.other = new Chart(find("other"), { rows: compared });
  }

  /** Asks for what the address wants; a metric of whole tables is that of the tables where the player sat. */
  async show(player) {
    const { id, isOfSeats, isLow, which } = wanted();
    const path = `/v1/statistics/${id}`;
    const theirs = new URLSearchParams([[isOfSeats ? "of" : "player", player.id], ...which]);
    find("of-table").hidden = isOfSeats;
    this.spread.show(path, theirs, { low: isLow });
    this.trend.show(path, new URLSearchParams([...theirs, ["group_by", STRETCH[asked("by")] ?? "month"]]));
    this.compare(path, which, isOfSeats ? player.id : null);
  }

  /** Seats are held against those of everybody, and of who was chosen to be held against. */
  compare(path, which, player) {
    const versus = asked("versus");
    const against = (other) => new URLSearchParams([...which, ["group_by", "player"], ["compare", `${player},${other}`], ["limit", 1]]);
    find("everybody-part").hidden = player === null;
    find("other-part").hidden = player === null || !versus;
    if (player === null) return;
    this.everybody.show(path, against("*"));
    if (versus) this.other.show(path, against(versus));
  }
}
