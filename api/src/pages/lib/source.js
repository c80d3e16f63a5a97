// Where the page comes from: the service. In a saved replay, `saved-source.js` stands in the place of this module.

/** @import { Saved } from "../types/records" */

/** Where the service is: it may lie below the root of its host. */
export const root = new URL("../../../", import.meta.url);

/**
 * What a saved replay holds.
 * @type {Saved | null}
 */
export const saved = null;

export const compileEngine = () => WebAssembly.compileStreaming(fetch(new URL("../engine.wasm", import.meta.url)));

export const startWorker = () => new Worker(new URL("./analysis-worker.js", import.meta.url), { type: "module" });
