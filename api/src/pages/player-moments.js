// What people tell of a player: who beats them, and their best game.

import { at, get } from "./lib/api.js";
import { gameName } from "./lib/answers.js";
import { fill, find, make } from "./lib/dom.js";
import { amount, share } from "./lib/numbers.js";
import { say } from "./lib/words.js";

/** @import { Profile } from "./types/statistics" */

/** A nemesis has won more than half of so many games. */
const MIN_GAMES = "3";

/**
 * Who wins most often against the player; null if nobody wins more than half.
 * @param {Profile} player
 */
async function nemesis({ id }) {
  const query = new URLSearchParams({ sort: "losses", min_games: MIN_GAMES, limit: "10" });
  const { opponents } = await get("/v1/players/{id}/opponents", { id }, { query });
  const beaten = opponents.flatMap(({ player, against }) =>
    against && against.their_wins && against.their_wins.mean > 0.5 ? [{ player, games: against.games, wins: against.their_wins.mean }] : [],
  );
  const [worst] = beaten.sort((one, other) => other.wins - one.wins);
  return worst
    ? make(
        "li",
        {},
        make(
          "a",
          { href: at(`players/${worst.player.id}`) },
          say("player-nemesis", { name: worst.player.name, count: worst.games, share: share(worst.wins) }),
        ),
      )
    : null;
}

/**
 * The game that the player won with the most points; null if games without points are all there is.
 * @param {Profile} player
 */
async function best({ id }) {
  const query = new URLSearchParams({ player: id, winner: id, status: "over", sort: "-points", limit: "1" });
  const {
    games: [record],
  } = await get("/v1/games", {}, { query });
  const points = record?.ended?.outcome?.points;
  const most = points?.length ? Math.max(...points) : 0;
  return record && most > 0
    ? make(
        "li",
        {},
        make("a", { href: at(`games/${record.id}`) }, say("player-best", { game: gameName(record.game), points: amount(most) })),
      )
    : null;
}

/** @param {Profile} player */
export async function showMoments(player) {
  const moments = await Promise.all([nemesis(player), best(player)].map((moment) => moment.catch(() => null)));
  fill(
    find("moments"),
    moments.filter((moment) => moment !== null),
  );
}
