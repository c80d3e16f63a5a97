// Following a stream of server-sent events. `EventSource` can't send a token, so the answer of `fetch` is read.

import { addressOf, ask, Problem } from "./api.js";

/** @import { Of } from "../types/api" */
/** @import { FollowOptions, Streams } from "../types/live" */

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 15000;

/**
 * Follows a stream until `signal` ends it, `on` answers `false` to an event or the service says that nothing more comes:
 * comes again after the last id whenever the connection is lost.
 * @template {keyof Streams} P
 * @param {P} path
 * @param {Of<P>} of
 * @param {FollowOptions<P>} following
 */
export async function follow(path, of, { token, after, on, onConnection = () => {}, onProblem = () => {}, signal }) {
  let pause = MIN_RETRY_MS;
  // What was seen last counts more than where to begin; an empty id says that nothing counts any more.
  /** @type {string | null} */
  let last = null;
  while (!signal?.aborted) {
    // A page that browsers keep for its visitor's return must not keep a connection: there are six of them.
    const left = new AbortController();
    const leave = () => left.abort();
    addEventListener("pagehide", leave, { once: true });
    try {
      const either = AbortSignal.any([left.signal, ...(signal ? [signal] : [])]);
      const response = await ask(addressOf(path, of, { after: last === null ? after : undefined }), {
        token,
        last,
        signal: either,
        accept: "text/event-stream",
      });
      if (response.status === 204 || !response.body) return;
      onConnection(true);
      pause = MIN_RETRY_MS;
      for await (const { kind, data, id } of blocks(response.body)) {
        if (id !== null) last = id;
        if (on(promised(kind, data, id)) === false) return;
      }
    } catch (problem) {
      if (signal?.aborted) return;
      if (problem instanceof Problem && problem.status !== 0 && !problem.passing) return onProblem(problem);
    } finally {
      removeEventListener("pagehide", leave);
    }
    if (left.signal.aborted) {
      await new Promise((back) => {
        addEventListener("pageshow", back, { once: true });
      });
      continue;
    }
    onConnection(false);
    await sleep(pause, signal);
    pause = Math.min(pause * 2, MAX_RETRY_MS);
  }
}

/**
 * What the contract promises of an event.
 * @template {keyof Streams} P
 * @param {string | null} kind
 * @param {string} data
 * @param {string | null} id
 */
function promised(kind, data, id) {
  /** @type {unknown} */
  const event = { kind, data: JSON.parse(data), id };
  return /** @type {Streams[P]} */ (event);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
function sleep(milliseconds, signal) {
  return new Promise((wake) => {
    const now = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", now);
      removeEventListener("online", now);
      wake();
    };
    const timer = setTimeout(now, milliseconds);
    signal?.addEventListener("abort", now);
    addEventListener("online", now);
  });
}

/**
 * The events in a stream of bytes that have data.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 */
async function* blocks(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const { kind, data, id } = parsed(text.slice(0, end));
        text = text.slice(end + 2);
        if (data !== null) yield { kind, data, id };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} block */
function parsed(block) {
  /** @param {string} name */
  const field = (name) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return { kind: field("event"), id: field("id"), data: field("data") };
}
