// What a page and its worker say to each other.

import type { Head, LoggedEntry } from "./engine";

/** The first message to a worker has the engine and a record; each further one is a question about it. */
export type WorkerRequest = { module: WebAssembly.Module; head: Head; entries: LoggedEntry[] } | { question: object };
