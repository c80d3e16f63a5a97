// Files to keep and to pass on: pictures of a step and of the whole game moving, and the replay itself.

import { addressOf, ask, Problem } from "./lib/api.js";
import { find, sizeOf, themed } from "./lib/dom.js";
import { say } from "./lib/words.js";
import { animated } from "./lib/apng.js";

/** @import { Boards } from "./lib/boards.js" */
/** @import { RecordView } from "./types/records" */
/** @typedef {{ width: number, height: number }} Size */

/** Pixels a unit of a picture. */
const PIXELS_PER_UNIT = 3;
/** The same where every step is one picture of many. */
const PIXELS_PER_UNIT_MOVING = 2;
/** How long each step of a moving picture is shown, and the last, in milliseconds. */
const STEP_MS = 1400;
const LAST_STEP_MS = 4000;

/**
 * Makes the buttons save what is `shown`.
 * @param {RecordView} shown
 * @param {Boards} boards
 */
export function savesFiles(shown, boards) {
  /** @param {string} end */
  const name = (end) => `kifu-${shown.record?.game ?? ""}-${shown.id.slice(-6)}${end}`;
  run("as-svg", async () => save(new Blob([dressed(await boards.of(shown.at))], { type: "image/svg+xml" }), name(`-${shown.at}.svg`)));
  run("as-png", async () => {
    const drawn = await boards.of(shown.at);
    save(await painted(drawn, PIXELS_PER_UNIT, sizeOf(drawn)), name(`-${shown.at}.png`));
  });
  run("as-animation", async () => save(await moving(shown, boards), name(".png")));
  run("save-replay", async () => {
    const { id, token } = shown;
    const file = await ask(addressOf("/v1/games/{id}/replay.html", { id }), { token });
    save(await file.blob(), name(".html"));
  });
}

/**
 * Has a button do some work, and says what became of it.
 * @param {string} id
 * @param {() => Promise<void>} work
 */
function run(id, work) {
  const button = find(id, HTMLButtonElement);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await work();
      showStatus(say("saved"));
    } catch (problem) {
      showStatus(problem instanceof Problem ? problem.message : say("picture-failed"));
    }
    button.disabled = false;
  });
}

/** @param {string} text */
const showStatus = (text) => {
  find("save-progress").textContent = text;
};

/**
 * @param {RecordView} shown
 * @param {Boards} boards
 */
async function moving(shown, boards) {
  const drawn = [];
  for (let step = 0; step < shown.steps.length; step += 1) drawn.push(await boards.of(step));
  const sizes = drawn.map(sizeOf);
  const size = { width: Math.max(...sizes.map(({ width }) => width)), height: Math.max(...sizes.map(({ height }) => height)) };
  const frames = [];
  for (const [index, picture] of drawn.entries()) {
    showStatus(say("drawing", { step: index, steps: drawn.length - 1 }));
    const pause = index === drawn.length - 1 ? LAST_STEP_MS : STEP_MS;
    frames.push({ png: await painted(picture, PIXELS_PER_UNIT_MOVING, size), pause });
  }
  return animated(frames);
}

/**
 * A picture as the page's theme has it, with a size of its own: some programs want one.
 * @param {string} drawn
 */
function dressed(drawn) {
  const { width, height } = sizeOf(drawn);
  return themed(drawn, isDark() ? "dark" : "light").replace("<svg ", `<svg width="${width}" height="${height}" `);
}

const isDark = () => getComputedStyle(document.documentElement).getPropertyValue("--page").trim() === "#131110";

/**
 * A picture as PNG of this size, on the colour of the table.
 * @param {string} drawn
 * @param {number} sharp
 * @param {Size} size
 */
async function painted(drawn, sharp, { width, height }) {
  const address = URL.createObjectURL(new Blob([dressed(drawn)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: width * sharp, height: height * sharp });
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("this browser has no canvas left");
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--sheet");
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const own = sizeOf(drawn);
    pen.drawImage(image, 0, 0, own.width * sharp, own.height * sharp);
    return await png(canvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
function png(canvas) {
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error(`no browser makes a picture of ${canvas.width} × ${canvas.height}`))),
      "image/png",
    );
  });
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
