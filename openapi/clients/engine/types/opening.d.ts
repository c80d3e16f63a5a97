// A new game, as programs open it.

import type { Schema } from "./api.js";

type OpeningOf<Request> = Request extends { game: infer Game; options?: infer Options }
  ? {
      game: Game;
      /** The people by seat, clockwise: a name, or `null` for somebody without one. */
      seats: (string | null)[];
      /** The game's own options; the defaults if left out. */
      options?: Options;
      /** The version of the rules; the newest if left out. */
      rules_version?: number;
    }
  : never;

/** A new game: its kind, who sits at the table, and its options. */
export type Opening = OpeningOf<Schema<"OpenRequest">>;
