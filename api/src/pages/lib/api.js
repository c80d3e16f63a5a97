// The public API, and nothing else, is what pages ask.

import { language, say } from "./words.js";

/** Where the service is: it may lie below the root of its host. */
export const root = new URL("../../../", import.meta.url);

/** The address of something of the service. */
export const at = (path) => new URL(path.replace(/^\//, ""), root);

/** An answer that is no success, as RFC 9457 has it. `status` is 0 where nothing was reached. */
export class Problem extends Error {
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
 * Asks. `body` is sent as JSON; `token` and `key` (idempotency), `match` (If-Match), `known` (If-None-Match) as their
 * headers. Returns the response if it is a success or 304; throws a Problem else.
 */
export async function ask(path, { method, body, token, key, match, known, accept, signal } = {}) {
  const headers = { "Accept-Language": language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (match) headers["If-Match"] = match;
  if (known) headers["If-None-Match"] = known;
  if (accept) headers.Accept = accept;
  const options = {
    method: method ?? (body === undefined ? "GET" : "POST"), headers, signal, cache: "no-store", referrerPolicy: "no-referrer",
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(at(path), options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0);
  }
  if (response.ok || response.status === 304) return response;
  throw new Problem(response.status, await response.json().catch(() => ({})));
}

/** Asks for JSON. */
export const json = async (path, options) => (await ask(path, options)).json();

/** Asks for a picture. */
export const svg = async (path, options) => (await ask(path, options)).text();

/** A key for retries that nobody can guess. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
