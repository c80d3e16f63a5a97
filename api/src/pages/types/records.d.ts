// Records as lists and pages show them.

import type { OpenRecord } from "../lib/engine.js";
import type { WorkerRecord } from "../lib/worker-record.js";
import type { Answer, Schema } from "./api";
import type { Answers, LoggedEntry } from "./engine";

/** Who sits where, as far as a line about a table needs it. */
export interface Table {
  names: (string | null)[];
  seating?: Schema<"Seated">[];
}

/** The same with what decides whether people's profiles may be linked. */
export interface PublicTable extends Table {
  visibility: string;
  copy_of?: unknown;
}

export type Kind = Schema<"Game">;
/** A record in a list. */
export type Listed = Answer<"/v1/games">["games"][number];
/** A record on its own page. */
export type Summary = Answer<"/v1/games/{id}">;
export type Outcome = Schema<"Outcome">;
export type Share = Answer<"/v1/games/{id}/share", "post">;
export type Note = Schema<"CommonAnnotateEntry">;
export type Violation = Schema<"Violation">;
export type Narration = Schema<"Text">[];
/** A place in a replay; at the start nothing has happened. */
export type Step = Pick<Schema<"ReplayStep">, "step" | "steps"> & Partial<Omit<Schema<"ReplayStep">, "step" | "steps" | "next" | "previous">>;
/** What a stream says of an entry. */
export type LiveEntry = Schema<"LiveEntry">;

export type Analysis = Answer<"/v1/games/{id}/analysis">;
export type AnalysisStep = Analysis["steps"][number];
export type AnalysisMark = NonNullable<AnalysisStep["mark"]>;

/** What a saved replay holds. */
export interface Saved {
  /** Where the service was. */
  root: string;
  record: Summary;
  events: LoggedEntry[];
}

/** What the page of a record shows, and how. */
export interface RecordView {
  readonly id: string;
  token: string | null;
  /** Of what was loaded. */
  record: Summary | null;
  kind: Answers["game"] | null;
  /** What was loaded, folded in the page. */
  folded: OpenRecord | null;
  /** The log of a perspective that does not follow from what was loaded. */
  borrowed: OpenRecord | null;
  /** What was loaded, for questions that take long. */
  worker: WorkerRecord | null;
  /** Step 0 is the start. */
  steps: Step[];
  notes: Note[];
  /** What can be said of a finished game. */
  analysis: Analysis | null;
  /** The step that is shown. */
  at: number;
  /** Whose perspective: a seat, `public`, or null for one's own. */
  perspective: string | null;
  /** Whether a finished game is shown with what came out later. */
  hindsight: boolean;
  /** Whether chances are drawn on the board. */
  chances: boolean;
  /** Whether the newest step is kept in view. */
  newest: boolean;
  live: AbortController | null;
}

/** What is shown once it was loaded. */
export type Loaded = RecordView & { record: Summary };
