/** @import { Refusal } from "../types/engine.js" */

/** The engine has no answer: an entry breaks a rule or does not read, or there is no such thing. */
export class KifuError extends Error {
  /** @param {Refusal} problem the reason, as the service's problem documents have it */
  constructor(problem) {
    super(problem.message.en);
    this.name = "KifuError";
    this.problem = problem;
  }
}
