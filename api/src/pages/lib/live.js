// Following a stream of server-sent events. `EventSource` can't send a token, so the answer of `fetch` is read.

import { ask } from "./api.js";

const SOONEST = 1000;
const LATEST = 15000;

/**
 * Follows a stream until `signal` ends it, `on` answers `false` to an event or the service says that nothing more comes: comes again after the last id whenever the
 * connection is lost. `on(kind, data, id)` gets each event; `reached(true | false)` whether there is a connection;
 * `refused(problem)` what will not pass by itself, which ends it.
 */
export async function follow(path, { token, after, on, reached = () => {}, refused = () => {}, signal }) {
  let pause = SOONEST;
  let last = after;
  while (!signal?.aborted) {
    // A page that browsers keep for its visitor's return must not keep a connection: there are six of them.
    const left = new AbortController();
    const leave = () => left.abort();
    addEventListener("pagehide", leave, { once: true });
    try {
      const either = AbortSignal.any([left.signal, ...(signal ? [signal] : [])]);
      const response = await ask(last === undefined ? path : `${path}?after=${last}`, { token, signal: either, accept: "text/event-stream" });
      if (response.status === 204) return;
      reached(true);
      pause = SOONEST;
      for await (const { kind, data, id } of events(response.body)) {
        if (id !== null) last = id;
        if (on(kind, data, id) === false) return;
      }
    } catch (problem) {
      if (signal?.aborted) return;
      if (problem.status && !problem.passing) return refused(problem);
    } finally {
      removeEventListener("pagehide", leave);
    }
    if (left.signal.aborted) {
      await new Promise((back) => { addEventListener("pageshow", back, { once: true }); });
      continue;
    }
    reached(false);
    await sleep(pause, signal);
    pause = Math.min(pause * 2, LATEST);
  }
}

function sleep(milliseconds, signal) {
  return new Promise((wake) => {
    const timer = setTimeout(wake, milliseconds);
    const now = () => { clearTimeout(timer); wake(); };
    signal?.addEventListener("abort", now, { once: true });
    addEventListener("online", now, { once: true });
  });
}

/** The events in a stream of bytes. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const event = parsed(text.slice(0, end));
        text = text.slice(end + 2);
        if (event.data !== null) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parsed(block) {
  const field = (name) => block.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
  const data = field("data");
  return { kind: field("event"), id: field("id"), data: data === null ? null : JSON.parse(data) };
}
