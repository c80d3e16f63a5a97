// Leaderboards as tables.

import { at } from "./api.js";
import { make } from "./dom.js";
import { NONE, amount, count, maybe, range, share } from "./numbers.js";
import { labelled, say, seatName, localize, when } from "./words.js";

/** @import { Children } from "../types/dom" */
/** @import { Estimated, Leaderboard, Rows, Setting } from "../types/statistics" */
/** @import { Writer } from "./numbers.js" */

/**
 * An estimate with its interval beneath it.
 * @param {Estimated | null | undefined} figure
 * @param {Writer} write
 */
export const estimated = (figure, write) =>
  figure
    ? make(
        "span",
        { class: "estimated" },
        write(figure.mean),
        figure.interval && make("span", { class: "small quiet" }, range(figure.interval, write)),
      )
    : NONE;

/**
 * The players of a leaderboard, the best first; each leads to the player's page.
 * @param {Leaderboard} board
 * @returns {Rows}
 */
export function leaderRows({ players, omitted: left }) {
  const places = players.some(({ place }) => place);
  const points = players.some(({ points }) => points);
  const head = [
    say("column-rank"),
    say("column-player"),
    say("column-rating"),
    say("column-games"),
    say("column-wins"),
    places && say("column-place"),
    points && say("column-points"),
    say("column-last"),
  ];
  /** @param {Leaderboard["players"][number]} leader */
  const row = ({ rank, player, rating, games, wins, place, points: scored, last_played: last }) => [
    count(rank),
    make("a", { href: at(`players/${player.id}`) }, player.name),
    count(Math.round(rating.conservative)),
    count(games),
    estimated(wins, share),
    places && estimated(place, amount),
    points && estimated(scored, amount),
    last ? when(last, { clock: false }) : NONE,
  ];
  /** @param {Children[]} cells */
  const present = (cells) => cells.filter((cell) => cell !== false);
  return {
    title: say("leaders"),
    head: present(head),
    rows: players.map((one) => present(row(one))),
    words: [1],
    notes: left ? [say("left-out-players", { count: left })] : [],
  };
}

/**
 * How hard a game is that all win or lose together, by its options; `called(options)` says these in words.
 * @param {NonNullable<Leaderboard["variants"]>} variants
 * @param {(options: object) => string} called
 * @returns {Rows}
 */
export function variantRows(variants, called) {
  const rows = variants.map(({ options, seats, wins, rating }) => [
    called(options),
    count(seats),
    amount(rating.mean),
    amount(rating.deviation),
    maybe(wins?.n, count),
    estimated(wins, share),
  ]);
  return {
    title: say("hard-variants"),
    head: [say("column-options"), say("column-seats"), "μ", "σ", say("column-games"), say("column-wins")],
    rows,
  };
}

/**
 * Options in words: only those that are not as usual, by the labels of their settings.
 * @param {Setting[]} settings
 * @param {object} options
 */
export function optionWords(settings, options) {
  const words = Object.entries(options).map(([name, value]) =>
    choiceWords(
      settings.find((one) => one.name === name),
      value,
    ),
  );
  return words.filter(Boolean).join(say("list-mark")) || say("usual-options");
}

/**
 * @param {Setting | undefined} setting
 * @param {unknown} value
 */
function choiceWords(setting, value) {
  if (value === undefined || value === null || value === false) return null;
  const text = String(value);
  // An option that nobody is offered: what is in it is told if it is numbers.
  if (!setting) return /\p{L}/u.test(text) ? say("special-setup") : `${say("special-setup")} ${text}`;
  const { label, offers } = setting;
  if (offers.type === "switch") return localize(label);
  if (offers.type === "one_of") return localize(offers.of.find((one) => one.value === value)?.label) || text;
  if (Number(value) === (offers.type === "number" ? offers.least : 0)) return null;
  return labelled(localize(label), offers.type === "seat" ? seatName(Number(value)) : text);
}
