// What stands out in the games of a kind: of the questions that people ask of it, those whose answers differ most clearly.

import { get } from "./lib/api.js";
import { labelledGroup, rowsOf, seenWord } from "./lib/answers.js";
import { Chart } from "./lib/chart.js";
import { fill, find, make } from "./lib/dom.js";
import { amount, range, share, writer } from "./lib/numbers.js";
import { localize, say } from "./lib/words.js";

/** @import { Bar, Group, Interval, Values } from "./types/statistics" */
/** @typedef {{ metric: string, query: string, text: string }} Question */
/** @typedef {{ score: number, sentence: string }} Judged */
/** @typedef {Judged & { question: Question }} Finding */

const METRIC_PATH = "/v1/statistics/{metric}";
const MAX_FINDINGS = 3;
/** What cannot be told from chance has less than this. */
const CLEAR = 2;
/** How much an answer without a difference tells, of shares and of numbers. */
const PLAIN_SHARE = 0.7;
const PLAIN_NUMBER = 0.5;

/** @type {Question[]} */
const questions = [...find("questions", HTMLTemplateElement).content.querySelectorAll("data")].map((one) => ({
  metric: one.dataset.metric ?? "",
  query: one.value,
  text: one.textContent ?? "",
}));

/**
 * How clearly two estimates differ: 2 or more where their intervals lie apart, the more the wider the gap is.
 * @param {{ value: number, interval: Interval }} high
 * @param {{ value: number, interval: Interval }} low
 */
function distance(high, low) {
  const size = high.value - low.value;
  if (size <= 0) return 0;
  const gap = high.interval.low - low.interval.high;
  return gap > 0 ? CLEAR + gap / size : size / (size - gap);
}

/**
 * The groups that are furthest apart.
 * @param {Values} answer
 * @returns {Judged | null}
 */
function ofGroups({ metric, groups }) {
  const estimates = (groups ?? []).flatMap((group) =>
    typeof group.mean === "number" && group.interval ? [{ group, value: group.mean, interval: group.interval }] : [],
  );
  const [low, ...others] = estimates.sort((one, other) => one.value - other.value);
  const high = others.at(-1);
  if (!low || !high || high.value === low.value) return null;
  const write = writer(metric.kind);
  const sentence = say("finding-groups", {
    high: labelledGroup(metric, high.group.key),
    most: write(high.value),
    low: labelledGroup(metric, low.group.key),
    least: write(low.value),
  });
  return { score: distance(high, low), sentence };
}

/**
 * The share of a word in a group that differs most from that of all observations.
 * @param {Values} answer
 * @returns {Judged | null}
 */
function ofCells({ metric, groups, total }) {
  const all = new Map((total.distribution ?? []).map((bar) => [String(bar.value), bar]));
  /** @param {Group} group */
  const cells = (group) => (group.distribution ?? []).flatMap((bar) => judgedCell(group, bar, all.get(String(bar.value))));
  /** @type {(group: Group, bar: Bar, whole: Bar | undefined) => Judged[]} */
  function judgedCell({ key }, bar, whole) {
    if (!bar.interval || !whole?.interval) return [];
    const [one, other] = [
      { value: bar.share, interval: bar.interval },
      { value: whole.share, interval: whole.interval },
    ];
    const sentence = say("finding-cell", {
      group: labelledGroup(metric, key),
      word: seenWord(metric, bar.value),
      share: share(bar.share),
      all: share(whole.share),
    });
    return [{ score: one.value > other.value ? distance(one, other) : distance(other, one), sentence }];
  }
  return best((groups ?? []).flatMap(cells));
}

/**
 * The word that is seen most often.
 * @param {Values} answer
 * @returns {Judged | null}
 */
function ofWords({ metric, total }) {
  const [first, second] = total.distribution ?? [];
  if (!first) return null;
  if (!second) return { score: PLAIN_SHARE, sentence: say("finding-one-word", { word: seenWord(metric, first.value) }) };
  const sentence = say("finding-word", {
    word: seenWord(metric, first.value),
    share: share(first.share),
    second: seenWord(metric, second.value),
    less: share(second.share),
  });
  const [one, other] = [first.interval, second.interval];
  return { score: one && other ? distance({ value: first.share, interval: one }, { value: second.share, interval: other }) : 0, sentence };
}

/**
 * All observations together.
 * @param {Values} answer
 * @returns {Judged | null}
 */
function ofAll({ metric, total }) {
  if (typeof total.mean !== "number") return null;
  if (metric.kind !== "number") {
    const sentence = total.interval
      ? say("finding-share", { share: share(total.mean), interval: range(total.interval, share) })
      : say("finding-share-alone", { share: share(total.mean) });
    return { score: PLAIN_SHARE, sentence };
  }
  /** @param {number} part */
  const quantile = (part) => total.quantiles?.find((one) => one.part === part)?.value;
  const [low, high] = [quantile(0.25), quantile(0.75)];
  const mean = { mean: amount(total.mean), unit: localize(metric.unit) };
  const sentence =
    low !== undefined && high !== undefined
      ? say("finding-mean", { ...mean, low: amount(low), high: amount(high) })
      : say("finding-mean-alone", mean);
  return { score: PLAIN_NUMBER, sentence };
}

/**
 * @template {Judged} T
 * @param {T[]} judged
 * @returns {T | null}
 */
const best = (judged) => judged.reduce((/** @type {T | null} */ best, one) => (best && best.score >= one.score ? best : one), null);

/**
 * What a question comes to: by groups it asks how they differ, else what all observations say.
 * @param {Values} answer
 */
function judge(answer) {
  const isCategory = answer.metric.kind === "category";
  if (answer.groups) return isCategory ? ofCells(answer) : ofGroups(answer);
  return isCategory ? ofWords(answer) : ofAll(answer);
}

/** @param {Finding} finding */
function article({ score, sentence, question }) {
  const { metric, query, text } = question;
  const figure = make("figure", { class: "chart low" });
  const link = make("a", { "data-metric": metric, "data-query": query }, text);
  const isUnsure = score < CLEAR && score !== PLAIN_SHARE && score !== PLAIN_NUMBER;
  return {
    figure,
    link,
    element: make(
      "article",
      { class: "finding stack tight" },
      make("h3", {}, link),
      make("p", { class: "lead" }, sentence),
      isUnsure && make("p", { class: "small quiet" }, say("finding-unsure")),
      figure,
    ),
  };
}

/** @type {symbol | null} */
let latest = null;

/**
 * Asks every question of the games that count, and shows what stands out; `ask` makes the query of a question, `address` the
 * link to its page.
 * @param {(metric: string, query: string) => URLSearchParams} ask
 * @param {(metric: string, query: URLSearchParams) => string} address
 */
export async function showFindings(ask, address) {
  const current = Symbol("findings");
  latest = current;
  const box = find("findings");
  box.setAttribute("aria-busy", "true");
  const answers = await Promise.all(
    questions.map((question) => {
      const { metric, query } = question;
      return get(METRIC_PATH, { metric }, { query: ask(metric, query) }).then(
        (answer) => ({ question, judged: judge(answer) }),
        () => ({ question, judged: null }),
      );
    }),
  );
  if (latest !== current) return;
  const judged = answers.flatMap((one) => (one.judged ? [{ ...one.judged, question: one.question }] : []));
  judged.sort((one, other) => other.score - one.score);
  const chosen = judged
    .filter(({ question }, place) => judged.findIndex((one) => one.question.metric === question.metric) === place)
    .slice(0, MAX_FINDINGS);
  const articles = chosen.map((finding) => ({ finding, ...article(finding) }));
  fill(find("found-list"), articles.length ? articles.map(({ element }) => element) : make("p", { class: "quiet" }, say("findings-none")));
  for (const {
    finding: {
      question: { metric, query },
    },
    figure,
    link,
  } of articles) {
    link.href = address(metric, ask(metric, query));
    new Chart(figure, METRIC_PATH, { rows: rowsOf }).show({ metric }, ask(metric, query), { low: true });
  }
  find("findings-about").textContent = judged.length ? say("findings-about", { count: judged.length }) : "";
  box.removeAttribute("aria-busy");
}
