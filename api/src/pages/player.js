// A player: what public records say. Every choice is in the address; a part is asked for again where a choice of its own
// changed.

import { at, json } from "./lib/api.js";
import { kinds } from "./lib/answers.js";
import { askedOf, keepAsked, showAsked } from "./lib/asked.js";
import { card } from "./lib/card.js";
import { fill, find, make } from "./lib/dom.js";
import { say, when } from "./lib/words.js";
import { Metric } from "./player-metric.js";
import { showNumbers } from "./player-numbers.js";
import { showOpponents } from "./player-opponents.js";
import { showRatings } from "./player-ratings.js";
import { offerOpponents, showVersus } from "./player-versus.js";

/** Which games are meant. */
const WHICH = ["game", "from", "to"];
/** Records that are shown. */
const RECENT = 6;

const id = location.pathname.split("/").filter(Boolean).at(-1);

async function showRecent(player) {
  const query = askedOf(WHICH);
  const { games } = await json(`/v1/games?${new URLSearchParams([["player", player.id], ["sort", "-played"], ["limit", RECENT], ...query])}`);
  const known = await kinds;
  find("all-records").href = at(`?${new URLSearchParams([["player", player.id], ...query])}`);
  fill(find("recent-list"), games.length ? games.map((record) => card(record, known)) : make("li", { class: "quiet" }, say("found_none")));
}

const metric = new Metric();
/** The parts of the page, and the choices that each depends on. */
const PARTS = [
  { part: "numbers", of: [...WHICH], show: showNumbers },
  { part: "recent", of: [...WHICH], show: showRecent },
  { part: "ratings", of: [...WHICH, "by"], show: showRatings },
  { part: "versus", of: [...WHICH, "versus"], show: showVersus },
  { part: "opponents", of: [...WHICH, "sort", "min_games"], show: showOpponents },
  { part: "metrics", of: [...WHICH, "by", "versus", "metric"], show: (player) => metric.show(player) },
];

/** What every part shows, or is about to. */
const shown = new Map();

async function showPart(player, { part, of, show }) {
  const wanted = askedOf(of).toString();
  if (shown.get(part) === wanted) return null;
  shown.set(part, wanted);
  const place = find(part);
  place.setAttribute("aria-busy", "true");
  const trouble = await show(player, () => shown.get(part) === wanted).then(() => null, (problem) => problem);
  if (shown.get(part) !== wanted) return null;
  if (trouble) shown.delete(part);
  place.removeAttribute("aria-busy");
  return trouble;
}

/** Everything as the address asks for it; what is wrong with that is said once. */
async function showAll(player) {
  const troubles = await Promise.all(PARTS.map((part) => showPart(player, part)));
  const said = new Set(troubles.filter(Boolean).map(({ message }) => message));
  find("trouble").hidden = said.size === 0;
  find("trouble").textContent = [...said].join(" ");
}

function showHead(player) {
  const count = player.games.reduce((all, { records }) => all + records, 0);
  document.title = `${player.name} – ${say("name")}`;
  find("name").textContent = player.name;
  const last = player.last_played && say("player_last", { time: when(player.last_played, { clock: false }) });
  find("facts").textContent = [say("player_facts", { count }), last].filter(Boolean).join(" · ");
}

/** Nobody is here, or nobody is any more. */
function showGone({ status, message }) {
  find("profile").hidden = true;
  find("gone").hidden = false;
  find("gone-text").textContent = { 404: say("player_unknown"), 410: say("player_erased") }[status] ?? message;
}

async function begin() {
  const player = await json(`/v1/players/${id}`);
  if (player.id !== id) {
    location.replace(at(`players/${player.id}${location.search}${location.hash}`));
    return;
  }
  showHead(player);
  await offerOpponents(player);
  showAsked();
  keepAsked(() => showAll(player));
  await showAll(player);
  find("profile").removeAttribute("aria-busy");
}

await begin().catch(showGone);
