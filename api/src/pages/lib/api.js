// The public API, and nothing else, is what pages ask.

import { root } from "./source.js";
import { language, say } from "./words.js";

export { root };

/** @import { Answer, Of, PathOf, Posted, ProblemDocument, Query, Request, Sent } from "../types/api" */

/** A network may accept and say nothing: so long an answer may take before there is none. The longest take half a minute. */
const ANSWER_TIMEOUT_MS = 45_000;
/** So long where an answer takes no time, and somebody waits to go on without it. */
export const SHORT_TIMEOUT_MS = 10_000;
/** How often a busy service is asked, and how long to wait before it is asked again. */
const [ATTEMPTS, PAUSE_MS] = [10, 3000];

/**
 * The address of something of the service.
 * @param {string} path
 */
export const at = (path) => new URL(path.replace(/^\//, ""), root);

/**
 * Where the rules are that a record is played by, or one of them.
 * @param {{ game: string, rules_version: number }} record
 * @param {string} [rule]
 */
export const rulesOf = ({ game, rules_version: version }, rule = "") => at(`rules/${game}?version=${version}${rule && `#${rule}`}`);

/**
 * A path of the contract with its `{names}` filled in and a query; parameters that are nothing stay out of it.
 * @template {string} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {URLSearchParams | object} query
 */
export function addressOf(path, of, query = {}) {
  /** @type {Record<string, string>} */
  const values = of;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const text = (query instanceof URLSearchParams ? query : parametersOf(query)).toString();
  return text ? `${filled}?${text}` : filled;
}

/** @param {object} query */
function parametersOf(query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== null && one !== undefined) parameters.append(name, String(one));
  }
  return parameters;
}

/** An answer that is no success, as RFC 9457 has it. `status` is 0 where nothing was reached. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {ProblemDocument} document
   */
  constructor(status, document = {}) {
    super(document.message?.[language] ?? document.detail ?? document.title ?? say("unreachable"));
    this.status = status;
    this.code = document.code ?? null;
    this.document = document;
    this.violation = document.violation ?? null;
  }

  /** Whether the same may work a little later: the network or the service was away. */
  get passing() {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

/**
 * What people are told about something that failed.
 * @param {unknown} problem
 */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/**
 * Sends a request. `body` is sent as JSON; `token`, `key` (idempotency), `match` (If-Match) and `last` (Last-Event-ID) as
 * their headers. Returns the response if it is a success; throws a Problem else.
 * @param {string} path
 * @param {Request} request
 */
export async function ask(path, { method, body, token, key, match, last, accept, signal, timeout = ANSWER_TIMEOUT_MS } = {}) {
  const headers = new Headers({ "Accept-Language": language });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  if (match) headers.set("If-Match", match);
  if (last) headers.set("Last-Event-ID", last);
  if (accept) headers.set("Accept", accept);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  const isStream = accept === "text/event-stream";
  /** @type {Response} */
  let response;
  try {
    response = await fetch(at(path), {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
      cache: "no-store",
      referrerPolicy: "no-referrer",
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0);
  } finally {
    // The body of another answer has to come in time as well.
    if (isStream) clearTimeout(timer);
  }
  if (response.ok) return response;
  throw new Problem(response.status, documentOf(await response.json().catch(() => null)));
}

/**
 * Asks for what changes nothing: again after a while where the service is busy.
 * @param {string} path
 * @param {Request} request
 */
async function read(path, request) {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await ask(path, request);
    } catch (problem) {
      if (!(problem instanceof Problem && problem.code === "busy")) throw problem;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
  return ask(path, request);
}

/**
 * What a problem says; whatever is between the service and here may have answered with something else.
 * @param {unknown} body
 * @returns {ProblemDocument}
 */
const documentOf = (body) => (typeof body === "object" && body !== null ? body : {});

/**
 * What the contract promises of an answer.
 * @template T
 * @param {Response} response
 */
async function promised(response) {
  // A body may break off, or not come to its end.
  const body = response.json().catch(() => {
    throw new Problem(0);
  });
  return /** @type {T} */ (await body);
}

/**
 * Gets JSON.
 * @template {PathOf<"get">} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {Sent & { query?: URLSearchParams | Query<P> }} options
 * @returns {Promise<Answer<P>>}
 */
export const get = async (path, of, { query, ...sent } = {}) => promised(await read(addressOf(path, of, query), sent));

/**
 * Posts JSON, and gets JSON.
 * @template {PathOf<"post">} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {Posted<P>} sent
 * @returns {Promise<Answer<P, "post">>}
 */
export const post = async (path, of, sent) => promised(await ask(addressOf(path, of), { method: "POST", ...sent }));

/**
 * Deletes something.
 * @template {PathOf<"delete">} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {Sent} sent
 */
export async function remove(path, of, sent) {
  await ask(addressOf(path, of), { method: "DELETE", ...sent });
}

/**
 * Gets a picture.
 * @template {PathOf<"get">} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {Sent & { query?: URLSearchParams | Query<P> }} options
 */
export const svg = async (path, of, { query, ...sent } = {}) => (await read(addressOf(path, of, query), sent)).text();

/** A key for retries that nobody can guess. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
