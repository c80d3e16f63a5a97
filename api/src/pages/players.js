// Players: found by name, and who leads at each game. What is looked for is in the address.

import { at, get, messageOf } from "./lib/api.js";
import { addressParam } from "./lib/address.js";
import { fill, find, findAll, make } from "./lib/dom.js";
import { player } from "./lib/people.js";
import { count, share } from "./lib/numbers.js";
import { say } from "./lib/words.js";

/** @import { Query } from "./types/api" */
/** @import { Leaderboard } from "./types/statistics" */

/** Leaders of a game. */
const LEADERS_PER_GAME = 5;
const name = addressParam("name");
const least = find("least", HTMLSelectElement);

/** @param {unknown} problem */
function trouble(problem) {
  find("found-trouble").textContent = messageOf(problem);
  find("found-trouble").hidden = false;
}

/** @param {URLSearchParams | Query<"/v1/players">} query */
async function showFound(query) {
  const list = find("found-list");
  const more = find("found-more", HTMLButtonElement);
  const { players, next } = await get("/v1/players", {}, { query });
  if (list.hasAttribute("aria-busy")) fill(list);
  list.removeAttribute("aria-busy");
  list.append(...players.map((one) => make("li", {}, player(one))));
  if (!list.children.length) list.append(make("li", { class: "quiet" }, say(name ? "players-none" : "players-nobody")));
  more.hidden = !next;
  more.onclick = next ? () => showFound(at(next).searchParams).catch(trouble) : null;
}

/** @param {HTMLElement} board */
async function showLeaders(board) {
  const chosen = least.value;
  const query = { limit: LEADERS_PER_GAME, min_games: Number(chosen) };
  const { players } = await get("/v1/leaderboards/{game}", { game: board.dataset.game ?? "" }, { query });
  // An answer may come late, when somebody has chosen otherwise meanwhile.
  if (chosen !== least.value) return;
  const nobody = make("tr", {}, make("td", { colspan: 4, class: "quiet" }, say("players-no-leaders")));
  const body = board.querySelector("tbody");
  if (body) fill(body, players.length ? players.map(row) : nobody);
}

/** @param {Leaderboard["players"][number]} leader */
const row = ({ rank, player: who, rating, wins }) =>
  make(
    "tr",
    {},
    make("td", {}, count(rank)),
    make("th", { scope: "row" }, player(who)),
    make("td", { class: "number" }, count(Math.round(rating.conservative))),
    make("td", { class: "number" }, wins ? share(wins.mean) : ""),
  );

const showAllLeaders = () => Promise.all(findAll("[data-game]", HTMLElement).map(showLeaders)).catch(trouble);

if (name) {
  const field = find("search", HTMLFormElement).elements.namedItem("name");
  if (field instanceof HTMLInputElement) field.value = name;
  find("found-title").textContent = say("players-found", { name });
}
const chosenMinGames = addressParam("min_games");
if (chosenMinGames !== null && [...least.options].some(({ value }) => value === chosenMinGames)) least.value = chosenMinGames;
least.addEventListener("change", () => {
  const address = new URL(location.href);
  address.searchParams.set("min_games", least.value);
  history.replaceState(null, "", address);
  showAllLeaders();
});
await Promise.all([showFound({ limit: 24, ...(name && { name }) }).catch(trouble), showAllLeaders()]);
