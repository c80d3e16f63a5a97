// The engine as WebAssembly: it takes a request as JSON in its memory, and leaves a reply there.

/** @import { Reply } from "../types/engine" */

/** The reply begins with its length in so many bytes. */
const LENGTH_BYTES = 4;

export class Engine {
  #memory;
  #allocate;
  #release;
  #answer;

  /**
   * An engine without records.
   * @param {Record<string, unknown>} exports of an instance of the module
   */
  constructor(exports) {
    const { memory, allocate, release, answer } = exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error("the engine has no memory");
    this.#memory = memory;
    this.#allocate = called(allocate);
    this.#release = called(release);
    this.#answer = called(answer);
  }

  /**
   * The reply to a request.
   * @param {object} request
   */
  reply(request) {
    const question = new TextEncoder().encode(JSON.stringify(request));
    const start = this.#allocate(question.length);
    new Uint8Array(this.#memory.buffer, start, question.length).set(question);
    const place = this.#answer(start, question.length);
    const length = new DataView(this.#memory.buffer).getUint32(place, true);
    const text = new TextDecoder().decode(new Uint8Array(this.#memory.buffer, place + LENGTH_BYTES, length));
    this.#release(place, LENGTH_BYTES + length);
    /** @type {unknown} */
    const read = JSON.parse(text);
    return /** @type {Reply} */ (read);
  }
}

/**
 * @param {unknown} exported
 * @returns {(...numbers: number[]) => number}
 */
function called(exported) {
  if (typeof exported !== "function") throw new Error("the engine lacks a function");
  return (...numbers) => exported(...numbers);
}
