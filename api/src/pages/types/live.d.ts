// What streams of events tell. The contract names the schemas of their data (`contentSchema`), which the generated
// types cannot say.

import type { Schema } from "./api";

interface Told<Kind extends string, Data> {
  kind: Kind;
  id: string | null;
  data: Data;
}

/** The events of each stream. */
export interface Streams {
  "/v1/games/{id}/live":
    | Told<"position", Schema<"LivePosition">>
    | Told<"entry", Schema<"LiveEntry">>
    | Told<"record", Schema<"RecordHead">>
    | Told<"end", Schema<"LiveEnd">>
    | Told<"closed", Schema<"LiveClosed">>;
  /** The home page looks again whatever the feed tells. */
  "/v1/feed": Told<string, unknown>;
}

/** How a stream is followed. */
export interface Following<P extends keyof Streams> {
  token?: string | null;
  /** The id after which to begin. */
  after?: string | number;
  /** Gets each event; `false` ends the following. */
  on: (event: Streams[P]) => unknown;
  /** Whether there is a connection. */
  reached?: (there: boolean) => void;
  /** What will not pass by itself, which ends it. */
  refused?: (problem: Error) => void;
  signal?: AbortSignal;
}
