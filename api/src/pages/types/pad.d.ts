// What the pad knows of a record.

import type { Answer, Text } from "./api";
import type { Form, Forms, Move } from "./forms";
import type { Share, Summary } from "./records";

/** What the log needs of a step. */
export interface Line {
  seq: number;
  move: Move;
  narration: Text[];
}

/** Whose pad this is, and what its table plays: neither changes. */
export interface PadIdentity {
  title: Text | null;
  role: Share["role"] | null;
  seat: number | null;
}

/** What the service said last; the pad opens with it where there is no network. */
export interface CachedRecord {
  record: Summary;
  forms: Forms;
  joint: Answer<"/v1/games/{id}/joint">;
  steps: Line[];
  board: string;
  /** The largest form of every kind that this record has shown. */
  largestForms: Record<string, Form>;
  identity: PadIdentity;
}
