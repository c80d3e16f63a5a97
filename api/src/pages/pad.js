// The pad: what can happen now, as keys; what was logged, to be corrected; what waits for the network.
// The same page is a seat's own pad: then only its own moves are offered, and its part of what all do at once.

import { addressOf, remove } from "./lib/api.js";
import { find, onSecondTap } from "./lib/dom.js";
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
const token = takeLastingToken(id, kind);
/** @type {Outbox} */
const outbox = new Outbox({
  place: storageName("outbox", { kind, id, token }),
  token: () => source.token,
  etag: () => source.stored?.head.etag,
  changed: () => {
    source.compose();
    show();
  },
  acknowledged: (answer) => source.accept(answer),
  outdated: () => source.load(),
});
const source = new PadRecord({ id, kind, token, outbox, changed: () => show() });
const forms = new PadForms({ kind, source, outbox, log, enterPart, withdraw, refusal, changed: () => show() });
const padLog = new PadLog({ correct: kind === "pad" ? correct : null, changed: () => show() });

// What people do

/**
 * Logs an entry. One that the rules forbid is not sent: somebody says first whether it really happened.
 * @param {Record<string, unknown>} entry
 * @param {string} label
 */
function log(entry, label) {
  if (!source.stored) return;
  forms.reset();
  if ("vibrate" in navigator) navigator.vibrate(8);
  const base = source.version;
  const isRelative = entry["type"] === "take_back" || Number(entry["event"]) > source.stored.head.version;
  const path = addressOf("/v1/games/{id}/moves", { id });
  const added = { path, body: entry, label, base, isRelative, problem: source.problemOf(entry) };
  // What stands against something refused is corrected first.
  if (outbox.rejection) outbox.addBefore(added);
  else outbox.add(added);
}

/**
 * @param {Move} part
 * @param {string} label
 */
function enterPart(part, label) {
  if (!source.stored) return;
  forms.reset();
  outbox.add({ method: "PUT", path: addressOf("/v1/games/{id}/joint", { id }), body: part, label, base: source.version });
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
  showCorrection({ forms: source.formsInsteadOf(step.seq), step, place, log });
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
  document.documentElement.dataset.version = String(cached.record.version);
  showTitle(cached, kind);
  showBoard(source);
  showConnection(cached, source);
  showClock(cached);
  showLast(cached, outbox.items.length > 0);
  showQueue(outbox);
  forms.show(cached);
  showClaim(cached);
  padLog.show(cached);
}

// The page

find("undo").addEventListener("click", undo);
find("claim").addEventListener("click", () => openClaim(source));
onSecondTap(
  find("forget"),
  () => (source.unsent > 0 ? say("pad-forget-unsent", { count: source.unsent }) : say("pad-forget-sure")),
  () => {
    source.forget();
    location.replace("../..");
  },
);
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
await source.open();
show();
await source.load();
source.listen();
outbox.send();
