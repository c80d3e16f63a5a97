// Leaderboards as tables.

import { at } from "./api.js";
import { make } from "./dom.js";
import { amount, count, maybe, range, share } from "./numbers.js";
import { say, told, when } from "./words.js";

/** An estimate with its interval beneath it. */
export const estimated = (figure, write) => (figure
  ? make("span", { class: "estimated" }, write(figure.mean), figure.interval && make("span", { class: "small quiet" }, range(figure.interval, write)))
  : maybe(null));

/** The players of a leaderboard, the best first; each leads to the player's page. */
export function leaderRows({ players, left_out: left }) {
  const has = (name) => players.some((player) => player[name]);
  const places = has("place");
  const points = has("points");
  const head = [say("column_rank"), say("column_player"), say("column_rating"), "μ", "σ", say("column_games"), say("column_wins"),
    places && say("column_place"), points && say("column_points"), say("column_last")];
  const row = ({ rank, player, rating, games, wins, place, points: scored, last_played: last }) => [
    count(rank), make("a", { href: at(`players/${player.id}`) }, player.name), amount(rating.conservative), amount(rating.mean), amount(rating.deviation),
    count(games), estimated(wins, share), places && estimated(place, amount), points && estimated(scored, amount), last ? when(last, { clock: false }) : maybe(null)];
  const present = (cells) => cells.filter((cell) => cell !== false);
  return { title: say("leaders"), head: present(head), rows: players.map((one) => present(row(one))), words: [1],
    notes: left ? [say("left_out_players", { count: left })] : [] };
}

/** How hard a game is that all win or lose together, by its options; `called(options)` says these in words. */
export function variantRows({ variants }, called) {
  const row = ({ options, seats, wins, rating }) => [called(options), count(seats), amount(rating.mean), amount(rating.deviation), maybe(wins?.n, count), estimated(wins, share)];
  return { title: say("hard_variants"), head: [say("column_options"), say("column_seats"), "μ", "σ", say("column_games"), say("column_wins")], rows: variants.map(row) };
}

/** Options in words: only those that are not as usual, by the labels of their settings. */
export function optionWords(settings, options) {
  const words = Object.entries(options).map(([name, value]) => choiceWords(settings.find((one) => one.name === name), value));
  return words.filter(Boolean).join(say("list_mark")) || say("usual_options");
}

function choiceWords(setting, value) {
  if (value === undefined || value === null || value === false) return null;
  // An option that nobody is offered: what is in it is told if it is numbers.
  if (!setting) return /\p{L}/u.test(value) ? say("special_setup") : `${say("special_setup")} ${value}`;
  const { label, offers } = setting;
  if (offers.type === "switch") return told(label);
  if (offers.type === "one_of") return told(offers.of.find((one) => one.value === value)?.label) || String(value);
  if (Number(value) === (offers.least ?? 0)) return null;
  return `${told(label)}: ${offers.type === "seat" ? say("seat", { seat: value }) : value}`;
}
