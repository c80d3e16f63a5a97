// Players: found by name, and who leads at each game. What is looked for is in the address.

import { json } from "./lib/api.js";
import { asked } from "./lib/asked.js";
import { fill, find, make } from "./lib/dom.js";
import { player } from "./lib/people.js";
import { amount, count, share } from "./lib/numbers.js";
import { say } from "./lib/words.js";

/** Leaders of a game. */
const LEADERS = 5;
const name = asked("name");

function trouble(problem) {
  find("found-trouble").textContent = problem.message;
  find("found-trouble").hidden = false;
}

async function showFound(path) {
  const list = find("found-list");
  const { players, next } = await json(path);
  if (list.hasAttribute("aria-busy")) fill(list);
  list.removeAttribute("aria-busy");
  list.append(...players.map((one) => make("li", {}, player(one))));
  if (!list.children.length) list.append(make("li", { class: "quiet" }, say(name ? "players_none" : "players_nobody")));
  find("found-more").hidden = !next;
  find("found-more").onclick = () => showFound(next).catch(trouble);
}

async function showLeaders(board) {
  const least = find("least").value;
  const { players } = await json(`/v1/leaderboards/${board.dataset.game}?limit=${LEADERS}&min_games=${least}`);
  // An answer may come late, when somebody has chosen otherwise meanwhile.
  if (least !== find("least").value) return;
  const row = ({ rank, player: who, rating, wins }) => make("tr", {},
    make("td", {}, count(rank)), make("th", { scope: "row" }, player(who)),
    make("td", { class: "number" }, amount(rating.conservative)), make("td", { class: "number" }, wins ? share(wins.mean) : ""));
  const nobody = make("tr", {}, make("td", { colspan: 4, class: "quiet" }, say("players_no_leaders")));
  fill(board.querySelector("tbody"), players.length ? players.map(row) : nobody);
}

const showAllLeaders = () => Promise.all([...document.querySelectorAll("[data-game]")].map(showLeaders)).catch(trouble);

if (name) {
  find("search").elements.name.value = name;
  find("found-title").textContent = say("players_found", { name });
}
const least = asked("min_games");
if ([...find("least").options].some(({ value }) => value === least)) find("least").value = least;
find("least").addEventListener("change", () => {
  const address = new URL(location.href);
  address.searchParams.set("min_games", find("least").value);
  history.replaceState(null, "", address);
  showAllLeaders();
});
await Promise.all([showFound(`/v1/players?${new URLSearchParams({ limit: 24, ...(name && { name }) })}`).catch(trouble), showAllLeaders()]);
