// How the table stands: its title, its board, the connection and what happened last.

import { layoutOfWindow } from "./lib/boards.js";
import { announce, fill, find, make, showPicture } from "./lib/dom.js";
import { localize, names, say } from "./lib/words.js";

/** @import { PadRecord } from "./pad-record.js" */
/** @import { CachedRecord } from "./types/pad" */

/**
 * What keeps people from using this pad, if something does.
 * @param {PadRecord} source
 */
export function showTrouble({ kind, cached, trouble }) {
  const viewer = cached?.record.viewer;
  const isHolder = kind === "pad" ? viewer === "scribe" : typeof viewer === "number";
  const stranger = cached && !isHolder ? say("pad-stranger") : null;
  find("trouble").textContent = trouble ?? stranger ?? "";
  find("trouble").hidden = !trouble && !stranger;
}

/**
 * @param {CachedRecord} cached
 * @param {string} kind
 */
export function showTitle({ record, title }, kind) {
  const whose = kind === "seat" && typeof record.viewer === "number" ? names(record)[record.viewer] : null;
  find("title").textContent = [whose, localize(title)].filter(Boolean).join(" – ") || find("title").textContent;
  document.title = find("title").textContent;
}

let shownBoard = "";

/** Draws the board again the next time that it is shown. */
export const forgetBoard = () => {
  shownBoard = "";
};

/** @param {PadRecord} source */
export function showBoard(source) {
  const board = source.board("compact");
  if (!board || shownBoard === board) return;
  shownBoard = board;
  showPicture(find("board", HTMLImageElement), board);
  find("pad").classList.add("ready");
}

/**
 * The whole table, over the pad.
 * @param {PadRecord} source
 */
export function showWholeTable(source) {
  const dialog = find("whole-table", HTMLDialogElement);
  const board = source.board(layoutOfWindow());
  if (!board) return;
  showPicture(find("whole-board", HTMLImageElement), board);
  dialog.showModal();
}

/**
 * @param {CachedRecord} cached
 * @param {PadRecord} source
 */
export function showConnection({ record, steps }, { outbox, following }) {
  const isConnected = outbox.reachable;
  find("connection").textContent = isConnected ? say(`status-${record.status}`) : say("pad-offline");
  find("connection").className = isConnected && record.status === "live" ? "tag live" : "tag";
  document.documentElement.dataset.connection = !isConnected ? "away" : following ? "followed" : "there";
  find("undo", HTMLButtonElement).disabled = steps.length === 0 && outbox.items.length === 0;
}

/** @type {string | null} */
let announced = null;

/**
 * @param {CachedRecord} cached
 * @param {boolean} waiting
 */
export function showLast({ steps }, waiting) {
  const narration = (steps.at(-1)?.narration ?? []).map(localize).join(" ");
  if (announced !== null && announced !== narration && narration) announce(narration);
  announced = narration;
  find("last").dataset.state = waiting ? "waiting" : "saved";
  fill(
    find("last"),
    ...(narration
      ? [make("span", { class: "mark", "aria-hidden": "true" }, "✓"), make("span", {}, narration)]
      : [make("span", { class: "quiet" }, say("pad-nothing-yet"))]),
  );
}
