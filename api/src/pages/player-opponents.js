// Everybody who sat at a table with the player.

import { get } from "./lib/api.js";
import { addressQuery, chooseIn } from "./lib/address.js";
import { fill, find, make } from "./lib/dom.js";
import { player as link } from "./lib/people.js";
import { table } from "./lib/table.js";
import { say, when } from "./lib/words.js";
import { pairing } from "./player-versus.js";

/** @import { IsCurrent, Person, Profile } from "./types/statistics" */

/** Opponents that are shown. */
const MAX_OPPONENTS = "50";

/** @param {Person} person */
function hold({ id, name }) {
  const choose = () => {
    const who = find("versus-who", HTMLSelectElement);
    // Of very many opponents not all are offered there.
    if (![...who.options].some(({ value }) => value === id)) who.append(make("option", { value: id }, name));
    chooseIn(who, id);
    find("versus").scrollIntoView();
    who.focus({ preventScroll: true });
  };
  return make(
    "button",
    { type: "button", class: "plain", "aria-label": say("player-hold-against-whom", { name }), onclick: choose },
    say("player-hold-against"),
  );
}

/**
 * @param {Profile} player
 * @param {IsCurrent} isCurrent
 */
export async function showOpponents({ id }, isCurrent) {
  const query = new URLSearchParams([["limit", MAX_OPPONENTS], ...addressQuery(["game", "from", "to", "sort", "min_games"])]);
  const { opponents, omitted: more, as_of: moment } = await get("/v1/players/{id}/opponents", { id }, { query });
  if (!isCurrent()) return;
  const head = [
    say("who"),
    say("player-games"),
    say("player-wins"),
    say("player-their-wins"),
    say("player-ahead"),
    say("player-together"),
    say("player-last-met"),
    say("player-hold-against"),
  ];
  const rows = opponents.map((one) => [link(one.player), ...pairing(one), hold(one.player)]);
  const notes = [...(more ? [say("player-left-out", { count: more })] : []), say("counted-until", { time: when(moment) })];
  fill(
    find("opponents-note"),
    opponents.length
      ? table({ title: say("numbers-of", { what: say("player-opponents") }), head, rows, notes })
      : make("p", { class: "quiet" }, say("player-no-opponents")),
  );
}
