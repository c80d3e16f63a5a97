// The pad: what can happen now, as keys; what was logged, to be corrected; what waits for the network.
// The same page is a seat's own pad: then only its own moves are offered, and its part of what all do at once.

import { addressOf, remove } from "./lib/api.js";
import { find } from "./lib/dom.js";
import { Outbox } from "./lib/outbox.js";
import { keepPage, stayAwake } from "./lib/phone.js";
import { storageName, takeLastingToken } from "./lib/token.js";
import { say } from "./lib/words.js";
import { openClaim, showClaim } from "./pad-claim.js";
import { showClock } from "./pad-clock.js";
import { showCorrection } from "./pad-correction.js";
import { PadForms } from "./pad-forms.js";
import { PadLog } from "./pad-log.js";
import { forgetBoard, showBoard, showConnection, showLast, showTitle, showTrouble, showWholeTable } from "./pad-position.js";
import { refusalNotice, showQueue } from "./pad-queue.js";
import { PadRecord } from "./pad-record.js";

/** @import { Move } from "./types/forms" */
/** @import { CachedRecord, Line } from "./types/pad" */

const [id = "", kind = ""] = location.pathname.split("/").filter(Boolean).slice(-2);
/** So long an answer may take before the pad goes on without it. */
const ANSWER_TIMEOUT_MS = 1500;

let isSlow = false;

const token = takeLastingToken(id, kind);
/** @type {Outbox} */
const outbox = new Outbox({
  place: storageName("outbox", { kind, id, token }),
  token: () => source.token,
  changed: () => show(),
  acknowledged: (answer) => {
    source.accept(answer);
  },
});
const source = new PadRecord({ id, kind, token, outbox, changed: () => show() });
const forms = new PadForms({ kind, outbox, isGuessing, isBusy, log, enterPart, withdraw, refusal, changed: () => show() });
const padLog = new PadLog({ correct: kind === "pad" ? correct : null, changed: () => show() });

/** Whether what comes next must be guessed: something waits, and the service does not answer. */
function isGuessing() {
  return outbox.items.length > 0 && !outbox.rejection && (!outbox.reachable || isSlow);
}

/** @param {CachedRecord} cached */
function isBusy({ record }) {
  return !isGuessing() && !outbox.rejection && (outbox.items.length > 0 || record.version < source.acknowledgedVersion);
}

// What people do

/**
 * @param {Record<string, unknown>} entry
 * @param {string} label
 */
function log(entry, label) {
  if (!source.cached) return;
  isSlow = false;
  setTimeout(() => {
    isSlow = outbox.items.length > 0;
    show();
  }, ANSWER_TIMEOUT_MS);
  forms.reset();
  if ("vibrate" in navigator) navigator.vibrate(8);
  const added = { path: addressOf("/v1/games/{id}/moves", { id }), body: entry, label, etag: source.cached.record.etag };
  // What stands against something refused is corrected first.
  if (outbox.rejection) outbox.addBefore(added);
  else outbox.add(added);
}

/**
 * @param {Move} part
 * @param {string} label
 */
function enterPart(part, label) {
  if (!source.cached) return;
  forms.reset();
  outbox.add({ method: "PUT", path: addressOf("/v1/games/{id}/joint", { id }), body: part, label, etag: source.cached.forms.etag });
}

async function withdraw() {
  await remove("/v1/games/{id}/joint", { id }, { token: source.token }).catch(() => {});
  source.load();
}

function undo() {
  if (outbox.unsend()) return;
  log({ type: "take_back", count: 1 }, say("pad-undo"));
}

/**
 * @param {Line} step
 * @param {number} place
 */
function correct(step, place) {
  showCorrection({ id, token: source.token, step, place, log });
}

/** @param {CachedRecord} cached */
function refusal(cached) {
  return refusalNotice(cached, outbox, {
    decide: (decision) => {
      outbox.decide(decision).then(() => source.load());
    },
    correct: kind === "pad" ? correct : null,
  });
}

// What is seen

function show() {
  showTrouble(source);
  const { cached } = source;
  if (!cached) return;
  // Both are asked for at once, and one may be of before a move.
  document.documentElement.dataset.version = String(Math.min(cached.record.version, cached.forms.version));
  showTitle(cached, kind);
  showBoard(cached);
  showConnection(cached, source);
  showClock(cached);
  showLast(cached, outbox.items.length > 0);
  showQueue(outbox, isGuessing());
  forms.show(cached);
  showClaim(cached);
  padLog.show(cached);
}

// The page

find("undo").addEventListener("click", undo);
find("claim").addEventListener("click", () => openClaim(source));
for (const name of ["board", "whole"])
  find(name).addEventListener("click", () => {
    showWholeTable(source);
  });
addEventListener("offline", () => {
  outbox.reachable = false;
  show();
});
document.addEventListener("theme", () => {
  forgetBoard();
  show();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    outbox.send();
    source.load();
  }
});
addEventListener("hashchange", () => location.reload());

find("replay", HTMLAnchorElement).href = `../${id}${source.token ? `#${source.token}` : ""}`;
show();
stayAwake();
keepPage();
await source.load();
source.listen();
outbox.send();
