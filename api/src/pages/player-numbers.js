// A player's games in numbers, a sheet a kind of game, and how the last ones ended.

import { at, get } from "./lib/api.js";
import { gameName } from "./lib/answers.js";
import { addressParam, addressQuery } from "./lib/address.js";
import { fill, find, make } from "./lib/dom.js";
import { amount, count, range, share } from "./lib/numbers.js";
import { say, when } from "./lib/words.js";

/** @import { Writer } from "./lib/numbers.js" */
/** @import { Estimated, IsCurrent, PlayerStatistics, Profile, Versus } from "./types/statistics" */
/** @typedef {PlayerStatistics["games"][number]} PlayerGame */

/** Results that are shown of each kind of game. */
const RECENT_RESULTS = "10";

/**
 * @param {string} name
 * @param {string} value
 * @param {string | null} [more]
 */
function figure(name, value, more) {
  return make("div", {}, make("dt", {}, name), make("dd", { class: "figure" }, value), more && make("dd", { class: "small quiet" }, more));
}

/** @type {(name: string, estimate: Estimated | null | undefined, write: Writer) => HTMLElement | null} */
const estimated = (name, estimate, write) =>
  estimate ? figure(name, write(estimate.mean), estimate.interval && range(estimate.interval, write)) : null;

/**
 * What became of a seat, in words.
 * @param {Versus["meetings"][number]["player"]} result
 * @param {number} seats
 */
export function resultWords({ won, place, points }, seats) {
  return [
    say(won ? "player-has-won" : "player-has-lost"),
    typeof place === "number" && say("player-of-seats", { place, seats }),
    typeof points === "number" && say("player-so-many-points", { points: amount(points) }),
  ]
    .filter(Boolean)
    .join(say("list-mark"));
}

/**
 * A result as a stone: black for who won, with the place or a letter in it.
 * @param {PlayerGame["form"][number]} result
 */
function stone(result) {
  const { record, won, place } = result;
  const description = [resultWords(result, record.seats), record.played_at && when(record.played_at, { clock: false })]
    .filter(Boolean)
    .join(say("list-mark"));
  return make(
    "li",
    {},
    make(
      "a",
      { class: won ? "stone black" : "stone", href: at(`games/${record.id}`), title: description },
      make("span", { "aria-hidden": "true" }, place ?? say(won ? "player-won" : "player-lost")),
      make("span", { class: "unseen" }, description),
    ),
  );
}

/** @param {number} value */
const rounded = (value) => count(Math.round(value));

/** @param {PlayerGame} played */
function sheet(played) {
  const { mean, deviation, conservative } = played.rating;
  return make(
    "article",
    { class: "sheet stack tight", "data-played": played.game },
    make("h3", {}, gameName(played.game)),
    make(
      "dl",
      { class: "figures-row" },
      figure(say("player-games"), count(played.games)),
      estimated(say("player-wins"), played.wins, share),
      figure(say("player-rating"), rounded(conservative)),
      estimated(say("player-place"), played.place, amount),
      estimated(say("player-points"), played.points, amount),
    ),
    make(
      "details",
      { class: "small quiet" },
      make("summary", {}, say("player-rating-says", { rating: rounded(conservative) })),
      say("player-rating-is", { mean: amount(mean), deviation: amount(deviation) }),
    ),
    make("p", { class: "small quiet" }, say("player-form")),
    make("ol", { class: "form" }, played.form.map(stone)),
  );
}

/**
 * @param {Profile} player
 * @param {IsCurrent} isCurrent
 */
export async function showNumbers({ id }, isCurrent) {
  const query = new URLSearchParams([["form", RECENT_RESULTS], ...addressQuery(["game", "from", "to"])]);
  const { games, as_of: moment } = await get("/v1/players/{id}/statistics", { id }, { query });
  if (!isCurrent()) return;
  fill(find("games"), games.length ? games.map(sheet) : make("p", { class: "quiet" }, say("player-no-games")));
  const notes = [
    say("player-intervals"),
    (addressParam("from") || addressParam("to")) && say("player-rated-of-days"),
    say("counted-until", { time: when(moment) }),
  ];
  find("games-note").textContent = notes.filter(Boolean).join(" ");
}
