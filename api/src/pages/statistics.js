// The overview of statistics: how much there is of every game, charts of the whole archive, and the search for a metric.

import { get, messageOf } from "./lib/api.js";
import { addressParam } from "./lib/address.js";
import { Chart, numbersOf } from "./lib/chart.js";
import { fill, find, findAll, make } from "./lib/dom.js";
import { recordsSearch } from "./lib/records-search.js";
import { rowsOf } from "./lib/answers.js";
import { NONE, count, maybe } from "./lib/numbers.js";
import { table } from "./lib/table.js";
import { language, say, when } from "./lib/words.js";

const METRIC_PATH = "/v1/statistics/{metric}";
/** A metric that every game has, for the games are counted beside it. */
const MOVES_METRIC = { metric: "common.moves" };
const LAST_MONTHS = new URLSearchParams({ group_by: "month", sort: "-key", limit: "12" });

for (const figure of findAll(".chart", HTMLElement)) {
  const { metric = "", query } = figure.dataset;
  new Chart(figure, METRIC_PATH, { rows: rowsOf }).show({ metric }, new URLSearchParams(query));
}

/** How many games of each kind there are, and how long they are. */
async function showKinds() {
  const { groups } = await get(METRIC_PATH, MOVES_METRIC, { query: { group_by: ["game"] } });
  const found = new Map((groups ?? []).map((group) => [group.key.game, group]));
  for (const line of findAll("[data-game]", HTMLElement)) {
    const group = found.get(line.dataset.game ?? "");
    line.textContent = group
      ? say("games-and-moves", { count: group.games, number: count(group.games), moves: maybe(group.mean) })
      : say("no-games");
  }
}

/** The last months in which games were played, each with a bar as long as there were games. */
async function showMonths() {
  const answer = await get(METRIC_PATH, MOVES_METRIC, { query: LAST_MONTHS });
  const months = (answer.groups ?? [])
    .flatMap(({ key, games }) => (typeof key.month === "string" ? [{ key, month: key.month, games }] : []))
    .reverse();
  const most = Math.max(...months.map(({ games }) => games), 1);
  const rows = months.length
    ? months.map(({ key, month, games }) => [
        monthName(month),
        make("span", { class: "barred" }, bar(games / most), make("a", { href: recordsSearch(answer, key) }, count(games))),
      ])
    : [[say("no-games"), NONE]];
  const figure = find("months");
  const title = figure.querySelector("figcaption");
  fill(
    figure,
    title,
    ...table({ title: title?.textContent ?? "", head: [say("grouping-month"), say("column-games")], rows, words: [1] }),
    make(
      "p",
      { class: "row small chart-links" },
      ...numbersOf(METRIC_PATH, MOVES_METRIC, LAST_MONTHS),
      make("span", { class: "quiet as-of" }, say("counted-until", { time: when(answer.as_of) })),
    ),
  );
  figure.removeAttribute("aria-busy");
}

/** @param {string} month */
const monthName = (month) =>
  new Intl.DateTimeFormat(language, { year: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${month}-01`));

/** @param {number} part */
function bar(part) {
  const drawn = make("span", { class: "bar", "aria-hidden": "true" });
  drawn.style.setProperty("--part", String(part));
  return drawn;
}

/** @param {string | null | undefined} text */
const plain = (text) => (text ?? "").normalize("NFKC").toLowerCase();

const field = find("seek", HTMLInputElement);

/** Shows the metrics that have all these words; the words are in the address. */
function seek() {
  const words = plain(field.value).split(/\s+/u).filter(Boolean);
  const kinds = findAll(".kind", HTMLDetailsElement);
  let shown = 0;
  for (const kind of kinds) {
    const name = plain(kind.querySelector("h3")?.textContent);
    let some = false;
    for (const metric of findAll("li", HTMLElement, kind)) {
      const text = `${name} ${plain(metric.textContent)} ${metric.dataset.words ?? ""}`;
      metric.hidden = !words.every((word) => text.includes(word));
      if (!metric.hidden) [some, shown] = [true, shown + 1];
    }
    kind.hidden = !some;
    kind.open = words.length ? some : kind === kinds[0];
  }
  find("sought").textContent = shown ? say("metrics-of", { count: shown }) : say("metrics-none");
  const address = new URL(location.href);
  if (words.length) address.searchParams.set("q", field.value);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(null, "", address);
}

field.value = addressParam("q") ?? "";
field.addEventListener("input", seek);
if (field.value) seek();

await Promise.all([showKinds(), showMonths()]).catch((problem) =>
  fill(find("months"), make("p", { class: "trouble", role: "alert" }, messageOf(problem))),
);
