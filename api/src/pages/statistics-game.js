// The page of a game's statistics: one form says which games count, and everything on the page is of these.

import { at, json } from "./lib/api.js";
import { asked as address, Chart } from "./lib/chart.js";
import { fill, find, make } from "./lib/dom.js";
import { Filters, queryOf } from "./lib/filters.js";
import { kinds, rowsOf } from "./lib/answers.js";
import { amount, count } from "./lib/numbers.js";
import { leaderRows, optionWords, variantRows } from "./lib/leaders.js";
import { table } from "./lib/table.js";
import { say, told, when } from "./lib/words.js";

const game = find("game").dataset.game;
/** Parameters that only leaderboards have. */
const OF_LEADERS = ["sort", "min_games", "limit"];
/** Players at first. */
const FIRST = 10;

const charts = [...document.querySelectorAll(".chart")].map((figure) => ({ ...figure.dataset, chart: new Chart(figure, { rows: rowsOf }) }));

/** The filters of the page with what a chart asks beside. */
function question(metric, filters, query) {
  const all = new URLSearchParams(filters);
  if (metric.startsWith("general.")) all.set("game", game);
  for (const [name, value] of new URLSearchParams(query)) if (!all.getAll(name).includes(value)) all.append(name, value);
  return all;
}

function show(asked) {
  const filters = new URLSearchParams([...asked].filter(([name]) => !OF_LEADERS.includes(name)));
  for (const { chart, metric, query } of charts) {
    chart.show(`/v1/statistics/${metric}`, question(metric, filters, query), { low: chart.figure.classList.contains("low") });
  }
  for (const link of document.querySelectorAll("a[data-metric]")) link.search = queryOf(question(link.dataset.metric, filters, link.dataset.query ?? ""));
  showCounted(filters);
  showLeaders(asked);
}

async function showCounted(filters) {
  const answer = await json(address("/v1/statistics/general.moves", question("general.moves", filters, ""))).catch(() => null);
  // What is wrong with a question the rest of the page says.
  if (answer === null) return fill(find("counted"), "\u00a0");
  const { games, mean } = answer.total;
  return fill(find("counted"), games ? say("games_and_moves", { games: count(games), moves: amount(mean) }) : say("no_games"));
}

let latest = null;

async function showLeaders(asked) {
  latest = asked;
  const box = find("leaders-table");
  box.setAttribute("aria-busy", "true");
  const path = `/v1/leaderboards/${game}`;
  const query = new URLSearchParams(asked);
  if (!query.has("limit")) query.set("limit", FIRST);
  try {
    const [board, known] = await Promise.all([json(address(path, query)), kinds]);
    if (latest !== asked) return;
    const all = board.players.length + board.left_out;
    fill(box,
      board.players.length ? table(leaderRows(board)) : make("p", { class: "quiet" }, say("leaders_none", { least: board.question.min_games[0] })),
      make("p", { class: "row small chart-links" },
        make("a", { href: at(address(path, query, { format: "csv", limit: 1000 })), download: true }, "CSV"),
        make("a", { href: at(address(path, query, { format: "json" })) }, "JSON"),
        board.left_out > 0 && make("button", { type: "button", class: "plain", onclick: () => page.go(withLimit(page.asked)) }, say("leaders_more", { count: all })),
        make("span", { class: "quiet as-of" }, say("counted_until", { time: when(board.as_of) }))),
      board.variants?.length > 0 && make("details", {}, make("summary", {}, say("hard_variants")), table(variantRows(board, (options) => optionWords(known.get(game)?.settings ?? [], options)))));
  } catch (problem) {
    if (latest === asked) fill(box, make("p", { class: "trouble", role: "alert" }, problem.message));
  }
  box.removeAttribute("aria-busy");
}

function withLimit(asked) {
  const all = new URLSearchParams(asked);
  all.set("limit", 1000);
  return all;
}

for (const field of find("leaders-form").querySelectorAll("select")) {
  field.setAttribute("form", "filters");
  field.addEventListener("change", () => page.take());
}
const page = new Filters(find("filters"), show, { silent: OF_LEADERS });
if (page.asked.size > 0 && [...page.asked].some(([name]) => !OF_LEADERS.includes(name))) find("filters").querySelector("details").open = true;
