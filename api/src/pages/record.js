// The page of a record: followed while it is live, replayed step by step. What somebody may see the API decides, by the
// token of the link.

import { at, get, messageOf, post, Problem, rulesOf } from "./lib/api.js";
import { announce, fill, find, findAll, make } from "./lib/dom.js";
import { copyLink, linkField } from "./lib/link.js";
import { follow } from "./lib/live.js";
import { forgetToken, takeToken } from "./lib/token.js";
import { people } from "./lib/people.js";
import { named, nameOf, names, say, localize, when } from "./lib/words.js";
import { Boards, hasHindsight, seen } from "./lib/boards.js";
import { OpenRecord } from "./lib/engine.js";
import { saved } from "./lib/source.js";
import { WorkerRecord } from "./lib/worker-record.js";
import { whoWon } from "./lib/outcome.js";
import { editsRecord } from "./edit-record.js";
import { AnalysisPanel, asksService, awards, readAnalysis } from "./record-analysis.js";
import { Log } from "./record-log.js";
import { showMarks } from "./record-marks.js";
import { takesNotes } from "./record-notes.js";
import { savesFiles } from "./record-pictures.js";
import { Player } from "./record-player.js";
import { showResult } from "./record-result.js";
import { shares } from "./record-share.js";

/** @import { Analysis, Loaded, LiveEntry, RecordView, Step, Summary } from "./types/records" */
/** @import { LoggedEntry } from "./types/engine" */
/** @import { Streams } from "./types/live" */

const id = saved?.record.id ?? location.pathname.split("/").filter(Boolean).at(-1) ?? "";
/** The page waits so long for its own analysis before it is shown without; for the service it does not wait. */
const ANALYSIS_TIMEOUT_MS = 3000;
/** Where this page is, without the token. */
const address = new URL(location.pathname + location.search, location.href);

/**
 * What is shown: the record, its steps, its notes; where in it.
 * @type {RecordView}
 */
const shown = {
  id,
  token: takeToken(id),
  record: null,
  kind: null,
  folded: null,
  borrowed: null,
  worker: null,
  steps: [],
  notes: [],
  analysis: null,
  at: 0,
  perspective: address.searchParams.get("perspective"),
  hindsight: address.searchParams.get("hindsight") !== "0",
  chances: address.searchParams.get("chances") === "1",
  newest: false,
  live: null,
};
const boards = new Boards(shown);
const log = new Log(find("log"), go);
const panel = new AnalysisPanel({ shown, go: leadTo, see: seeAs, playOn: copyFrom });
const player = new Player({ isAtEnd: () => shown.at >= last(), step: () => go(shown.at + 1) });

const last = () => shown.steps.length - 1;
/** Whether the page follows what happens. */
const isLive = () => !saved && shown.record?.status === "live";

/**
 * Whether the record was loaded: until then, there is nothing to be shown.
 * @param {RecordView} shown
 * @returns {shown is Loaded}
 */
const isLoaded = (shown) => shown.record !== null;

/**
 * Goes to a step, and says so to who cannot see it if somebody asked for it.
 * @param {number} step
 */
function go(step, { quiet = false } = {}) {
  if (!isLoaded(shown)) return;
  shown.at = Math.min(Math.max(step, 0), last());
  shown.newest = shown.at === last() && isLive();
  showStep(shown);
  if (!quiet) announce(`${stepLabel()} ${words(shown.at).join(" ")}`);
}

/**
 * Goes to a step that somebody chose.
 * @param {number} step
 */
function leadTo(step) {
  player.pause();
  go(step);
}

/**
 * Shows the step with the eyes of a seat, and only what it saw then.
 * @param {number} seat
 */
function seeAs(seat) {
  const choice = find("perspective", HTMLSelectElement);
  shown.hindsight = false;
  choice.value = String(seat);
  choice.dispatchEvent(new Event("change"));
}

/** @param {number} step */
const words = (step) => (shown.steps[step]?.narration ?? []).map(localize);
const stepLabel = () => (shown.at === 0 ? say("at-start") : say("step-of", { step: shown.at, steps: last() }));

/** @param {Loaded} shown */
function showStep({ at, record }) {
  const scrubber = find("scrubber", HTMLInputElement);
  [scrubber.max, scrubber.value] = [String(last()), String(at)];
  scrubber.setAttribute("aria-valuetext", stepLabel());
  for (const name of ["start", "back"]) find(name, HTMLButtonElement).disabled = at === 0;
  for (const name of ["on", "end"]) find(name, HTMLButtonElement).disabled = at === last();
  const [move, ...effects] = words(at);
  fill(
    find("narration"),
    make("p", { class: "where small quiet" }, make("span", {}, stepLabel()), liveTag(), wonTag(record)),
    move && make("p", { class: "move" }, move),
    effects.map((effect) => make("p", { class: "effect" }, effect)),
  );
  log.mark(at, veiled());
  showResult(find("result"), record, { due: at === last(), reason: words(at).at(-1) ?? "", awards: awards(shown.analysis, leadTo) });
  panel.show();
  boards.show(at);
  remember();
}

const liveTag = () => shown.newest && make("span", { class: "tag live" }, say("following"));
/** @param {Summary} record */
const wonTag = (record) => shown.at === last() && record.outcome && make("span", { class: "tag" }, whoWon(record, record.outcome));
/** Whether steps that were not reached yet stay hidden. */
const veiled = () => shown.perspective === "public" && !isLive();

/** @type {number | undefined} */
let remembering;

/** The address always leads to what is shown. */
function remember() {
  const { searchParams } = address;
  if (shown.newest) searchParams.delete("at");
  else searchParams.set("at", String(shown.at));
  if (shown.perspective === null) searchParams.delete("perspective");
  else searchParams.set("perspective", shown.perspective);
  if (shown.hindsight) searchParams.delete("hindsight");
  else searchParams.set("hindsight", "0");
  if (shown.chances) searchParams.set("chances", "1");
  else searchParams.delete("chances");
  if (saved) return;
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", address), 200);
}

async function load() {
  const { record, events } = saved ?? (await readRecord());
  const folded = await OpenRecord.open(record);
  Object.assign(record, folded.add(events));
  shown.folded?.close();
  shown.worker?.close();
  Object.assign(shown, { record, folded, worker: new WorkerRecord(record, events), kind: folded.game(), analysis: null });
  if (saved && !seesAll(record)) shown.perspective = null;
  await loadPerspective();
}

async function readRecord() {
  const { token } = shown;
  const [record, events] = await Promise.all([get("/v1/games/{id}", { id }, { token }), readEvents(new URLSearchParams())]);
  return { record, events };
}

/**
 * Whether the log that was loaded has everybody's.
 * @param {Summary} record
 */
const seesAll = ({ status, viewer }) => status !== "live" || viewer === "scribe";

/** Takes the perspective and reads its analysis. A seat's log does not show what everybody else sees of a live game. */
async function loadPerspective() {
  const { record, perspective } = shown;
  shown.borrowed?.close();
  shown.borrowed = null;
  if (record && perspective !== null && !seesAll(record)) {
    const borrowed = await OpenRecord.open(record);
    borrowed.add(await readEvents(new URLSearchParams({ perspective })));
    shown.borrowed = borrowed;
  }
  boards.forget();
  fold();
  const { steps } = shown;
  const reading = readAnalysis(shown);
  const late = new Promise((resolve) => {
    setTimeout(resolve, asksService(shown.kind) ? 0 : ANALYSIS_TIMEOUT_MS, null);
  });
  shown.analysis = await Promise.race([reading, late]);
  if (!shown.analysis)
    reading.then((found) => {
      if (found && shown.steps === steps) addAnalysis(found);
    }, lost);
}

/** The steps and the notes of what is seen. */
function fold() {
  const { folded, perspective } = seen(shown);
  const { steps } = folded.replay(perspective);
  shown.steps = [{ step: 0, steps: steps.length }, ...steps];
  shown.notes = folded.entries(perspective).flatMap(({ entry }) => (entry.type === "annotate" ? [entry] : []));
}

/**
 * The whole log, which comes page by page.
 * @param {URLSearchParams} query
 * @returns {Promise<LoggedEntry[]>}
 */
async function readEvents(query) {
  const { events, next } = await get("/v1/games/{id}/events", { id }, { token: shown.token, query });
  return next ? [...events, ...(await readEvents(at(next).searchParams))] : events;
}

/**
 * Shows an analysis that took its time.
 * @param {Analysis} analysis
 */
function addAnalysis(analysis) {
  shown.analysis = analysis;
  if (!isLoaded(shown)) return;
  showMarks(shown, veiled(), leadTo);
  showChancesChoice();
  go(shown.at, { quiet: true });
}

function showAll() {
  if (!isLoaded(shown)) return;
  const { record, kind } = shown;
  const game = localize(kind?.name) || record.game;
  document.title = `${game} – ${named(record)} – ${say("name")}`;
  find("title").textContent = game;
  fill(find("people"), ...people(record));
  fill(find("facts"), ...facts(record));
  showPerspectives(shown);
  log.show(shown, veiled());
  showMarks(shown, veiled(), leadTo);
}

/** @param {Summary} record */
function facts(record) {
  const origin = record.copy_of?.id && make("a", { href: record.copy_of.id }, say("copy-original"));
  const time = record.played_at ?? record.opened_at;
  return [
    make("span", { class: `tag ${record.status}` }, say(`status-${record.status}`)),
    record.irregular && make("span", { class: "tag" }, say("irregular")),
    make("time", { datetime: time }, when(time)),
    record.place && make("span", {}, record.place),
    ...record.tags.map((tag) => make("span", { class: "tag" }, tag)),
    record.copy_of && make("span", {}, say("copy-of"), " ", origin),
    record.unreplayable && make("span", {}, say("unreplayable", { event: record.unreplayable.event })),
    role(record),
    record.status === "over" && make("a", { href: at(`statistics/${record.game}`) }, say("game-statistics")),
    make("a", { href: rulesOf(record) }, say("rules-link")),
  ];
}

/**
 * What the bearer of this page's link is.
 * @param {Summary} record
 */
function role(record) {
  const { viewer } = record;
  if (viewer === "scribe") return make("span", {}, say("you-scribe"));
  return typeof viewer === "number" && make("span", {}, say("you-seat", { name: nameOf(record, viewer) }));
}

/**
 * Whose eyes one may borrow: everybody's once the game is over, else those of who sees less.
 * @param {Loaded} shown
 */
function showPerspectives(shown) {
  const { record, kind, perspective } = shown;
  const all = seesAll(record);
  const offers = [{ value: "", name: say(all ? "perspective-all" : "perspective-own") }];
  if (all || (typeof record.viewer === "number" && !saved)) offers.push({ value: "public", name: say("perspective-public") });
  if (all && kind?.has_secrets)
    offers.push(...names(record).map((name, seat) => ({ value: String(seat), name: say("perspective-seat", { name }) })));
  fill(
    find("perspective"),
    offers.map(({ value, name }) => make("option", { value, selected: value === (perspective ?? "") }, name)),
  );
  find("perspective-field").hidden = offers.length < 2;
  find("hindsight-field").hidden = !hasHindsight({ ...shown, hindsight: true });
  find("hindsight", HTMLInputElement).checked = shown.hindsight;
  showChancesChoice();
}

/** Chances may be drawn once a game with secrets was analysed. */
function showChancesChoice() {
  find("chances-field").hidden = shown.analysis === null || !shown.kind?.has_secrets;
  find("chances", HTMLInputElement).checked = shown.chances;
}

/** @param {string} text */
function showTrouble(text) {
  find("trouble").textContent = text;
  find("trouble").hidden = false;
}

/** Nobody is told whether there is such a record: who was given a link is told whom to ask, and everybody finds back. */
function showGone() {
  fill(find("trouble"), make("p", {}, say("gone")), make("p", {}, make("a", { class: "button", href: at("") }, say("all-tables"))));
  find("trouble").hidden = false;
  find("record").hidden = true;
}

async function begin() {
  await load();
  if (!isLoaded(shown)) return;
  showAll();
  const stepParam = Number.parseInt(address.searchParams.get("at") ?? "", 10);
  go(Number.isNaN(stepParam) ? (veiled() ? 0 : last()) : stepParam, { quiet: true });
  shares(shown);
  takesNotes(shown, again);
  editsRecord(shown, again);
  await boards.shownStep;
  find("record").classList.add("ready");
  if (isLive()) watch(shown);
}

/**
 * Follows the record until its game is over.
 * @param {Loaded} shown
 */
function watch(shown) {
  shown.live?.abort();
  shown.live = new AbortController();
  follow(
    "/v1/games/{id}/live",
    { id },
    {
      token: shown.token,
      after: shown.record.version,
      signal: shown.live.signal,
      on: hear,
      onConnection: (yes) => {
        find("trouble").hidden = yes;
        if (!yes) showTrouble(say("lost"));
      },
      onProblem: lost,
    },
  );
}

/** @param {Streams["/v1/games/{id}/live"]} event */
function hear(event) {
  if (event.kind === "entry") queue(() => entered(event.data));
  // A stream that begins anew has another log than the page: the database was replaced.
  if (event.kind === "record" || event.kind === "position") queue(again);
  if (event.kind === "end")
    queue(async () => {
      await again();
      announce(say("now-over"));
    });
  if (event.kind !== "closed") return event.kind !== "end";
  const { reason } = event.data;
  if (reason === "too_slow" || reason === "stopping") return true;
  queue(() => lost(new Problem(401)));
  return false;
}

/** One after the other, in the order in which they came. */
let busy = Promise.resolve();
/** @param {() => void | Promise<void>} work */
function queue(work) {
  busy = busy.then(work).catch(lost);
}

/** @param {LiveEntry} event */
function entered(event) {
  if (!isLoaded(shown) || !shown.folded) return undefined;
  const { record, folded } = shown;
  if (shown.borrowed || event.version !== record.version + 1) return again();
  const before = last();
  Object.assign(record, folded.add([event]), { etag: event.etag });
  boards.forget();
  fold();
  const isCorrected = event.keep < before && shown.perspective === null;
  moved(
    isCorrected ? say(event.steps.length ? "changed" : "taken-back") : "",
    shown.steps.slice(isCorrected ? event.keep + 1 : before + 1),
  );
  return undefined;
}

/**
 * @param {string} notice
 * @param {Step[]} steps
 */
function moved(notice, steps) {
  const stay = shown.newest ? last() : shown.at;
  showAll();
  go(stay, { quiet: true });
  announce([notice, ...steps.flatMap((step) => (step.narration ?? []).map(localize))].filter(Boolean).join(" "));
}

/** Reads everything anew and stays where the reader is by then. */
async function again() {
  await load();
  showAll();
  go(shown.newest ? last() : shown.at, { quiet: true });
}

/**
 * Without its token a link shows what everybody may see, if there is anything.
 * @param {unknown} problem
 * @returns {Promise<void>}
 */
async function lost(problem) {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.status === 401 && shown.token) {
    forgetToken(id);
    shown.token = null;
    return begin().then(() => showTrouble(say("refused")), lost);
  }
  if (problem.status === 403 && shown.perspective !== null) {
    shown.perspective = null;
    return begin().catch(lost);
  }
  if (problem.passing && !shown.record) {
    showTrouble(say("offline"));
    setTimeout(
      () =>
        begin().then(() => {
          find("trouble").hidden = true;
        }, lost),
      3000,
    );
    return undefined;
  }
  return problem.status === 404 ? showGone() : showTrouble(problem.message);
}

const steps = { start: () => 0, back: () => shown.at - 1, on: () => shown.at + 1, end: last };
for (const [name, step] of Object.entries(steps))
  find(name).addEventListener("click", () => {
    player.pause();
    go(step());
  });
const scrubber = find("scrubber", HTMLInputElement);
scrubber.addEventListener("input", () => {
  player.pause();
  go(Number(scrubber.value), { quiet: true });
});
find("play").addEventListener("click", () => {
  if (shown.at >= last() && !player.playing) go(0, { quiet: true });
  player.toggle();
});

const keys = new Map([
  ["ArrowLeft", steps.back],
  ["ArrowRight", steps.on],
  ["Home", steps.start],
  ["End", steps.end],
]);
document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (!shown.record || !(target instanceof Element) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (target.closest("input, select, textarea, dialog, summary")) return;
  const step = keys.get(event.key);
  if (event.key === " " && !target.closest("button, a")) find("play").click();
  else if (step) {
    player.pause();
    go(step());
  } else return;
  event.preventDefault();
});

/** @type {PointerEvent | null} */
let touched = null;
find("stage").addEventListener("pointerdown", (event) => {
  touched = event;
});
find("stage").addEventListener("pointerup", (event) => {
  const [x, y] = touched ? [event.clientX - touched.clientX, event.clientY - touched.clientY] : [0, 0];
  touched = null;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) {
    player.pause();
    go(shown.at + (x < 0 ? 1 : -1));
  }
});

const perspective = find("perspective", HTMLSelectElement);
perspective.addEventListener("change", async () => {
  player.pause();
  shown.perspective = perspective.value || null;
  await loadPerspective().catch(lost);
  showAll();
  go(veiled() ? 0 : shown.perspective === null && isLive() ? last() : shown.at);
});

const hindsight = find("hindsight", HTMLInputElement);
hindsight.addEventListener("change", () => {
  shown.hindsight = hindsight.checked;
  boards.show(shown.at);
  remember();
});

const chances = find("chances", HTMLInputElement);
chances.addEventListener("change", () => {
  shown.chances = chances.checked;
  boards.show(shown.at);
  remember();
});
find("guess").addEventListener("change", () => boards.show(shown.at));

const stepLink = find("step-link");
stepLink.addEventListener("click", () => {
  const link = new URL(address);
  link.searchParams.set("at", String(shown.at));
  link.searchParams.delete("language");
  const row = linkField(link.href, say("step-link"));
  fill(find("step-link-place"), row);
  const [field] = findAll("input", HTMLInputElement, row);
  if (field) copyLink(field, stepLink);
});

/**
 * Makes a copy as of a step, to be played on.
 * @param {number} step
 * @param {HTMLButtonElement} button
 */
async function copyFrom(step, button) {
  button.disabled = true;
  try {
    const copy = await post("/v1/games/{id}/copies", { id }, { token: shown.token, body: { at: step } });
    location.assign(copy.scribe_link);
  } catch (problem) {
    showTrouble(messageOf(problem));
    button.disabled = false;
  }
}

const copying = find("continue", HTMLButtonElement);
copying.addEventListener("click", () => copyFrom(shown.at, copying));

document.addEventListener("theme", () => boards.show(shown.at));
savesFiles(shown, boards);
begin().catch(lost);
