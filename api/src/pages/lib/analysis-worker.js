// Answers questions about one record beside the page, which goes on meanwhile. It gets the engine and the record first.

import { Engine } from "./wasm.js";

/** @import { Reply } from "../types/engine" */
/** @import { WorkerRequest } from "../types/worker" */

/** @type {Promise<(question: object) => Reply> | null} */
let opened = null;

addEventListener("message", async (/** @type {MessageEvent<WorkerRequest>} */ { data }) => {
  if ("module" in data) {
    opened = open(data);
    return;
  }
  if (opened) postMessage((await opened)(data.question));
});

/** @param {Extract<WorkerRequest, { module: unknown }>} request */
async function open({ module, head, entries }) {
  const { exports } = await WebAssembly.instantiate(module);
  const engine = new Engine(exports);
  const { answer: record } = engine.reply({ open: head });
  engine.reply({ ask: { record, question: { add: entries } } });
  return (/** @type {object} */ question) => engine.reply({ ask: { record, question } });
}
