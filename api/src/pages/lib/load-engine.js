// The engine as a page gets it from its service.

import { Problem } from "./api.js";
import { say } from "./words.js";

/** @import { Refusal } from "../types/engine" */

/** Starts the engine; throws a Problem if it can't. */
export async function instantiate() {
  try {
    return await WebAssembly.instantiateStreaming(fetch(new URL("../engine.wasm", import.meta.url)));
  } catch (error) {
    // A request that reaches nothing is a TypeError; anything else will not pass.
    throw error instanceof TypeError ? new Problem(0) : new Problem(422, { detail: say("no-engine") });
  }
}

/**
 * A refusal of the engine, as the service would send it.
 * @param {Refusal} problem
 */
export const refusal = (problem) => new Problem(422, problem);
