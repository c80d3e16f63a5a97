// The page of a record: followed while it is live, replayed step by step. What somebody may see the API decides, by the
// token of the link.

import { at, json, Problem } from "./lib/api.js";
import { announce, copyFrom, fill, find, make } from "./lib/dom.js";
import { follow } from "./lib/live.js";
import { forgetToken, takeToken } from "./lib/token.js";
import { people } from "./lib/people.js";
import { named, names, say, told, when } from "./lib/words.js";
import { Boards } from "./lib/boards.js";
import { whoWon } from "./lib/outcome.js";
import { Log } from "./record-log.js";
import { showMarks } from "./record-marks.js";
import { takesNotes } from "./record-notes.js";
import { savesPictures } from "./record-pictures.js";
import { Player } from "./record-player.js";
import { showResult } from "./record-result.js";
import { shares } from "./record-share.js";

const id = location.pathname.split("/").filter(Boolean).at(-1);
const path = `/v1/games/${id}`;
const token = takeToken(id);
/** Where this page is, without the token. */
const address = new URL(location.pathname + location.search, location.origin);

/** What is shown: the record, its steps (0 is the start), its notes; where in it; whether the newest step is kept in view. */
const shown = {
  id, path, token, record: null, kind: null, share: null, steps: [], notes: [],
  at: 0, eyes: address.searchParams.get("perspective"), newest: false, live: null,
};
const boards = new Boards(shown);
const log = new Log(find("log"), go);
const player = new Player({ isAtEnd: () => shown.at >= last(), step: () => go(shown.at + 1) });

const last = () => shown.steps.length - 1;
const read = (what) => json(path + what, { token: shown.token });
const seenBy = () => (shown.eyes === null ? "" : `perspective=${shown.eyes}`);

/** Goes to a step, and says so to who cannot see it if somebody asked for it. */
function go(step, { quiet = false } = {}) {
  shown.at = Math.min(Math.max(step, 0), last());
  shown.newest = shown.at === last() && shown.record.status === "live";
  showStep();
  if (!quiet) announce(`${whereabouts()} ${words(shown.at).join(" ")}`);
}

const words = (step) => (shown.steps[step]?.narration ?? []).map(told);
const whereabouts = () => (shown.at === 0 ? say("at_start") : say("step_of", { step: shown.at, steps: last() }));

function showStep() {
  const { at } = shown;
  const scrubber = find("scrubber");
  [scrubber.max, scrubber.value] = [last(), at];
  scrubber.setAttribute("aria-valuetext", whereabouts());
  for (const name of ["start", "back"]) find(name).disabled = at === 0;
  for (const name of ["on", "end"]) find(name).disabled = at === last();
  const [move, ...effects] = words(at);
  fill(find("told"), make("p", { class: "where small quiet" }, make("span", {}, whereabouts()), liveTag(), wonTag()),
    move && make("p", { class: "move" }, move), effects.map((effect) => make("p", { class: "effect" }, effect)));
  log.mark(at, veiled());
  showResult(find("result"), shown, at === last());
  boards.show(at);
  remember();
}

const liveTag = () => shown.newest && make("span", { class: "tag live" }, say("following"));
const wonTag = () => shown.at === last() && shown.record.outcome && make("span", { class: "tag" }, whoWon(shown.record));
/** Whether steps that were not reached yet stay hidden. */
const veiled = () => shown.eyes === "public" && shown.record.status !== "live";

/** The address always leads to what is shown. */
function remember() {
  const { searchParams } = address;
  if (shown.newest) searchParams.delete("at");
  else searchParams.set("at", shown.at);
  if (shown.eyes === null) searchParams.delete("perspective");
  else searchParams.set("perspective", shown.eyes);
  clearTimeout(remember.timer);
  remember.timer = setTimeout(() => history.replaceState(null, "", address), 200);
}

async function load() {
  shown.record = await read("");
  const query = seenBy() && `?${seenBy()}`;
  const [replay, log] = await Promise.all([read(`/replay${query}`), read(`/events${query}`)]);
  shown.steps = replay.steps;
  shown.notes = log.events.filter(({ entry }) => entry.type === "annotate").map(({ entry }) => entry);
  boards.forget();
}

function showAll() {
  const { record, kind } = shown;
  const game = told(kind?.name) || record.game;
  document.title = `${game} – ${named(record)} – ${say("name")}`;
  find("title").textContent = game;
  fill(find("people"), people(record));
  fill(find("facts"), facts(record));
  showEyes();
  log.show(shown, veiled());
  showMarks(find("marks"), shown, veiled());
}

function facts(record) {
  const origin = record.copy_of?.id && make("a", { href: record.copy_of.id }, say("copy_original"));
  return [
    make("span", { class: `tag ${record.status}` }, say(`status_${record.status}`)),
    record.irregular && make("span", { class: "tag" }, say("irregular")),
    make("time", { datetime: record.played_at ?? record.opened_at }, when(record.played_at ?? record.opened_at)),
    record.place && make("span", {}, record.place),
    ...record.tags.map((tag) => make("span", { class: "tag" }, tag)),
    record.copy_of && make("span", {}, say("copy_of"), " ", origin ?? ""),
    record.stuck && make("span", {}, say("stuck", { event: record.stuck.event })),
    role() && make("span", {}, role()),
    record.status === "over" && make("a", { href: at(`statistics/${record.game}`) }, say("game_statistics")),
  ];
}

function role() {
  const { share, record } = shown;
  if (share?.role === "scribe") return say("you_scribe");
  return share?.role === "seat" ? say("you_seat", { name: names(record)[share.seat] }) : null;
}

/** Whose eyes one may borrow: everybody's once the game is over, else those of who sees less. */
function showEyes() {
  const { record, share, kind, eyes } = shown;
  const all = record.status !== "live" || share?.role === "scribe";
  const seats = names(record).map((name, seat) => [String(seat), say("eyes_seat", { name })]);
  const offers = [["", say(all ? "eyes_all" : "eyes_own")]];
  if (all || share?.role === "seat") offers.push(["public", say("eyes_public")]);
  if (all && kind?.has_secrets) offers.push(...seats);
  fill(find("eyes"), offers.map(([value, name]) => make("option", { value, selected: value === (eyes ?? "") }, name)));
  find("eyes-field").hidden = offers.length < 2;
}

function showTrouble(text) {
  find("trouble").textContent = text;
  find("trouble").hidden = false;
}

async function begin() {
  const [kinds] = await Promise.all([json("/v1/rules"), load(), json(`${path}/share`, { token: shown.token, body: {} }).then((share) => { shown.share = share; })]);
  shown.kind = kinds.games.find(({ slug }) => slug === shown.record.game);
  showAll();
  const asked = Number.parseInt(address.searchParams.get("at") ?? "", 10);
  go(Number.isNaN(asked) ? (veiled() ? 0 : last()) : asked, { quiet: true });
  shares(shown);
  takesNotes(shown, again);
  find("record").classList.add("ready");
  if (shown.record.status === "live") watch();
}

/** Follows the record until its game is over. */
function watch() {
  shown.live?.abort();
  shown.live = new AbortController();
  follow(`${path}/live`, {
    token: shown.token, after: shown.record.version, signal: shown.live.signal, on: hear,
    reached: (yes) => { find("trouble").hidden = yes; if (!yes) showTrouble(say("lost")); },
    refused: lost,
  });
}

function hear(kind, event) {
  if (kind === "entry") queue(() => entered(event));
  if (kind === "record") queue(again);
  if (kind === "end") queue(async () => { await again(); announce(say("now_over")); });
  if (kind === "closed" && (event.reason === "revoked" || event.reason === "private")) queue(() => lost(new Problem(401)));
  return kind !== "end" && kind !== "closed" ? true : event.reason === "too_slow" || event.reason === "stopping";
}

/** One after the other, in the order in which they came. */
let busy = Promise.resolve();
function queue(work) {
  busy = busy.then(work).catch(lost);
}

async function entered(event) {
  const before = last();
  const { status, moves, irregular, version } = event;
  Object.assign(shown.record, { status, moves, irregular, version });
  if (event.entry.type === "annotate" || shown.eyes !== null) return again();
  const steps = event.steps.map((step, index) => ({ ...step, step: event.keep + index + 1, at: event.at }));
  shown.steps = [...shown.steps.slice(0, event.keep + 1), ...steps];
  if (event.keep < before) boards.forget();
  moved(event.keep < before ? say(event.steps.length ? "changed" : "taken_back") : "", steps);
}

function moved(notice, steps) {
  const stay = shown.newest ? last() : shown.at;
  showAll();
  go(stay, { quiet: true });
  announce([notice, ...steps.flatMap((step) => (step.narration ?? []).map(told))].filter(Boolean).join(" "));
}

/** Reads everything anew and stays where it was. */
async function again() {
  const newest = shown.newest;
  await load();
  showAll();
  go(newest ? last() : shown.at, { quiet: true });
}

/** Without its token a link shows what everybody may see, if there is anything. */
async function lost(problem) {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.status === 401 && shown.token) {
    forgetToken(id);
    shown.token = null;
    return begin().then(() => showTrouble(say("refused")), lost);
  }
  if (problem.status === 403 && shown.eyes !== null) {
    shown.eyes = null;
    return begin().catch(lost);
  }
  if (problem.passing && !shown.record) {
    showTrouble(say("offline"));
    return setTimeout(() => begin().then(() => { find("trouble").hidden = true; }, lost), 3000);
  }
  showTrouble(problem.status === 404 ? say("gone") : problem.message);
}

const steps = { start: () => 0, back: () => shown.at - 1, on: () => shown.at + 1, end: last };
for (const [name, step] of Object.entries(steps)) find(name).addEventListener("click", () => { player.pause(); go(step()); });
find("scrubber").addEventListener("input", ({ target }) => { player.pause(); go(Number(target.value), { quiet: true }); });
find("play").addEventListener("click", () => {
  if (shown.at >= last() && !player.playing) go(0, { quiet: true });
  player.toggle();
});

const keys = { ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.start, End: steps.end };
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog, summary");
  if (!shown.record || typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && !event.target.closest("button, a")) find("play").click();
  else if (keys[event.key]) { player.pause(); go(keys[event.key]()); }
  else return;
  event.preventDefault();
});

let touched = null;
find("stage").addEventListener("pointerdown", (event) => { touched = event; });
find("stage").addEventListener("pointerup", (event) => {
  const [x, y] = touched ? [event.clientX - touched.clientX, event.clientY - touched.clientY] : [0, 0];
  touched = null;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) { player.pause(); go(shown.at + (x < 0 ? 1 : -1)); }
});

find("eyes").addEventListener("change", async ({ target }) => {
  player.pause();
  shown.eyes = target.value || null;
  await load().catch(lost);
  showAll();
  go(veiled() ? 0 : shown.eyes === null && shown.record.status === "live" ? last() : shown.at);
});

find("step-link").addEventListener("click", ({ target }) => {
  const link = new URL(address);
  link.searchParams.set("at", shown.at);
  link.searchParams.delete("language");
  copyFrom(target, link.href, say("copied"));
});

find("continue").addEventListener("click", async ({ target }) => {
  target.disabled = true;
  try {
    const copy = await json(`${path}/copies`, { token: shown.token, body: { at: shown.at } });
    location.assign(copy.scribe_link);
  } catch (problem) {
    showTrouble(problem.message);
    target.disabled = false;
  }
});

document.addEventListener("theme", () => boards.show(shown.at));
savesPictures(shown, boards);
begin().catch(lost);
