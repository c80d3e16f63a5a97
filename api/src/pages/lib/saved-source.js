// Where a saved replay comes from: its own file, which has everything in it.

/** @import { Saved } from "../types/records" */

/** @param {string} id */
const textOf = (id) => document.getElementById(id)?.textContent ?? "";

/** @type {unknown} */
const read = JSON.parse(textOf("saved"));

/** What this file holds. */
export const saved = /** @type {Saved} */ (read);

/** Where the service was that it was saved from. */
export const root = new URL(saved.root);

export async function compileEngine() {
  const compressed = Uint8Array.from(atob(textOf("engine")), (letter) => letter.charCodeAt(0));
  const module = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(module).arrayBuffer());
}

export const startWorker = () => new Worker(import.meta.resolve("kifu/lib/analysis-worker.js"), { type: "module" });
