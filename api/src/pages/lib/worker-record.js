// A record in a worker: what takes long to work out is asked there, so that the page goes on meanwhile.

import { Problem } from "./api.js";
import { answerOf, loadEngine } from "./engine.js";
import { startWorker } from "./source.js";

/** @import { Answers, Head, LoggedEntry, Question, Reply } from "../types/engine" */

export class WorkerRecord {
  /**
   * A record with this head and these entries; the worker starts with the first question.
   * @param {Head} head
   * @param {LoggedEntry[]} entries
   */
  constructor(head, entries) {
    this.head = head;
    this.entries = entries;
    /** @type {Promise<Worker> | null} */
    this.worker = null;
    /**
     * Who waits for an answer, in the order of the questions.
     * @type {{ resolve: (reply: Reply) => void, reject: (reason: unknown) => void }[]}
     */
    this.waiting = [];
  }

  /**
   * @template {keyof Answers} Q
   * @param {Q} name
   * @param {Question<Q>} question
   * @returns {Promise<Answers[Q]>}
   */
  async ask(name, question) {
    const worker = await (this.worker ??= this.start());
    /** @type {Reply} */
    const reply = await new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.postMessage({ question: { [name]: question } });
    });
    return /** @type {Answers[Q]} */ (answerOf(reply));
  }

  async start() {
    const { module } = await loadEngine();
    const worker = startWorker();
    worker.addEventListener("message", (/** @type {MessageEvent<Reply>} */ { data }) => this.waiting.shift()?.resolve(data));
    worker.addEventListener("error", () => {
      this.worker = null;
      for (const { reject } of this.waiting.splice(0)) reject(new Problem(0));
    });
    worker.postMessage({ module, head: this.head, entries: this.entries });
    return worker;
  }

  /** Ends the worker: nobody waits for it any more. */
  close() {
    this.worker?.then((worker) => worker.terminate()).catch(() => {});
  }
}
