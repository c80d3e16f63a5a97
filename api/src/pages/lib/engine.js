// The engine of the service in JavaScript: it folds records, and says what the service would say of them. Where it comes from
// and how it refuses is up to load-engine.js: the package for programs has one of its own.

import { instantiate, refusal } from "./load-engine.js";

/** @import { Answers, Board, Eyes, Head, LoggedEntry, Question, Reply } from "../types/engine" */

/** The answer begins with its length in so many bytes. */
const LENGTH_BYTES = 4;

/** @type {Promise<Engine> | null} */
let loading = null;

/** The engine, loaded once. */
const engine = () => (loading ??= load());

async function load() {
  try {
    const { instance } = await instantiate();
    return new Engine(instance.exports);
  } catch (error) {
    loading = null;
    throw error;
  }
}

class Engine {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    const { memory, allocate, release, answer } = exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error("the engine has no memory");
    this.memory = memory;
    this.allocate = called(allocate);
    this.release = called(release);
    this.answer = called(answer);
  }

  /**
   * Answers a request; throws a refusal where the service would answer with a problem.
   * @param {object} request
   * @returns {unknown}
   */
  ask(request) {
    const question = new TextEncoder().encode(JSON.stringify(request));
    const start = this.allocate(question.length);
    new Uint8Array(this.memory.buffer, start, question.length).set(question);
    const place = this.answer(start, question.length);
    const length = new DataView(this.memory.buffer).getUint32(place, true);
    const text = new TextDecoder().decode(new Uint8Array(this.memory.buffer, place + LENGTH_BYTES, length));
    this.release(place, LENGTH_BYTES + length);
    /** @type {unknown} */
    const read = JSON.parse(text);
    const { answer, problem } = /** @type {Reply} */ (read);
    if (problem) throw refusal(problem);
    return answer;
  }
}

/**
 * @param {WebAssembly.ExportValue | undefined} exported
 * @returns {(...numbers: number[]) => number}
 */
function called(exported) {
  if (typeof exported !== "function") throw new Error("the engine lacks a function");
  return (...numbers) => exported(...numbers);
}

/**
 * A perspective, as the engine takes it.
 * @param {string | null} perspective
 * @returns {Eyes | null}
 */
export const eyes = (perspective) => (perspective === null || perspective === "public" ? perspective : Number(perspective));

/**
 * A record: a head, and the entries that one viewer sees.
 * @template {object} [Entered=object] what can be entered
 */
export class OpenRecord {
  /**
   * @param {{ ask: (request: object) => unknown }} engine
   * @param {number} number
   */
  constructor(engine, number) {
    this.engine = engine;
    this.number = number;
  }

  /**
   * An empty record.
   * @param {Head} head
   */
  static async open(head) {
    const loaded = await engine();
    return new OpenRecord(loaded, Number(loaded.ask({ open: head })));
  }

  /** Frees its memory; it can't be asked any more. */
  close() {
    this.engine.ask({ close: this.number });
  }

  /**
   * An independent copy.
   * @returns {OpenRecord<Entered>}
   */
  fork() {
    return new OpenRecord(this.engine, Number(this.engine.ask({ fork: this.number })));
  }

  /**
   * Adds entries that the service sent.
   * @param {LoggedEntry[]} entries
   * @returns {Answers["add"]}
   */
  add(entries) {
    return this.ask("add", entries);
  }

  /**
   * Judges an entry that a viewer enters now and adds it; throws a refusal where the service would refuse.
   * @param {Eyes} viewer
   * @param {Entered} entry
   * @returns {Answers["enter"]}
   */
  enter(viewer, entry) {
    return this.ask("enter", { viewer, entry, at: new Date().toISOString() });
  }

  /**
   * The position now.
   * @returns {Answers["position"]}
   */
  position() {
    return this.ask("position", {});
  }

  /**
   * The legal moves, free parameters as ranges or sets; none once the game has ended.
   * @returns {Answers["choices"]}
   */
  choices() {
    return this.ask("choices", {});
  }

  /**
   * How a viewer enters the next move, or one instead of an event.
   * @param {Eyes} viewer
   * @param {number | null} insteadOf
   * @returns {Answers["forms"]}
   */
  forms(viewer, insteadOf = null) {
    return this.ask("forms", { viewer, instead_of: insteadOf });
  }

  /**
   * The game's name, and whether it has secrets.
   * @returns {Answers["game"]}
   */
  game() {
    return this.ask("game", {});
  }

  /**
   * The log, from a perspective or with everything that this record holds.
   * @param {Eyes | null} perspective
   * @returns {Answers["entries"]}
   */
  entries(perspective = null) {
    return this.ask("entries", { perspective });
  }

  /**
   * The start and all steps, from a perspective or with everything that this record holds.
   * @param {Eyes | null} perspective
   * @returns {Answers["replay"]}
   */
  replay(perspective = null) {
    return this.ask("replay", { perspective });
  }

  /**
   * The picture of the position after a step, as SVG.
   * @param {Pick<Board, "step"> & Partial<Board>} board
   */
  board(board) {
    return this.ask("board", { language: "en", layout: "landscape", perspective: null, hindsight: false, ...board });
  }

  /**
   * The answer to a question by its name.
   * @template {keyof Answers} Q
   * @param {Q} name
   * @param {Question<Q>} question
   * @returns {Answers[Q]}
   */
  ask(name, question) {
    /** @type {unknown} */
    const answer = this.engine.ask({ ask: { record: this.number, question: { [name]: question } } });
    return /** @type {Answers[Q]} */ (answer);
  }
}
