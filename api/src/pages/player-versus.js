// Head to head: how it went between the player and somebody else.

import { at, get } from "./lib/api.js";
import { gameName } from "./lib/answers.js";
import { addressParam, addressQuery } from "./lib/address.js";
import { fill, find, make } from "./lib/dom.js";
import { estimated } from "./lib/leaders.js";
import { NONE, count, share } from "./lib/numbers.js";
import { table } from "./lib/table.js";
import { player as link } from "./lib/people.js";
import { say, when } from "./lib/words.js";
import { resultWords } from "./player-numbers.js";

/** @import { IsCurrent, Profile, Versus } from "./types/statistics" */

/** Opponents that are offered. */
const MAX_OPPONENTS = 1000;
/** Meetings that are shown. */
const MAX_MEETINGS = "10";

/**
 * Puts everybody whom the player met into the choice, and whom the address names.
 * @param {Profile} player
 */
export async function offerOpponents({ id }) {
  const { opponents } = await get("/v1/players/{id}/opponents", { id }, { query: { limit: MAX_OPPONENTS } });
  const offers = new Map(opponents.map(({ player }) => [player.id, player.name]));
  const chosen = addressParam("versus");
  if (chosen && !offers.has(chosen))
    offers.set(
      chosen,
      await get("/v1/players/{id}", { id: chosen }).then(
        ({ name }) => name,
        () => chosen,
      ),
    );
  find("versus-who").append(...[...offers].map(([value, name]) => make("option", { value }, name)));
}

/**
 * How it went: figures of games against each other, and of games together.
 * @param {Versus["total"]} pairing
 */
export const pairing = ({ games, against, cooperative, last_played: last }) => [
  count(games),
  estimated(against?.wins, share),
  estimated(against?.their_wins, share),
  against ? `${count(against.ahead)} – ${count(against.level)} – ${count(against.behind)}` : NONE,
  estimated(cooperative, share),
  last ? when(last, { clock: false }) : NONE,
];

/** @param {Versus} versus */
function inNumbers({ name, other, total, games }) {
  const title = say("player-numbers-versus", { one: name, other: other.name });
  const head = [
    say("game"),
    say("player-games"),
    say("player-wins-of", { name }),
    say("player-wins-of", { name: other.name }),
    say("player-ahead"),
    say("player-together"),
    say("player-last-met"),
  ];
  const rows = games.map((game) => [gameName(game.game), ...pairing(game)]);
  if (games.length > 1) rows.unshift([say("player-all-games"), ...pairing(total)]);
  return table({ title, head, rows });
}

/** @param {Versus} versus */
function lastMeetings({ name, other, meetings }) {
  const head = [say("player-when"), say("game"), name, other.name];
  /** @param {Versus["meetings"][number]} meeting */
  const row = ({ game, record, player, other: theirs }) => [
    make("a", { href: at(`games/${record.id}`) }, record.played_at ? when(record.played_at, { clock: false }) : say("player-record")),
    gameName(game),
    resultWords(player, record.seats),
    resultWords(theirs, record.seats),
  ];
  return table({ title: say("player-meetings"), head, rows: meetings.map(row), words: [1, 2, 3] });
}

/**
 * @param {Profile} player
 * @param {IsCurrent} isCurrent
 */
export async function showVersus({ id }, isCurrent) {
  const other = addressParam("versus");
  const place = find("versus-note");
  if (!other) return void fill(place, make("p", { class: "quiet" }, say("player-nobody-chosen")));
  fill(place);
  const query = new URLSearchParams([["meetings", MAX_MEETINGS], ...addressQuery(["game", "from", "to"])]);
  const versus = await get("/v1/players/{id}/versus/{other}", { id, other }, { query });
  if (!isCurrent()) return undefined;
  if (versus.total.games === 0) return void fill(place, make("p", { class: "quiet" }, say("player-never-met")));
  return void fill(
    place,
    make("p", { class: "against" }, versus.name, " – ", link(versus.other)),
    ...inNumbers(versus),
    make("h3", {}, say("player-meetings")),
    ...lastMeetings(versus),
  );
}
