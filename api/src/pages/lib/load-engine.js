// The engine as a page gets it from its service, or from the file of a saved replay.

import { Problem } from "./api.js";
import { compileEngine } from "./source.js";
import { say } from "./words.js";

/** @import { Refusal } from "../types/engine" */

/** Starts the engine; throws a Problem if it can't. */
export async function instantiate() {
  try {
    const module = await compileEngine();
    return { module, instance: await WebAssembly.instantiate(module) };
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
