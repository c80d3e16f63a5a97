// Questions to the engine in the page, and its answers. They have the shapes of the API's.

import type { Answer, ProblemDocument, Schema } from "./api";

/** The head of a record, of which the engine needs so much. */
export type Head = Pick<Answer<"/v1/games/{id}">, "game" | "seats" | "options" | "rules_version" | "seating">;
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
}

type Position = Pick<
  Answer<"/v1/games/{id}">,
  "version" | "status" | "moves" | "irregular" | "state" | "outcome" | "disputes"
>;

/** An answer, or why there is none. */
export interface Reply {
  answer?: unknown;
  problem?: ProblemDocument;
}

/** The answers, by the name of the question. */
export interface Answers {
  add: Position;
  enter: LoggedEntry["entry"];
  position: Position;
  forms: Omit<Answer<"/v1/games/{id}/forms">, "etag">;
  game: Pick<Schema<"Game">, "slug" | "name" | "has_secrets">;
  entries: Pick<Schema<"LoggedEvent">, "seq" | "entry">[];
  replay: Omit<Schema<"Replay">, "steps"> & { steps: Omit<Schema<"ReplayStep">, "previous" | "next">[] };
  board: string;
}

interface Questions {
  add: LoggedEntry[];
  enter: { viewer: Eyes; entry: Record<string, unknown>; at: string };
  position: object;
  forms: { viewer: Eyes; instead_of: number | null };
  game: object;
  entries: { perspective: Eyes | null };
  replay: { perspective: Eyes | null };
  board: Board;
}

/** What a question of this name says. */
export type Question<Q extends keyof Answers> = Questions[Q];
