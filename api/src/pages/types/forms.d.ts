// Forms as the API gives them, and entries that people fill in with them.

import type { Answer, Schema } from "./api";

export type Forms = Answer<"/v1/games/{id}/forms">;
/** A move with holes, and the fields that fill them. */
export type Form = Schema<"Form">;
/** A move of whatever game: only what every move has is known of it. */
export type Move = Form["move"];
/** One thing that is asked. */
export type Field = Schema<"Field">;
export type FieldOf<K extends Field["kind"]> = Extract<Field, { kind: K }>;
/** A field with keys to choose from. */
export type Choosing = FieldOf<"choose_one" | "choose_several">;
/** A value that can be chosen, and the fields that it opens. */
export type Key = Schema<"Key">;
export type Group = Schema<"KeyGroup">;
export type Cell = Schema<"TallyCell">;
export type Localize = (text: Schema<"Text"> | null | undefined) => string;

/** What is entered so far: the move, and the names of the fields that somebody has answered. */
export interface Entry {
  form: Form;
  move: Move;
  done: Set<string>;
  correcting: boolean;
}

/** What is done with an entry on the screen. */
export interface FormOptions {
  /** Called with a finished move. */
  done: (entry: Entry) => void;
  /** What is on the key that sends what is not finished by a tap. */
  button: string;
  /** Whether a number may be none of those expected. */
  anyNumber?: boolean;
  /** What is told above the keys. */
  notice?: HTMLElement | null;
  /** The names of fields whose answers were refused. */
  wrong?: Set<string>;
  /** Forms of the same record with all keys that they had: where a key stood, it stays. */
  fullForms?: Form[];
}

/** A form on the screen. */
export interface Screen extends Required<FormOptions> {
  place: HTMLElement;
  entry: Entry;
  /** The field whose keys somebody wants to see. */
  open: string | null;
  /** The digits entered so far, where a number is entered by them. */
  digits: string | null;
  /** Which of several the next key is for. */
  slot: number | null;
}
