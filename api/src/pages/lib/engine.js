// The engine of the service in JavaScript: it folds records, and says what the service would say of them. Where it comes from
// and how it refuses is up to load-engine.js: the package for programs has one of its own.

import { instantiate, refusal } from "./load-engine.js";
import { Engine } from "./wasm.js";

/** @import { Answers, Board, Eyes, Head, LoggedEntry, Question, Reply } from "../types/engine" */

// Programs may have no types for WebAssembly, so what is exported names none.
/** @type {Promise<{ module: object, engine: Engine }> | null} */
let loading = null;

/** The engine, loaded once. */
export const loadEngine = () => (loading ??= load());

async function load() {
  try {
    const { module, instance } = await instantiate();
    return { module, engine: new Engine(instance.exports) };
  } catch (error) {
    loading = null;
    throw error;
  }
}

/**
 * The answer of a reply; throws a refusal where the service would answer with a problem.
 * @param {Reply} reply
 */
export function answerOf({ answer, problem }) {
  if (problem) throw refusal(problem);
  return answer;
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
   * @param {{ reply: (request: object) => Reply }} engine
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
    const { engine } = await loadEngine();
    return new OpenRecord(engine, Number(answerOf(engine.reply({ open: head }))));
  }

  /** Frees its memory; it can't be asked any more. */
  close() {
    this.engine.reply({ close: this.number });
  }

  /**
   * An independent copy.
   * @returns {OpenRecord<Entered>}
   */
  fork() {
    return new OpenRecord(this.engine, Number(answerOf(this.engine.reply({ fork: this.number }))));
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
    const answer = answerOf(this.engine.reply({ ask: { record: this.number, question: { [name]: question } } }));
    return /** @type {Answers[Q]} */ (answer);
  }
}
