// What streams of events tell. The contract names the schemas of their data (`contentSchema`), which the generated
// types cannot say.

import type { Schema } from "./api";

interface StreamEvent<Kind extends string, Data> {
  kind: Kind;
  id: string | null;
  data: Data;
}

/** The events of each stream. */
export interface Streams {
  "/v1/games/{id}/live":
    | StreamEvent<"position", Schema<"LivePosition">>
    | StreamEvent<"entry", Schema<"LiveEntry">>
    | StreamEvent<"record", Schema<"RecordHead">>
    | StreamEvent<"end", Schema<"LiveEnd">>
    | StreamEvent<"closed", Schema<"LiveClosed">>;
  /** The home page looks again whatever the feed tells. */
  "/v1/feed": StreamEvent<string, unknown>;
}

/** How a stream is followed. */
export interface FollowOptions<P extends keyof Streams> {
  token?: string | null;
  /** The id after which to begin. */
  after?: string | number;
  /** Gets each event; `false` ends the following. */
  on: (event: Streams[P]) => unknown;
  /** Whether there is a connection. */
  onConnection?: (there: boolean) => void;
  /** What will not pass by itself, which ends it. */
  onProblem?: (problem: Error) => void;
  signal?: AbortSignal;
}
