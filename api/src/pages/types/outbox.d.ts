// What a phone has entered and the service has not yet acknowledged.

import type { Text } from "./api";
import type { Violation } from "./records";

/** What came meanwhile, as far as people are told. */
export interface NarratedStep {
  narration: Text[];
}

/** Why an entry was refused. */
export interface Rejection {
  status: number;
  code: string | null;
  message: string;
  text: Text | null;
  violation: Violation | null;
  /** The tag of the version that the record has meanwhile. */
  etag: string | null;
  steps: NarratedStep[];
}

/** What is entered: as it is sent, in words, and what the phone has seen. */
export interface NewItem {
  method?: "POST" | "PUT";
  path: string;
  body: Record<string, unknown>;
  label: string;
  etag: string;
}

/** An entry that waits. */
export interface Item {
  /** Under which it is sent, so that it is recorded once. */
  key: string;
  method: "POST" | "PUT";
  path: string;
  body: Record<string, unknown>;
  label: string;
  /** The tag of the version that it was entered in knowledge of; null if that comes of what waits before it. */
  match: string | null;
  /** Whether it may have reached the service. */
  sent: boolean;
  rejection: Rejection | null;
}

/** What the service says of an entry that it has on its disk. */
export interface Acknowledged {
  version: number;
  etag: string;
  /** Whether it is in the log; a part of a joint move waits for the others. */
  recorded: boolean;
}

export type Decision = "drop" | "drop all" | "irregular" | "all the same";
