// What a phone has entered and the service has not yet acknowledged.

import type { Problem } from "../lib/api.js";
import type { Text } from "./api";
import type { LoggedEntry } from "./engine";
import type { Violation } from "./records";

/** Why an entry was refused. */
export interface Rejection {
  message: string;
  text: Text | null;
  violation: Violation | null;
}

/** What is entered: as it is sent, in words, and the version of the log that the phone showed. */
export interface NewItem {
  method?: "POST" | "PUT";
  path: string;
  body: Record<string, unknown>;
  label: string;
  base: number;
  isRelative?: boolean;
  /** Why it is refused on the phone already. */
  problem?: Problem | null;
}

/** An entry that waits. */
export interface Item {
  /** Under which it is sent, so that it is recorded once. */
  key: string;
  /** Items are sent by it, the least first. */
  order: number;
  method: "POST" | "PUT";
  path: string;
  body: Record<string, unknown>;
  label: string;
  /** The version that it was entered on, with everything that waited before it. */
  base: number;
  /** Whether it is about the end of the log as it was then, so that it means something else on any other version. */
  isRelative: boolean;
  /** The tag of the log when it was sent first: however often it is sent, it is recorded on that log or not at all. */
  match?: string | undefined;
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
  /** The entries as they stand in the log. */
  entries: LoggedEntry["entry"][];
}

/** What an outbox needs of its page. */
export interface OutboxOptions {
  /** How the names begin under which items are kept. */
  place: string;
  token: () => string | null;
  /** The tag of the acknowledged log. */
  etag: () => string | undefined;
  /** Something here is different. */
  changed: () => void;
  /** An entry is on the service's disk. */
  acknowledged: (answer: Acknowledged) => void;
  /** Others logged meanwhile; settled once the page has it. */
  outdated: () => Promise<void>;
}

export type Decision = "drop" | "drop all" | "irregular";
