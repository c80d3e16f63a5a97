// What the pad knows of a record.

import type { Answer, Text } from "./api";
import type { Answers, LoggedEntry } from "./engine";
import type { Move } from "./forms";
import type { Summary } from "./records";

/** What the log needs of a step. */
export interface Line {
  seq: number;
  move: Move;
  narration: Text[];
}

/** What the service acknowledged last; the pad opens with it where there is no network. */
export interface StoredRecord {
  head: Summary;
  events: LoggedEntry[];
  joint: Answer<"/v1/games/{id}/joint">;
}

/** What follows from it, and from what waits on the phone. */
export interface CachedRecord {
  record: Summary;
  /** The version of the acknowledged log. */
  acknowledged: number;
  forms: Answers["forms"];
  joint: StoredRecord["joint"];
  steps: Line[];
  title: Text;
}
