// The clock of a time that the rules give: it counts down beside the title, and nothing happens by itself when it is over.

import { announce, fill, find, make } from "./lib/dom.js";
import { say } from "./lib/words.js";

/** @import { CachedRecord } from "./types/pad" */

const TICK_MS = 1000;
/** How a phone shakes when the time is over. */
const SHAKE_MS = [200, 100, 200];

let end = 0;
let ticking = 0;
/** Whether the time ran when it was last looked at: a pad that is opened later says nothing of its end. */
let isRunning = false;

/** @param {CachedRecord} cached */
export function showClock({ record, forms: { time_limit: limit } }) {
  const isDue = record.status === "live" && limit;
  find("clock").hidden = !isDue;
  clearInterval(ticking);
  if (!isDue) {
    isRunning = false;
    return;
  }
  end = Date.parse(limit.since) + limit.seconds * 1000;
  ticking = setInterval(tick, TICK_MS);
  tick();
}

function tick() {
  const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  fill(find("clock"), make("span", { class: "unseen" }, say("pad-time-left")), make("span", {}, time));
  find("clock").classList.toggle("over", left === 0);
  if (isRunning && left === 0) {
    announce(say("pad-time-over"));
    if ("vibrate" in navigator) navigator.vibrate(SHAKE_MS);
  }
  isRunning = left > 0;
  if (!isRunning) clearInterval(ticking);
}
