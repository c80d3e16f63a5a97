// The pad: what can happen now, as keys; what was logged, to be corrected; what waits for the network.
// The same page is a seat's own pad: then only its own moves are offered, and its part of what all do at once.

import { ask, json, Problem, svg } from "./lib/api.js";
import { announce, fill, find, make, showPicture } from "./lib/dom.js";
import { ahead, begin, formOf, summary } from "./lib/forms.js";
import { showForm } from "./lib/keys.js";
import { follow } from "./lib/live.js";
import { Outbox } from "./lib/outbox.js";
import { forgetLastingToken, takeLastingToken } from "./lib/token.js";
import { language, names, number, say, told } from "./lib/words.js";
import { keepPage, stayAwake } from "./lib/phone.js";

const [id, kind] = location.pathname.split("/").filter(Boolean).slice(-2);
const path = (rest) => `v1/games/${id}${rest}`;
const kept = `pad ${kind} ${id}`;
/** So long an answer may take before the pad goes on without it. */
const PATIENCE = 1500;
/** How many lines of the log are shown before somebody asks for more. */
const LINES = 30;

let token = takeLastingToken(id, kind);
const own = { trouble: null, version: 0 };
let state = JSON.parse(localStorage.getItem(kept) ?? "null") ?? { record: null, forms: null, steps: [], seen: {}, board: null };
let chosen = null;
let impatient = false;
let followed = null;
let whole = false;
let unusual = false;

const outbox = new Outbox({ id, kind, token: () => token, changed: () => show(), acknowledged: (_, answer) => accepted(answer) });

const keep = () => localStorage.setItem(kept, JSON.stringify({ ...state, steps: state.steps.slice(-LINES) }));
const seats = () => names(state.record);

// What the service says

/** What the table plays and whose pad this is; asked once, for neither changes. */
async function meet() {
  const [{ games }, share] = await Promise.all([json("v1/rules"), json(path("/share"), { token, body: {} })]);
  state.title = games.find((game) => game.slug === state.record.game)?.name;
  state.role = share.role;
  state.seat = share.seat ?? null;
  keep();
}

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
      json(path(""), { token }), json(path("/forms"), { token }), json(path("/joint"), { token }),
      svg(path(`/board.svg?language=${language}`), { token }), anew ? json(path("/replay"), { token }) : null,
    ]);
    const steps = replay ? replay.steps.filter((step) => step.narration).map(line) : state.steps;
    state = { ...state, record, forms, steps, waiting, board, seen: remembered(forms) };
    own.trouble = null;
    outbox.reachable = true;
    if (!state.role) await meet();
    keep();
  } catch (problem) {
    stale ||= anew;
    if (!(problem instanceof Problem)) throw problem;
    await unavailable(problem);
  }
  show();
}

/** What the log needs of a step. */
const line = ({ seq, move, narration }) => ({ seq, move, narration });

/** The largest form of every kind that this record has shown: for what is not offered, and when nobody can tell what is. */
function remembered({ forms }) {
  const seen = { ...state.seen };
  const size = (form) => (form ? JSON.stringify(form).length : 0);
  for (const form of forms) {
    const sort = `${form.move.type} ${form.fields.map((field) => field.kind).join(" ")}`;
    if (size(form) >= size(seen[sort])) seen[sort] = form;
  }
  return seen;
}

async function unavailable(problem) {
  outbox.reachable = problem.status !== 0;
  if (problem.status === 401 && token) {
    forgetLastingToken(id, kind);
    token = null;
    state.role = null;
    own.trouble = say("pad_refused_token");
  } else if (!problem.passing) {
    own.trouble = problem.status === 404 ? say("pad_gone") : problem.message;
  }
}

function listen() {
  followed?.abort();
  followed = new AbortController();
  follow(path("/live"), {
    token,
    signal: followed.signal,
    on: (event, data) => {
      if (event === "entry") state.steps = [...state.steps.slice(0, data.keep), ...data.steps.map(line)];
      if (event === "end") stale = true;
      if (event !== "position") load();
    },
    reached: (there) => {
      following = there;
      stale = true;
      if (there) outbox.send();
      // A stream that ends need not mean that the service is away: asking tells.
      if (there || outbox.reachable) load();
      else show();
    },
    refused: () => {},
  }).finally(() => { following = false; });
}

// What people do

/** Whether what comes next must be guessed: something waits, and the service does not answer. */
const guessing = () => outbox.items.length > 0 && !outbox.refused && (!outbox.reachable || impatient);
const busy = () => !guessing() && !outbox.refused && (outbox.items.length > 0 || state.record.version < own.version);

function log(entry, said) {
  impatient = false;
  setTimeout(() => { impatient = outbox.items.length > 0; show(); }, PATIENCE);
  chosen = null;
  unusual = false;
  navigator.vibrate?.(8);
  outbox.add({ path: path("/moves"), body: entry, said, version: state.record.version });
}

function enterPart(part, said) {
  chosen = null;
  outbox.add({ method: "PUT", path: path("/joint"), body: part, said, version: state.forms.version });
}

async function withdraw() {
  await ask(path("/joint"), { method: "DELETE", token }).catch(() => {});
  load();
}

function undo() {
  if (outbox.unsend()) return;
  log({ type: "take_back", count: 1 }, say("pad_undo"));
}

/** Something is on the service's disk: whoever follows is told what came of it, who does not asks. */
async function accepted({ version, recorded }) {
  if (recorded) own.version = version;
  if (following && recorded) return;
  stale = !following;
  await load();
  if (state.record.status === "live") listen();
}

async function correct(step) {
  const dialog = find("correction");
  fill(find("correction-keys"), make("p", { class: "quiet" }, say("loading")));
  find("correction-title").textContent = say("pad_correct_title", { number: number(state.steps.indexOf(step) + 1) });
  find("correction-was").textContent = step.narration.map(told)[0];
  dialog.showModal();
  try {
    const { forms } = await json(path(`/forms?instead_of=${step.seq}`), { token });
    showCorrection(step, forms);
  } catch {
    fill(find("correction-keys"), make("p", {}, say("pad_no_correction")));
  }
}

function showCorrection(step, forms) {
  let form = formOf(forms, step.move);
  const render = () => {
    const entry = begin(form, form.move.type === step.move.type ? step.move : null);
    entry.correcting = true;
    showForm(find("correction-keys"), entry, { button: say("pad_correct"), done: (entry) => {
      find("correction").close();
      log({ type: "amend", event: step.seq, with: entry.move }, say("pad_corrected", { what: summary(entry, told) }));
    } });
    fill(find("correction-forms"), forms.filter((other) => other !== form).map((other) => make("button", { type: "button", onclick: () => { form = other; render(); } }, told(other.label))));
  };
  form ??= forms[0];
  if (form) render();
  else fill(find("correction-keys"), make("p", {}, say("pad_no_correction")));
}

// What is seen

function show() {
  if (!state.record) return showTrouble();
  document.documentElement.dataset.version = state.record.version;
  showTrouble();
  showTitle();
  showBoard();
  showConnection();
  showLast();
  showQueue();
  showForms();
  showLog();
}

function showTrouble() {
  const stranger = state.role && state.role !== (kind === "pad" ? "scribe" : "seat") ? say("pad_stranger") : null;
  find("trouble").textContent = own.trouble ?? stranger ?? "";
  find("trouble").hidden = !own.trouble && !stranger;
}

function showTitle() {
  const whose = kind === "seat" && typeof state.seat === "number" ? seats()[state.seat] : null;
  find("title").textContent = [whose, told(state.title)].filter(Boolean).join(" – ") || find("title").textContent;
  document.title = find("title").textContent;
}

let shownBoard = null;
function showBoard() {
  if (!state.board || shownBoard === state.board) return;
  shownBoard = state.board;
  showPicture(find("board"), state.board);
  find("board").hidden = false;
}

function showConnection() {
  const there = outbox.reachable;
  find("connection").textContent = there ? say(`status_${state.record.status}`) : say("pad_offline");
  find("connection").className = there && state.record.status === "live" ? "tag live" : "tag";
  document.documentElement.dataset.connection = !there ? "away" : following ? "followed" : "there";
  find("undo").disabled = state.steps.length === 0 && outbox.items.length === 0;
}

let announced = null;

function showLast() {
  const step = state.steps.at(-1);
  const news = JSON.stringify(step?.narration);
  if (announced !== null && announced !== news && step) announce(step.narration.map(told).join(" "));
  announced = news;
  const waits = outbox.items.length > 0;
  find("last").dataset.state = waits ? "waiting" : "kept";
  fill(find("last"), step
    ? [make("span", { class: "mark", "aria-hidden": "true" }, "✓"), make("span", {}, step.narration.map(told).join(" "))]
    : make("span", { class: "quiet" }, say("pad_nothing_yet")));
}

function showQueue() {
  const items = outbox.items;
  const visible = items.length > 0 && (guessing() || outbox.refused);
  find("queue").hidden = !visible;
  document.documentElement.dataset.waiting = String(items.length);
  if (!visible) return fill(find("queue"));
  const refused = outbox.refused;
  fill(find("queue"),
    refused ? showRefusal(refused, items.length) : make("p", { class: "small" }, say("pad_waiting", { count: items.length })),
    make("ol", { class: "waits" }, items.map((item) => make("li", { "data-refused": Boolean(item.refused) }, item.said))));
}

function showRefusal(item, count) {
  const { violation, status, text, message, steps } = item.refused;
  const why = told(violation?.message) || told(text) || message;
  const stale = status === 412;
  const decide = (decision, label, first = false) => make("button", { type: "button", class: first ? "first" : null, "data-decide": decision, onclick: () => outbox.decide(decision).then(load) }, label);
  return make("div", { class: "trouble stack tight", role: "alert" },
    make("p", { class: "why" }, make("strong", {}, `${item.said}: `), stale ? say("pad_meanwhile") : why, " ",
      violation ? make("a", { href: `../../rules/${state.record.game}#${violation.rule}`, target: "_blank" }, say("rule", { rule: violation.rule })) : null),
    stale ? make("ul", {}, steps.flatMap((step) => step.narration.slice(0, 1)).map((line) => make("li", {}, told(line)))) : null,
    make("div", { class: "row" },
      decide("drop", count > 1 || stale ? say("pad_drop") : say("pad_mistap"), !violation?.can_record_anyway && !stale),
      violation?.can_record_anyway ? decide("irregular", say("pad_really_happened")) : null,
      stale ? decide("all the same", say("pad_all_the_same")) : null,
      count > 1 ? decide("drop all", say("pad_drop_all", { count })) : null));
}

let entering = null;

/** What was begun stays begun while nothing has changed. */
function entryOf(form, version) {
  const what = JSON.stringify([form, version]);
  if (entering?.what !== what) entering = { what, entry: begin(form) };
  return entering.entry;
}

let shownForms = null;

function showForms() {
  const offered = offers();
  const over = state.record.status !== "live" && !guessing();
  find("over").hidden = !over;
  if (over) find("over").textContent = state.steps.at(-1)?.narration.map(told).at(-1) ?? "";
  find("guessing").hidden = !guessing();
  const index = Math.min(chosen ?? 0, offered.length - 1);
  const what = JSON.stringify([offered, index, unusual, busy(), outbox.refused?.key, state.record.version]);
  if (what === shownForms) return;
  shownForms = what;
  const form = offered[index];
  fill(find("form-title"), form ? formTitle(form) : waitingFor());
  if (form) showOne(form);
  else fill(find("keys"));
  find("keys").offered = offered;
  const others = offered.filter((other) => other !== form);
  fill(find("other-forms"), others.map((other) => otherKey(other, offered)), unusualKey());
}

function showOne(form) {
  const isPart = form === state.forms.part;
  const entry = entryOf(form, `${state.record.version} ${outbox.items.length} ${outbox.refused?.key}`);
  showForm(find("keys"), entry, {
    busy: busy() || Boolean(outbox.refused),
    button: told(form.label),
    anyNumber: guessing() || unusual,
    done: (entry) => (isPart ? enterPart : log)(entry.move, said(entry)),
  });
}

const said = (entry) => {
  const who = typeof entry.move.seat === "number" ? `${seats()[entry.move.seat]} – ` : "";
  return who + summary({ ...entry, form: { ...entry.form, fields: entry.form.fields.filter((field) => !field.acts) } }, told);
};

function otherKey(form, offered) {
  const tap = () => {
    if (form.fields.length === 0) return log(form.move, said(begin(form)));
    chosen = offered.indexOf(form);
    show();
    find("form-title").scrollIntoView({ block: "nearest" });
  };
  return make("button", { type: "button", class: form.aside ? "plain other" : "other", disabled: busy() || Boolean(outbox.refused), "data-form": offered.indexOf(form), onclick: tap }, told(form.label));
}

/** What breaks a rule happens all the same: whatever could be entered before can be entered now. */
function unusualKey() {
  if (kind !== "pad" || guessing() || Object.keys(state.seen).length === 0) return null;
  const tap = () => { unusual = !unusual; chosen = null; show(); };
  return make("button", { type: "button", class: "plain other", "aria-pressed": String(unusual), "data-unusual": true, onclick: tap }, say("pad_unusual"));
}

function formTitle(form) {
  const who = form.seat === null ? null : make("span", { class: "who" }, seats()[form.seat]);
  return [who, make("span", {}, told(form.label))];
}

/**
 * What can be entered now. While nobody knows what comes next, and for what is against the rules, everything that could
 * be entered before, by anybody.
 */
function offers() {
  const { forms, part } = state.forms;
  if (kind === "pad" && (guessing() || unusual)) {
    const last = outbox.items.at(-1)?.body;
    const now = guessing() ? forms : [];
    const others = Object.values(state.seen).filter((form) => !now.some((other) => other.move.type === form.move.type));
    return ahead([...now, ...others], last, seats());
  }
  if (state.record.status !== "live") return [];
  return [...(part && !state.waiting?.own ? [part] : []), ...forms];
}

function waitingFor() {
  const { own: entered, awaited = [] } = state.waiting ?? {};
  const people = awaited.map((seat) => seats()[seat]).join(language === "ja" ? "、" : ", ");
  if (entered && awaited.length) return [make("span", {}, say("pad_waiting_for", { people })), make("button", { type: "button", class: "plain", "data-withdraw": true, onclick: withdraw }, say("pad_withdraw"))];
  return make("span", { class: "quiet" }, state.record.status === "live" ? say("pad_not_your_turn") : say(`status_${state.record.status}`));
}

let shownLog = null;

function showLog() {
  const what = JSON.stringify([state.steps.length, state.steps.at(-1), state.record.version, whole]);
  if (what === shownLog) return;
  shownLog = what;
  const lines = state.steps.map((step, index) => logLine(step, index)).reverse();
  fill(find("log"), whole ? lines : lines.slice(0, LINES));
  find("log-title").hidden = lines.length === 0;
  find("more-log").hidden = whole || lines.length <= LINES;
}

function logLine(step, index) {
  const lines = step.narration.map((text, line) => make("span", { class: line ? "followed" : "line" }, told(text)));
  const content = [make("span", { class: "stone" }, number(index + 1)), make("span", { class: "told" }, lines)];
  const tag = kind === "pad"
    ? make("button", { type: "button", class: "plain logged", "data-step": index + 1, "aria-description": say("pad_correct"), onclick: () => correct(step) }, content)
    : make("div", { class: "logged" }, content);
  return make("li", {}, tag);
}

// The page

find("undo")?.addEventListener("click", undo);
find("more-log").addEventListener("click", () => { whole = true; show(); });
find("correction").querySelector("[data-close]").addEventListener("click", () => find("correction").close());
addEventListener("offline", () => { outbox.reachable = false; show(); });
document.addEventListener("theme", () => { shownBoard = null; show(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) { outbox.send(); load(); } });
addEventListener("hashchange", () => location.reload());

find("replay").href = `../${id}${token ? `#${token}` : ""}`;
show();
stayAwake();
keepPage();
await load();
listen();
outbox.send();
