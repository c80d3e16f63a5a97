// A player: what public records say. Every choice is in the address; a part is asked for again where a choice of its own
// changed.

import { at, get, messageOf, Problem } from "./lib/api.js";
import { kinds } from "./lib/answers.js";
import { addressQuery, bindFields, fillFields } from "./lib/address.js";
import { card } from "./lib/card.js";
import { fill, find, make } from "./lib/dom.js";
import { playerKey } from "./lib/player-keys.js";
import { isolated, say, when } from "./lib/words.js";
import { Metric } from "./player-metric.js";
import { showMoments } from "./player-moments.js";
import { showNumbers } from "./player-numbers.js";
import { showOpponents } from "./player-opponents.js";
import { offerOwn } from "./player-own.js";
import { showRatings } from "./player-ratings.js";
import { offerOpponents, showVersus } from "./player-versus.js";

/** @import { IsCurrent, Profile } from "./types/statistics" */
/** @typedef {{ part: string, of: string[], show: (player: Profile, isCurrent: IsCurrent) => void | Promise<void> }} Part */

/** Which games are meant. */
const FILTER_PARAMETERS = ["game", "from", "to"];
/** Records that are shown. */
const MAX_RECENT_RECORDS = "6";

const id = location.pathname.split("/").filter(Boolean).at(-1) ?? "";

/**
 * @param {Profile} player
 * @param {IsCurrent} isCurrent
 */
async function showRecent(player, isCurrent) {
  const which = new URLSearchParams([["player", player.id], ...addressQuery(FILTER_PARAMETERS)]);
  const query = new URLSearchParams([...which, ["sort", "-played"], ["limit", MAX_RECENT_RECORDS]]);
  const [{ games }, kindsBySlug] = await Promise.all([get("/v1/games", {}, { query }), kinds]);
  if (!isCurrent()) return;
  find("all-records", HTMLAnchorElement).href = at(`?${which}`).href;
  fill(
    find("recent-list"),
    games.length ? games.map((record) => card(record, kindsBySlug)) : make("li", { class: "quiet" }, say("found-none")),
  );
}

const metric = new Metric();
/**
 * The parts of the page, and the choices that each depends on.
 * @type {Part[]}
 */
const PARTS = [
  { part: "numbers", of: [...FILTER_PARAMETERS], show: showNumbers },
  { part: "recent", of: [...FILTER_PARAMETERS], show: showRecent },
  { part: "ratings", of: [...FILTER_PARAMETERS, "by"], show: showRatings },
  { part: "versus", of: [...FILTER_PARAMETERS, "versus"], show: showVersus },
  { part: "opponents", of: [...FILTER_PARAMETERS, "sort", "min_games"], show: showOpponents },
  { part: "metrics", of: [...FILTER_PARAMETERS, "by", "versus", "metric"], show: (player) => metric.show(player) },
];

/**
 * What every part shows, or is about to.
 * @type {Map<string, string>}
 */
const shown = new Map();

/**
 * Shows a part as the address asks for it; what is wrong with that, if something is.
 * @param {Profile} player
 * @param {Part} part
 * @returns {Promise<string | null>}
 */
async function showPart(player, { part, of, show }) {
  const requestedQuery = addressQuery(of).toString();
  const isCurrent = () => shown.get(part) === requestedQuery;
  if (isCurrent()) return null;
  shown.set(part, requestedQuery);
  const place = find(part);
  place.setAttribute("aria-busy", "true");
  /** @type {string | null} */
  let trouble = null;
  try {
    await show(player, isCurrent);
  } catch (problem) {
    trouble = messageOf(problem);
  }
  if (!isCurrent()) return null;
  if (trouble !== null) shown.delete(part);
  place.removeAttribute("aria-busy");
  return trouble;
}

/**
 * Everything as the address asks for it; what is wrong with that is said once.
 * @param {Profile} player
 */
async function showAll(player) {
  const troubles = await Promise.all(PARTS.map((part) => showPart(player, part)));
  const text = new Set(troubles.filter((trouble) => trouble !== null));
  find("trouble").hidden = text.size === 0;
  find("trouble").textContent = [...text].join(" ");
}

/** @param {Profile} player */
function showHead(player) {
  const count = player.games.reduce((all, { records }) => all + records, 0);
  document.title = `${isolated(player.name)} – ${say("name")}`;
  fill(find("name"), make("bdi", {}, player.name));
  const last = player.last_played && say("player-last", { time: when(player.last_played, { clock: false }) });
  find("facts").textContent = [say("player-facts", { count }), last].filter(Boolean).join(" · ");
}

/**
 * Nobody is here, or nobody is any more.
 * @param {unknown} problem
 */
function showGone(problem) {
  find("profile").hidden = true;
  find("gone").hidden = false;
  const status = problem instanceof Problem ? problem.status : 0;
  const text = new Map([
    [404, say("player-unknown")],
    [410, say("player-erased")],
  ]).get(status);
  find("gone-text").textContent = text ?? messageOf(problem);
}

async function begin() {
  offerOwn(id);
  const player = await get("/v1/players/{id}", { id }, { token: playerKey(id) });
  if (player.id !== id) {
    location.replace(at(`players/${player.id}${location.search}${location.hash}`));
    return;
  }
  showHead(player);
  showMoments(player);
  await offerOpponents(player);
  fillFields();
  bindFields(() => showAll(player));
  await showAll(player);
  find("profile").removeAttribute("aria-busy");
}

await begin().catch(showGone);
