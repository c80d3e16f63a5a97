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
import { language, nameOf, names, number, say, localize } from "./lib/words.js";
import { keepPage, stayAwake } from "./lib/phone.js";
import { showCorrection } from "./pad-correction.js";
import { showQueue } from "./pad-queue.js";

/** @import { Entry, Form, Forms, Move } from "./types/forms" */
/** @import { Acknowledged } from "./types/outbox" */
/** @import { CachedRecord, Line, PadIdentity } from "./types/pad" */
/** @import { Schema } from "./types/api" */
/** @import { Summary } from "./types/records" */

const [id = "", kind = ""] = location.pathname.split("/").filter(Boolean).slice(-2);
/** Where what the service said last is kept. */
const storageKey = `pad ${kind} ${id}`;
/** The version of the pages: another one may have kept it in another form. */
const version = import.meta.url;
/** So long an answer may take before the pad goes on without it. */
const ANSWER_TIMEOUT_MS = 1500;
/** How many lines of the log are shown before somebody asks for more. */
const LOG_LINES = 30;

let token = takeLastingToken(id, kind);
/** @type {{ trouble: string | null, version: number }} */
const status = { trouble: null, version: 0 };
let cached = readCached();
/** @type {number | null} */
let chosen = null;
let isSlow = false;
/** @type {AbortController | null} */
let liveStream = null;
let showsWholeLog = false;
let allowsIrregular = false;

const outbox = new Outbox({ id, kind, token: () => token, changed: () => show(), acknowledged: (answer) => { accepted(answer); } });

/** What this version of the page kept; null if it kept nothing. */
function readCached() {
  const found = /** @type {{ version?: string, cached?: CachedRecord } | null} */ (stored(storageKey));
  return found?.version === version && found.cached ? found.cached : null;
}

/** @param {CachedRecord} cached */
const storeCached = (cached) => localStorage.setItem(storageKey, JSON.stringify({ version, cached: { ...cached, steps: cached.steps.slice(-LOG_LINES) } }));

// What the service says

/**
 * What the table plays and whose pad this is; asked once, for neither changes.
 * @param {Summary} record
 * @returns {Promise<PadIdentity>}
 */
async function loadIdentity(record) {
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
    const [record, forms, joint, board, replay] = await Promise.all([
      get("/v1/games/{id}", { id }, { token }), get("/v1/games/{id}/forms", { id }, { token }), get("/v1/games/{id}/joint", { id }, { token }),
      svg("/v1/games/{id}/board.svg", { id }, { token, query: { language } }), anew ? get("/v1/games/{id}/replay", { id }, { token }) : null,
    ]);
    const identity = cached?.identity.role ? cached.identity : await loadIdentity(record);
    const steps = replay ? linesOf(replay.steps) : cached?.steps ?? [];
    cached = { record, forms, joint, board, steps, identity, largestForms: updateLargestForms(forms) };
    status.trouble = null;
    outbox.reachable = true;
    storeCached(cached);
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
function updateLargestForms({ forms }) {
  const largestForms = { ...cached?.largestForms };
  /** @param {Form | undefined} form */
  const size = (form) => (form ? JSON.stringify(form).length : 0);
  for (const form of forms) {
    const sort = `${form.move.type} ${form.fields.map((field) => field.kind).join(" ")}`;
    if (size(form) >= size(largestForms[sort])) largestForms[sort] = form;
  }
  return largestForms;
}

/** @param {Problem} problem */
function unavailable(problem) {
  outbox.reachable = problem.status !== 0;
  if (problem.status === 401 && token) {
    forgetLastingToken(id, kind);
    token = null;
    if (cached) cached.identity.role = null;
    status.trouble = say("pad_refused_token");
  } else if (!problem.passing) {
    status.trouble = problem.status === 404 ? say("pad_gone") : problem.message;
  }
}

function listen() {
  liveStream?.abort();
  liveStream = new AbortController();
  follow("/v1/games/{id}/live", { id }, {
    token,
    signal: liveStream.signal,
    on: (event) => {
      if (event.kind === "entry" && cached) cached.steps = [...cached.steps.slice(0, event.data.keep), ...linesOf(event.data.steps)];
      if (event.kind === "end") stale = true;
      if (event.kind !== "position") load();
    },
    onConnection: (isConnected) => {
      following = isConnected;
      stale = true;
      if (isConnected) outbox.send();
      // A stream that ends need not mean that the service is away: asking tells.
      if (isConnected || outbox.reachable) load();
      else show();
    },
  }).finally(() => { following = false; });
}

// What people do

/** Whether what comes next must be guessed: something waits, and the service does not answer. */
const isGuessing = () => outbox.items.length > 0 && !outbox.rejection && (!outbox.reachable || isSlow);
/** @param {CachedRecord} cached */
const busy = ({ record }) => !isGuessing() && !outbox.rejection && (outbox.items.length > 0 || record.version < status.version);

/**
 * @param {Record<string, unknown>} entry
 * @param {string} label
 */
function log(entry, label) {
  if (!cached) return;
  isSlow = false;
  setTimeout(() => { isSlow = outbox.items.length > 0; show(); }, ANSWER_TIMEOUT_MS);
  chosen = null;
  allowsIrregular = false;
  if ("vibrate" in navigator) navigator.vibrate(8);
  outbox.add({ path: addressOf("/v1/games/{id}/moves", { id }), body: entry, label, version: cached.record.version });
}

/**
 * @param {Move} part
 * @param {string} label
 */
function enterPart(part, label) {
  if (!cached) return;
  chosen = null;
  outbox.add({ method: "PUT", path: addressOf("/v1/games/{id}/joint", { id }), body: part, label, version: cached.forms.version });
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
  if (recorded) status.version = version;
  if (following && recorded) return;
  stale = !following;
  await load();
  if (cached?.record.status === "live") listen();
}

/**
 * @param {Line} step
 * @param {number} place
 */
const correct = (step, place) => showCorrection({ id, token, step, place, log });

// What is seen

function show() {
  showTrouble();
  if (!cached) return;
  document.documentElement.dataset.version = String(cached.record.version);
  showTitle(cached);
  showBoard(cached);
  showConnection(cached);
  showLast(cached);
  showQueue(cached.record.game, outbox, isGuessing(), load);
  showForms(cached);
  showLog(cached);
}

function showTrouble() {
  const role = cached?.identity.role;
  const stranger = role && role !== (kind === "pad" ? "scribe" : "seat") ? say("pad_stranger") : null;
  find("trouble").textContent = status.trouble ?? stranger ?? "";
  find("trouble").hidden = !status.trouble && !stranger;
}

/** @param {CachedRecord} cached */
function showTitle({ record, identity }) {
  const whose = kind === "seat" && identity.seat !== null ? names(record)[identity.seat] : null;
  find("title").textContent = [whose, localize(identity.title)].filter(Boolean).join(" – ") || find("title").textContent;
  document.title = find("title").textContent;
}

let shownBoard = "";

/** @param {CachedRecord} cached */
function showBoard({ board }) {
  if (!board || shownBoard === board) return;
  shownBoard = board;
  showPicture(find("board", HTMLImageElement), board);
  find("board").hidden = false;
}

/** @param {CachedRecord} cached */
function showConnection({ record, steps }) {
  const isConnected = outbox.reachable;
  find("connection").textContent = isConnected ? say(`status_${record.status}`) : say("pad_offline");
  find("connection").className = isConnected && record.status === "live" ? "tag live" : "tag";
  document.documentElement.dataset.connection = !isConnected ? "away" : following ? "followed" : "there";
  find("undo", HTMLButtonElement).disabled = steps.length === 0 && outbox.items.length === 0;
}

/** @type {string | null} */
let announced = null;

/** @param {CachedRecord} cached */
function showLast({ steps }) {
  const narration = (steps.at(-1)?.narration ?? []).map(localize).join(" ");
  if (announced !== null && announced !== narration && narration) announce(narration);
  announced = narration;
  find("last").dataset.state = outbox.items.length > 0 ? "waiting" : "saved";
  fill(find("last"), ...(narration
    ? [make("span", { class: "mark", "aria-hidden": "true" }, "✓"), make("span", {}, narration)]
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

/** @param {CachedRecord} cached */
function showForms(cached) {
  const { record, steps } = cached;
  const offered = offers(cached);
  const over = record.status !== "live" && !isGuessing();
  find("over").hidden = !over;
  if (over) find("over").textContent = localize(steps.at(-1)?.narration.at(-1));
  find("guessing").hidden = !isGuessing();
  const index = Math.min(chosen ?? 0, offered.length - 1);
  const what = JSON.stringify([offered, index, allowsIrregular, busy(cached), outbox.rejection?.key, record.version]);
  if (what === shownForms) return;
  shownForms = what;
  const form = offered[index];
  fill(find("form-title"), ...(form ? formTitle(record, form) : waitingFor(cached)));
  if (form) showOne(cached, form);
  else fill(find("keys"));
  Object.assign(find("keys"), { offered });
  const others = offered.flatMap((other, place) => (other === form ? [] : [otherKey(cached, other, place)]));
  fill(find("other-forms"), others, unusualKey(cached));
}

/**
 * @param {CachedRecord} cached
 * @param {Form} form
 */
function showOne(cached, form) {
  const isPart = form === cached.forms.part;
  const entry = entryOf(form, `${cached.record.version} ${outbox.items.length} ${outbox.rejection?.key}`);
  showForm(find("keys"), entry, {
    busy: busy(cached) || outbox.rejection !== null,
    button: localize(form.label),
    anyNumber: isGuessing() || allowsIrregular,
    done: (entry) => (isPart ? enterPart : log)(entry.move, labelOf(cached.record, entry)),
  });
}

/**
 * @param {Summary} record
 * @param {Entry} entry
 */
function labelOf(record, entry) {
  const { seat } = entry.move;
  const who = typeof seat === "number" ? `${nameOf(record, seat)} – ` : "";
  const fields = entry.form.fields.filter((field) => field.kind !== "choose_one" || !field.acts);
  return who + summary({ ...entry, form: { ...entry.form, fields } }, localize);
}

/**
 * @param {CachedRecord} cached
 * @param {Form} form
 * @param {number} place
 */
function otherKey(cached, form, place) {
  const tap = () => {
    if (form.fields.length === 0) return log(form.move, labelOf(cached.record, begin(form)));
    chosen = place;
    show();
    return find("form-title").scrollIntoView({ block: "nearest" });
  };
  return make("button", { type: "button", class: form.aside ? "plain other" : "other", disabled: busy(cached) || outbox.rejection !== null, "data-form": place, onclick: tap }, localize(form.label));
}

/**
 * What breaks a rule happens all the same: whatever could be entered before can be entered now.
 * @param {CachedRecord} cached
 */
function unusualKey({ largestForms }) {
  if (kind !== "pad" || isGuessing() || Object.keys(largestForms).length === 0) return null;
  const tap = () => { allowsIrregular = !allowsIrregular; chosen = null; show(); };
  return make("button", { type: "button", class: "plain other", "aria-pressed": String(allowsIrregular), "data-unusual": true, onclick: tap }, say("pad_unusual"));
}

/**
 * @param {Summary} record
 * @param {Form} form
 */
function formTitle(record, { seat, label }) {
  const who = typeof seat === "number" ? make("span", { class: "who" }, names(record)[seat]) : null;
  return [who, make("span", {}, localize(label))];
}

/**
 * What can be entered now. While nobody knows what comes next, and for what is against the rules, everything that could
 * be entered before, by anybody.
 * @param {CachedRecord} cached
 */
function offers({ record, forms: { forms, part }, largestForms, joint }) {
  if (kind === "pad" && (isGuessing() || allowsIrregular)) {
    const last = outbox.items.at(-1)?.body ?? null;
    const now = isGuessing() ? forms : [];
    const others = Object.values(largestForms).filter((form) => !now.some((other) => other.move.type === form.move.type));
    return ahead([...now, ...others], last, names(record));
  }
  if (record.status !== "live") return [];
  return [...(part && !joint.own ? [part] : []), ...forms];
}

/** @param {CachedRecord} cached */
function waitingFor({ record, joint: { own: entered, awaited } }) {
  const people = awaited.map((seat) => names(record)[seat]).join(language === "ja" ? "、" : ", ");
  if (entered && awaited.length) return [make("span", {}, say("pad_waiting_for", { people })), make("button", { type: "button", class: "plain", "data-withdraw": true, onclick: withdraw }, say("pad_withdraw"))];
  return [make("span", { class: "quiet" }, record.status === "live" ? say("pad_not_your_turn") : say(`status_${record.status}`))];
}

let shownLog = "";

/** @param {CachedRecord} cached */
function showLog({ record, steps }) {
  const what = JSON.stringify([steps.length, steps.at(-1), record.version, showsWholeLog]);
  if (what === shownLog) return;
  shownLog = what;
  const lines = steps.map((step, index) => logLine(step, index + 1)).reverse();
  fill(find("log"), showsWholeLog ? lines : lines.slice(0, LOG_LINES));
  find("log-title").hidden = lines.length === 0;
  find("more-log").hidden = showsWholeLog || lines.length <= LOG_LINES;
}

/**
 * @param {Line} step
 * @param {number} place
 */
function logLine(step, place) {
  const lines = step.narration.map((text, line) => make("span", { class: line ? "followed" : "line" }, localize(text)));
  const content = [make("span", { class: "stone" }, number(place)), make("span", { class: "narration" }, lines)];
  const tag = kind === "pad"
    ? make("button", { type: "button", class: "plain logged", "data-step": place, "aria-description": say("pad_correct"), onclick: () => correct(step, place) }, content)
    : make("div", { class: "logged" }, content);
  return make("li", {}, tag);
}

// The page

find("undo").addEventListener("click", undo);
find("more-log").addEventListener("click", () => { showsWholeLog = true; show(); });
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
