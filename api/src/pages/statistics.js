// The overview of statistics: how much there is of every game, charts of the whole archive, and the search for a metric.

import { json } from "./lib/api.js";
import { asked as address, Chart, numbersOf } from "./lib/chart.js";
import { fill, find, make } from "./lib/dom.js";
import { behind } from "./lib/behind.js";
import { rowsOf } from "./lib/answers.js";
import { NONE, amount, count } from "./lib/numbers.js";
import { table } from "./lib/table.js";
import { language, say, when } from "./lib/words.js";

const MOVES = "/v1/statistics/general.moves";
/** Of any metric that every game has, for the games are counted beside it. */
const LAST_MONTHS = "group_by=month&sort=-key&limit=12";

for (const figure of document.querySelectorAll(".chart")) {
  new Chart(figure, { rows: rowsOf }).show(`/v1/statistics/${figure.dataset.metric}`, figure.dataset.query);
}

/** How many games of each kind there are, and how long they are. */
async function showKinds() {
  const { groups } = await json(`${MOVES}?group_by=game`);
  const found = new Map(groups.map((group) => [group.key.game, group]));
  for (const line of document.querySelectorAll("[data-game]")) {
    const group = found.get(line.dataset.game);
    line.textContent = group ? say("games_and_moves", { games: count(group.games), moves: amount(group.mean) }) : say("no_games");
  }
}

/** The last months in which games were played, each with a bar as long as there were games. */
async function showMonths() {
  const answer = await json(address(MOVES, LAST_MONTHS));
  const months = answer.groups.filter(({ key }) => key.month).reverse();
  const most = Math.max(...months.map(({ games }) => games), 1);
  const name = (month) => new Intl.DateTimeFormat(language, { year: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${month}-01`));
  const bar = (games) => {
    const drawn = make("span", { class: "bar", "aria-hidden": "true" });
    drawn.style.setProperty("--part", games / most);
    return drawn;
  };
  const row = ({ key, games }) => [name(key.month), make("span", { class: "barred" }, bar(games), make("a", { href: behind(answer, key) }, count(games)))];
  const figure = find("months");
  const title = figure.querySelector("figcaption");
  const rows = months.length ? months.map(row) : [[say("no_games"), NONE]];
  fill(figure, title,
    table({ title: title.textContent, head: [say("way_month"), say("column_games")], rows, words: [1] }),
    make("p", { class: "row small chart-links" },
      ...numbersOf(MOVES, LAST_MONTHS),
      make("span", { class: "quiet as-of" }, say("counted_until", { time: when(answer.as_of) }))));
  figure.removeAttribute("aria-busy");
}

const plain = (text) => text.normalize("NFKC").toLowerCase();

/** Shows the metrics that have all these words; the words are in the address. */
function seek() {
  const words = plain(find("seek").value).split(/\s+/u).filter(Boolean);
  let shown = 0;
  const usual = document.querySelector(".kind");
  for (const kind of document.querySelectorAll(".kind")) {
    const name = plain(kind.querySelector("h3").textContent);
    let some = false;
    for (const metric of kind.querySelectorAll("li")) {
      const text = `${name} ${plain(metric.textContent)} ${metric.dataset.words}`;
      metric.hidden = !words.every((word) => text.includes(word));
      if (!metric.hidden) [some, shown] = [true, shown + 1];
    }
    kind.hidden = !some;
    kind.open = words.length ? some : kind === usual;
  }
  find("sought").textContent = shown ? say("metrics_of", { count: shown }) : say("metrics_none");
  const address = new URL(location.href);
  if (words.length) address.searchParams.set("q", find("seek").value);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(null, "", address);
}

const asked = () => new URLSearchParams(location.search).get("q") ?? "";
find("seek").value = asked();
find("seek").addEventListener("input", seek);
if (asked()) seek();

await Promise.all([showKinds(), showMonths()]).catch((problem) => fill(find("months"), make("p", { class: "trouble", role: "alert" }, problem.message)));
