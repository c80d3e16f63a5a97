// The engine as a program has it: in the file beside this folder.

import { KifuError } from "./kifu-error.js";

/** @import { Refusal } from "../types/engine.js" */

/** Starts the engine: Node reads its file, a browser fetches it. */
export async function instantiate() {
  const address = new URL("../engine.wasm", import.meta.url);
  if (address.protocol !== "file:") return WebAssembly.instantiateStreaming(fetch(address));
  // Bundlers for browsers would look for a module that is imported here.
  return WebAssembly.instantiate(await process.getBuiltinModule("node:fs/promises").readFile(address));
}

/**
 * A refusal of the engine.
 * @param {Refusal} problem
 */
export const refusal = (problem) => new KifuError(problem);
