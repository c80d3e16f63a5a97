// Questions to the engine in the page, and its answers. They have the shapes of the API's.

import type { Answer, Schema } from "./api";

/** The head of a record, of which the engine needs so much; without a version the newest rules. */
export type Head = Pick<Answer<"/v1/games/{id}">, "game" | "seats" | "options" | "seating"> & { rules_version?: number };
/** An entry of a log with its time. */
export type LoggedEntry = Pick<Schema<"LoggedEvent">, "at" | "entry">;
/** A viewer: a seat, or somebody without one. */
export type Eyes = number | "public" | "scribe";

/** A picture of a position. */
export interface Board {
  step: number;
  language: "en" | "ja";
  layout: "compact" | "landscape" | "portrait";
  perspective: Eyes | null;
  hindsight: boolean;
  /** Draw chances, which takes long: only a worker is asked. */
  chances?: boolean;
}

type Position = Pick<
  Answer<"/v1/games/{id}">,
  "version" | "status" | "moves" | "irregular" | "state" | "outcome" | "disputes"
>;

/** A step as the record has it, without the addresses of its neighbours. */
type Folded<Step> = Step extends unknown ? Omit<Step, "previous" | "next"> : never;

/** The reason why there is no answer. */
export type Refusal = Pick<Schema<"Problem">, "code" | "message" | "values" | "violation" | "breaks">;

/** An answer, or why there is none. */
export interface Reply {
  answer?: unknown;
  problem?: Refusal;
}

/** The answers, by the name of the question. */
export interface Answers {
  add: Position;
  enter: LoggedEntry["entry"];
  position: Position;
  choices: Schema<"Choice">[];
  forms: Omit<Answer<"/v1/games/{id}/forms">, "etag">;
  game: Pick<Schema<"Game">, "slug" | "name" | "has_secrets"> & { assumes_archive: boolean };
  entries: Pick<Schema<"LoggedEvent">, "seq" | "entry">[];
  replay: Omit<Schema<"Replay">, "steps"> & { steps: Folded<Schema<"ReplayStep">>[] };
  board: string;
  analysis: Answer<"/v1/games/{id}/analysis">;
}

interface Questions {
  add: LoggedEntry[];
  enter: { viewer: Eyes; entry: object; at: string };
  position: object;
  choices: object;
  forms: { viewer: Eyes; instead_of: number | null };
  game: object;
  entries: { perspective: Eyes | null };
  replay: { perspective: Eyes | null };
  board: Board;
  analysis: { perspective: Eyes | null; step?: number; assumed?: object };
}

/** What a question of this name says. */
export type Question<Q extends keyof Answers> = Questions[Q];
