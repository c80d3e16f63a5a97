// The page of a game's statistics: one form says which games count, and everything on the page is of these.

import { addressOf, at, get, messageOf, Problem } from "./lib/api.js";
import { Chart, withOthers } from "./lib/chart.js";
import { fill, find, findAll, make } from "./lib/dom.js";
import { Filters, queryOf } from "./lib/filters.js";
import { kinds, rowsOf } from "./lib/answers.js";
import { count, maybe } from "./lib/numbers.js";
import { leaderRows, optionWords, variantRows } from "./lib/leaders.js";
import { table } from "./lib/table.js";
import { offerRecordedChoices } from "./lib/recorded-choices.js";
import { say, when } from "./lib/words.js";
import { showFindings } from "./statistics-findings.js";

/** @import { Leaderboard } from "./types/statistics" */

const METRIC_PATH = "/v1/statistics/{metric}";
const LEADERBOARD_PATH = "/v1/leaderboards/{game}";
const game = find("game").dataset.game ?? "";
/** Parameters that only leaderboards have. */
const LEADERBOARD_PARAMETERS = ["sort", "min_games", "limit"];
/** Players at first, and when all are asked for. */
const FIRST_LEADERS = 10;
const MAX_LEADERS = 1000;

const charts = findAll(".chart", HTMLElement).map((figure) => {
  const { metric = "", query = "" } = figure.dataset;
  return { metric, query, chart: new Chart(figure, METRIC_PATH, { rows: rowsOf }) };
});
const kindsBySlug = await kinds;

/**
 * The filters of the page with what a chart asks beside.
 * @param {string} metric
 * @param {URLSearchParams} filters
 * @param {string} query
 */
function question(metric, filters, query) {
  const all = new URLSearchParams(filters);
  if (metric.startsWith("common.")) all.set("game", game);
  for (const [name, value] of new URLSearchParams(query)) if (!all.getAll(name).includes(value)) all.append(name, value);
  return all;
}

/** @param {URLSearchParams} filterQuery */
function show(filterQuery) {
  const filters = new URLSearchParams([...filterQuery].filter(([name]) => !LEADERBOARD_PARAMETERS.includes(name)));
  for (const { chart, metric, query } of charts) {
    chart.show({ metric }, question(metric, filters, query), { low: chart.figure.classList.contains("low") });
  }
  for (const link of findAll("a[data-metric]", HTMLAnchorElement))
    link.search = queryOf(question(link.dataset.metric ?? "", filters, link.dataset.query ?? ""));
  showFindings(
    (metric, query) => question(metric, filters, query),
    (metric, query) => at(`statistics/metrics/${metric}`).href + queryOf(query),
  );
  showCounted(filters);
  showLeaders(filterQuery);
}

/** @param {URLSearchParams} filters */
async function showCounted(filters) {
  const metric = "common.moves";
  const answer = await get(METRIC_PATH, { metric }, { query: question(metric, filters, "") }).catch(() => null);
  // What is wrong with a question the rest of the page says.
  if (answer === null) return fill(find("counted"), "\u00a0");
  const { games, mean } = answer.total;
  return fill(
    find("counted"),
    games ? say("games-and-moves", { count: games, number: count(games), moves: maybe(mean) }) : say("no-games"),
  );
}

/** @type {URLSearchParams | null} */
let latestQuery = null;

/** @param {URLSearchParams} filterQuery */
async function showLeaders(filterQuery) {
  latestQuery = filterQuery;
  const box = find("leaders-table");
  box.setAttribute("aria-busy", "true");
  const query = filterQuery.has("limit") ? filterQuery : withOthers(filterQuery, { limit: FIRST_LEADERS });
  try {
    const board = await get(LEADERBOARD_PATH, { game }, { query });
    if (latestQuery !== filterQuery) return;
    fill(box, ...leaders(board, query), variants(board));
  } catch (problem) {
    if (latestQuery !== filterQuery) return;
    const trouble = make("p", { class: "trouble", role: "alert" }, messageOf(problem));
    box.querySelector(".trouble")?.remove();
    // What was there stays while the service is away.
    if (problem instanceof Problem && problem.passing) box.prepend(trouble);
    else fill(box, trouble);
  }
  box.removeAttribute("aria-busy");
}

/**
 * @param {Leaderboard} board
 * @param {URLSearchParams} query
 */
function leaders(board, query) {
  const least = Number(board.question.min_games?.[0] ?? "1");
  /** @param {Record<string, string | number>} others */
  const address = (others) => at(addressOf(LEADERBOARD_PATH, { game }, withOthers(query, others)));
  return [
    ...(board.players.length ? table(leaderRows(board)) : [make("p", { class: "quiet" }, say("leaders-none", { count: least }))]),
    make(
      "p",
      { class: "row small chart-links" },
      make("a", { href: address({ format: "csv", limit: MAX_LEADERS }), download: true }, "CSV"),
      make("a", { href: address({ format: "json" }) }, "JSON"),
      board.omitted > 0 &&
        make(
          "button",
          { type: "button", class: "plain", onclick: () => page.go(withOthers(page.query, { limit: MAX_LEADERS })) },
          say("leaders-more", { count: board.players.length + board.omitted }),
        ),
      make("span", { class: "quiet as-of" }, say("counted-until", { time: when(board.as_of) })),
    ),
  ];
}

/** @param {Leaderboard} board */
function variants(board) {
  if (!board.variants?.length) return null;
  const rows = variantRows(board.variants, (options) => optionWords(kindsBySlug.get(game)?.settings ?? [], options));
  return make("details", {}, make("summary", {}, say("hard-variants")), ...table(rows));
}

for (const field of findAll("#leaders-form select", HTMLSelectElement)) {
  field.setAttribute("form", "filters");
  field.addEventListener("change", () => page.apply());
}
const form = find("filters", HTMLFormElement);
const page = new Filters(form, show, { silent: LEADERBOARD_PARAMETERS });
const details = find("which", HTMLDetailsElement);
offerRecordedChoices(details, "common.moves", { game });
if ([...page.query].some(([name]) => !LEADERBOARD_PARAMETERS.includes(name))) details.open = true;
