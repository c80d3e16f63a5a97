// The pad: what can happen now, as keys; what was logged, to be corrected; what waits for the network.
// The same page is a seat's own pad: then only its own moves are offered, and its part of what all do at once.

import { addressOf, get, post, Problem, remove, svg } from "./lib/api.js";
import { announce, fill, find, make, showPicture } from "./lib/dom.js";
import { ahead, begin, summary } from "./lib/forms.js";
import { showForm } from "./lib/keys.js";
import { follow } from "./lib/live.js";
import { Outbox } from "./lib/outbox.js";
import { stored } from "./lib/stored.js";
import { forgetLastingToken, takeLastingToken } from "./lib/token.js";
import { language, nameOf, names, number, say, told } from "./lib/words.js";
import { keepPage, stayAwake } from "./lib/phone.js";
import { showCorrection } from "./pad-correction.js";
import { showQueue } from "./pad-queue.js";

/** @import { Entry, Form, Forms, Move } from "./types/forms" */
/** @import { Acknowledged } from "./types/outbox" */
/** @import { Known, Line, Met } from "./types/pad" */
/** @import { Schema } from "./types/api" */
/** @import { Summary } from "./types/records" */

const [id = "", kind = ""] = location.pathname.split("/").filter(Boolean).slice(-2);
/** Where what the service said last is kept. */
const kept = `pad ${kind} ${id}`;
/** The version of the pages: another one may have kept it in another form. */
const version = import.meta.url;
/** So long an answer may take before the pad goes on without it. */
const ANSWER_TIMEOUT_MS = 1500;
/** How many lines of the log are shown before somebody asks for more. */
const LOG_LINES = 30;

let token = takeLastingToken(id, kind);
/** @type {{ trouble: string | null, version: number }} */
const own = { trouble: null, version: 0 };
let known = readKept();
/** @type {number | null} */
let chosen = null;
let impatient = false;
/** @type {AbortController | null} */
let followed = null;
let whole = false;
let unusual = false;

const outbox = new Outbox({ id, kind, token: () => token, changed: () => show(), acknowledged: (answer) => { accepted(answer); } });

/** What this version of the page kept; null if it kept nothing. */
function readKept() {
  const found = /** @type {{ version?: string, known?: Known } | null} */ (stored(kept));
  return found?.version === version && found.known ? found.known : null;
}

/** @param {Known} known */
const keep = (known) => localStorage.setItem(kept, JSON.stringify({ version, known: { ...known, steps: known.steps.slice(-LOG_LINES) } }));

// What the service says

/**
 * What the table plays and whose pad this is; asked once, for neither changes.
 * @param {Summary} record
 * @returns {Promise<Met>}
 */
async function meet(record) {
  const [{ games }, share] = await Promise.all([get("/v1/rules", {}), post("/v1/games/{id}/share", { id }, { token, body: {} })]);
  return { title: games.find((game) => game.slug === record.game)?.name ?? null, role: share.role ?? null, seat: share.seat ?? null };
}

/** @type {Promise<void> | null} */
let loading = null;
let again = false;
/** Whether the log must be asked for anew: what happened meanwhile was not followed. */
let stale = true;
let following = false;

/** Asks how things stand; asked while asking, it asks once more. */
function load() {
  if (loading) {
    again = true;
    return loading;
  }
  loading = loadOnce().finally(() => {
    loading = null;
    if (again) {
      again = false;
      load();
    }
  });
  return loading;
}

async function loadOnce() {
  const anew = stale;
  stale = false;
  try {
    const [record, forms, waiting, board, replay] = await Promise.all([
      get("/v1/games/{id}", { id }, { token }), get("/v1/games/{id}/forms", { id }, { token }), get("/v1/games/{id}/joint", { id }, { token }),
      svg("/v1/games/{id}/board.svg", { id }, { token, query: { language } }), anew ? get("/v1/games/{id}/replay", { id }, { token }) : null,
    ]);
    const met = known?.met.role ? known.met : await meet(record);
    const steps = replay ? linesOf(replay.steps) : known?.steps ?? [];
    known = { record, forms, waiting, board, steps, met, seen: remembered(forms) };
    own.trouble = null;
    outbox.reachable = true;
    keep(known);
  } catch (problem) {
    stale ||= anew;
    if (!(problem instanceof Problem)) throw problem;
    unavailable(problem);
  }
  show();
}

/**
 * What the log needs of steps.
 * @param {Pick<Schema<"Step">, "seq" | "move" | "narration">[]} steps
 * @returns {Line[]}
 */
const linesOf = (steps) => steps.map(({ seq, move, narration }) => ({ seq, move, narration }));

/**
 * The largest form of every kind that this record has shown: for what is not offered, and when nobody can tell what is.
 * @param {Forms} forms
 */
function remembered({ forms }) {
  const seen = { ...known?.seen };
  /** @param {Form | undefined} form */
  const size = (form) => (form ? JSON.stringify(form).length : 0);
  for (const form of forms) {
    const sort = `${form.move.type} ${form.fields.map((field) => field.kind).join(" ")}`;
    if (size(form) >= size(seen[sort])) seen[sort] = form;
  }
  return seen;
}

/** @param {Problem} problem */
function unavailable(problem) {
  outbox.reachable = problem.status !== 0;
  if (problem.status === 401 && token) {
    forgetLastingToken(id, kind);
    token = null;
    if (known) known.met.role = null;
    own.trouble = say("pad_refused_token");
  } else if (!problem.passing) {
    own.trouble = problem.status === 404 ? say("pad_gone") : problem.message;
  }
}

function listen() {
  followed?.abort();
  followed = new AbortController();
  follow("/v1/games/{id}/live", { id }, {
    token,
    signal: followed.signal,
    on: (event) => {
      if (event.kind === "entry" && known) known.steps = [...known.steps.slice(0, event.data.keep), ...linesOf(event.data.steps)];
      if (event.kind === "end") stale = true;
      if (event.kind !== "position") load();
    },
    reached: (there) => {
      following = there;
      stale = true;
      if (there) outbox.send();
      // A stream that ends need not mean that the service is away: asking tells.
      if (there || outbox.reachable) load();
      else show();
    },
  }).finally(() => { following = false; });
}

// What people do

/** Whether what comes next must be guessed: something waits, and the service does not answer. */
const guessing = () => outbox.items.length > 0 && !outbox.refused && (!outbox.reachable || impatient);
/** @param {Known} known */
const busy = ({ record }) => !guessing() && !outbox.refused && (outbox.items.length > 0 || record.version < own.version);

/**
 * @param {Record<string, unknown>} entry
 * @param {string} said
 */
function log(entry, said) {
  if (!known) return;
  impatient = false;
  setTimeout(() => { impatient = outbox.items.length > 0; show(); }, ANSWER_TIMEOUT_MS);
  chosen = null;
  unusual = false;
  if ("vibrate" in navigator) navigator.vibrate(8);
  outbox.add({ path: addressOf("/v1/games/{id}/moves", { id }), body: entry, said, version: known.record.version });
}

/**
 * @param {Move} part
 * @param {string} said
 */
function enterPart(part, said) {
  if (!known) return;
  chosen = null;
  outbox.add({ method: "PUT", path: addressOf("/v1/games/{id}/joint", { id }), body: part, said, version: known.forms.version });
}

async function withdraw() {
  await remove("/v1/games/{id}/joint", { id }, { token }).catch(() => {});
  load();
}

function undo() {
  if (outbox.unsend()) return;
  log({ type: "take_back", count: 1 }, say("pad_undo"));
}

/**
 * Something is on the service's disk: whoever follows is told what came of it, who does not asks.
 * @param {Acknowledged} answer
 */
async function accepted({ version, recorded }) {
  if (recorded) own.version = version;
  if (following && recorded) return;
  stale = !following;
  await load();
  if (known?.record.status === "live") listen();
}

/**
 * @param {Line} step
 * @param {number} place
 */
const correct = (step, place) => showCorrection({ id, token, step, place, log });

// What is seen

function show() {
  showTrouble();
  if (!known) return;
  document.documentElement.dataset.version = String(known.record.version);
  showTitle(known);
  showBoard(known);
  showConnection(known);
  showLast(known);
  showQueue(known.record.game, outbox, guessing(), load);
  showForms(known);
  showLog(known);
}

function showTrouble() {
  const role = known?.met.role;
  const stranger = role && role !== (kind === "pad" ? "scribe" : "seat") ? say("pad_stranger") : null;
  find("trouble").textContent = own.trouble ?? stranger ?? "";
  find("trouble").hidden = !own.trouble && !stranger;
}

/** @param {Known} known */
function showTitle({ record, met }) {
  const whose = kind === "seat" && met.seat !== null ? names(record)[met.seat] : null;
  find("title").textContent = [whose, told(met.title)].filter(Boolean).join(" – ") || find("title").textContent;
  document.title = find("title").textContent;
}

let shownBoard = "";

/** @param {Known} known */
function showBoard({ board }) {
  if (!board || shownBoard === board) return;
  shownBoard = board;
  showPicture(find("board", HTMLImageElement), board);
  find("board").hidden = false;
}

/** @param {Known} known */
function showConnection({ record, steps }) {
  const there = outbox.reachable;
  find("connection").textContent = there ? say(`status_${record.status}`) : say("pad_offline");
  find("connection").className = there && record.status === "live" ? "tag live" : "tag";
  document.documentElement.dataset.connection = !there ? "away" : following ? "followed" : "there";
  find("undo", HTMLButtonElement).disabled = steps.length === 0 && outbox.items.length === 0;
}

/** @type {string | null} */
let announced = null;

/** @param {Known} known */
function showLast({ steps }) {
  const news = (steps.at(-1)?.narration ?? []).map(told).join(" ");
  if (announced !== null && announced !== news && news) announce(news);
  announced = news;
  find("last").dataset.state = outbox.items.length > 0 ? "waiting" : "kept";
  fill(find("last"), ...(news
    ? [make("span", { class: "mark", "aria-hidden": "true" }, "✓"), make("span", {}, news)]
    : [make("span", { class: "quiet" }, say("pad_nothing_yet"))]));
}

/** @type {{ what: string, entry: Entry } | null} */
let entering = null;

/**
 * What was begun stays begun while nothing has changed.
 * @param {Form} form
 * @param {string} version
 */
function entryOf(form, version) {
  const what = JSON.stringify([form, version]);
  if (entering?.what !== what) entering = { what, entry: begin(form) };
  return entering.entry;
}

let shownForms = "";

/** @param {Known} known */
function showForms(known) {
  const { record, steps } = known;
  const offered = offers(known);
  const over = record.status !== "live" && !guessing();
  find("over").hidden = !over;
  if (over) find("over").textContent = told(steps.at(-1)?.narration.at(-1));
  find("guessing").hidden = !guessing();
  const index = Math.min(chosen ?? 0, offered.length - 1);
  const what = JSON.stringify([offered, index, unusual, busy(known), outbox.refused?.key, record.version]);
  if (what === shownForms) return;
  shownForms = what;
  const form = offered[index];
  fill(find("form-title"), ...(form ? formTitle(record, form) : waitingFor(known)));
  if (form) showOne(known, form);
  else fill(find("keys"));
  Object.assign(find("keys"), { offered });
  const others = offered.flatMap((other, place) => (other === form ? [] : [otherKey(known, other, place)]));
  fill(find("other-forms"), others, unusualKey(known));
}

/**
 * @param {Known} known
 * @param {Form} form
 */
function showOne(known, form) {
  const isPart = form === known.forms.part;
  const entry = entryOf(form, `${known.record.version} ${outbox.items.length} ${outbox.refused?.key}`);
  showForm(find("keys"), entry, {
    busy: busy(known) || outbox.refused !== null,
    button: told(form.label),
    anyNumber: guessing() || unusual,
    done: (entry) => (isPart ? enterPart : log)(entry.move, said(known.record, entry)),
  });
}

/**
 * @param {Summary} record
 * @param {Entry} entry
 */
function said(record, entry) {
  const { seat } = entry.move;
  const who = typeof seat === "number" ? `${nameOf(record, seat)} – ` : "";
  const fields = entry.form.fields.filter((field) => field.kind !== "choose_one" || !field.acts);
  return who + summary({ ...entry, form: { ...entry.form, fields } }, told);
}

/**
 * @param {Known} known
 * @param {Form} form
 * @param {number} place
 */
function otherKey(known, form, place) {
  const tap = () => {
    if (form.fields.length === 0) return log(form.move, said(known.record, begin(form)));
    chosen = place;
    show();
    return find("form-title").scrollIntoView({ block: "nearest" });
  };
  return make("button", { type: "button", class: form.aside ? "plain other" : "other", disabled: busy(known) || outbox.refused !== null, "data-form": place, onclick: tap }, told(form.label));
}

/**
 * What breaks a rule happens all the same: whatever could be entered before can be entered now.
 * @param {Known} known
 */
function unusualKey({ seen }) {
  if (kind !== "pad" || guessing() || Object.keys(seen).length === 0) return null;
  const tap = () => { unusual = !unusual; chosen = null; show(); };
  return make("button", { type: "button", class: "plain other", "aria-pressed": String(unusual), "data-unusual": true, onclick: tap }, say("pad_unusual"));
}

/**
 * @param {Summary} record
 * @param {Form} form
 */
function formTitle(record, { seat, label }) {
  const who = typeof seat === "number" ? make("span", { class: "who" }, names(record)[seat]) : null;
  return [who, make("span", {}, told(label))];
}

/**
 * What can be entered now. While nobody knows what comes next, and for what is against the rules, everything that could
 * be entered before, by anybody.
 * @param {Known} known
 */
function offers({ record, forms: { forms, part }, seen, waiting }) {
  if (kind === "pad" && (guessing() || unusual)) {
    const last = outbox.items.at(-1)?.body ?? null;
    const now = guessing() ? forms : [];
    const others = Object.values(seen).filter((form) => !now.some((other) => other.move.type === form.move.type));
    return ahead([...now, ...others], last, names(record));
  }
  if (record.status !== "live") return [];
  return [...(part && !waiting.own ? [part] : []), ...forms];
}

/** @param {Known} known */
function waitingFor({ record, waiting: { own: entered, awaited } }) {
  const people = awaited.map((seat) => names(record)[seat]).join(language === "ja" ? "、" : ", ");
  if (entered && awaited.length) return [make("span", {}, say("pad_waiting_for", { people })), make("button", { type: "button", class: "plain", "data-withdraw": true, onclick: withdraw }, say("pad_withdraw"))];
  return [make("span", { class: "quiet" }, record.status === "live" ? say("pad_not_your_turn") : say(`status_${record.status}`))];
}

let shownLog = "";

/** @param {Known} known */
function showLog({ record, steps }) {
  const what = JSON.stringify([steps.length, steps.at(-1), record.version, whole]);
  if (what === shownLog) return;
  shownLog = what;
  const lines = steps.map((step, index) => logLine(step, index + 1)).reverse();
  fill(find("log"), whole ? lines : lines.slice(0, LOG_LINES));
  find("log-title").hidden = lines.length === 0;
  find("more-log").hidden = whole || lines.length <= LOG_LINES;
}

/**
 * @param {Line} step
 * @param {number} place
 */
function logLine(step, place) {
  const lines = step.narration.map((text, line) => make("span", { class: line ? "followed" : "line" }, told(text)));
  const content = [make("span", { class: "stone" }, number(place)), make("span", { class: "told" }, lines)];
  const tag = kind === "pad"
    ? make("button", { type: "button", class: "plain logged", "data-step": place, "aria-description": say("pad_correct"), onclick: () => correct(step, place) }, content)
    : make("div", { class: "logged" }, content);
  return make("li", {}, tag);
}

// The page

find("undo").addEventListener("click", undo);
find("more-log").addEventListener("click", () => { whole = true; show(); });
addEventListener("offline", () => { outbox.reachable = false; show(); });
document.addEventListener("theme", () => { shownBoard = ""; show(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) { outbox.send(); load(); } });
addEventListener("hashchange", () => location.reload());

find("replay", HTMLAnchorElement).href = `../${id}${token ? `#${token}` : ""}`;
show();
stayAwake();
keepPage();
await load();
listen();
outbox.send();
