// Following a stream of server-sent events. `EventSource` can't send a token, so the answer of `fetch` is read.

import { addressOf, ask, Problem } from "./api.js";

/** @import { Of } from "../types/api" */
/** @import { FollowOptions, Streams } from "../types/live" */

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 15000;
/** A service that does not say how often it is heard of. */
const HEARTBEAT_MS = 15000;
/** After so many heartbeats without a byte a connection is dead: a proxy swallows, or the phone went to another network. */
const SILENT_HEARTBEATS = 2.5;

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
    let isLeft = false;
    const leave = () => {
      isLeft = true;
      left.abort();
    };
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
      for await (const { kind, data, id } of blocks(response.body, left)) {
        if (id !== null) last = id;
        if (on(promised(kind, data, id)) === false) return;
      }
    } catch (problem) {
      if (signal?.aborted) return;
      if (problem instanceof Problem && problem.status !== 0 && !problem.passing) return onProblem(problem);
    } finally {
      removeEventListener("pagehide", leave);
    }
    if (isLeft) {
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
 * The events in a stream of bytes that have data. Where nothing comes for too long, the connection is given up.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {AbortController} connection
 */
async function* blocks(body, connection) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let [text, heartbeat] = ["", HEARTBEAT_MS];
  try {
    for (;;) {
      const silence = setTimeout(() => connection.abort(), SILENT_HEARTBEATS * heartbeat);
      const { value, done } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const block = text.slice(0, end);
        const { kind, data, id } = parsed(block);
        heartbeat = 1000 * Number(/^: heartbeat (\d+)$/m.exec(block)?.[1] ?? heartbeat / 1000);
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
