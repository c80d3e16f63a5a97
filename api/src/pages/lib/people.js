// People, each leading to their profile where they have one that everybody may see.

import { at } from "./api.js";
import { make } from "./dom.js";
import { names, say } from "./words.js";

/** A player by name. */
export const player = ({ id, name }) => make("a", { class: "person", href: at(`players/${id}`) }, name);

/** Who sits on a seat, called by this name: a link, if the record makes the player's profile public. */
export function seated(record, seat, name = names(record)[seat]) {
  const id = record.visibility === "public" && !record.copy_of && record.seating?.[seat]?.player?.id;
  return id ? player({ id, name }) : name;
}

/** The people at a table in one line. */
export const people = (record) =>
  names(record).flatMap((name, seat) => [...(seat > 0 ? [say("list_mark")] : []), seated(record, seat, name)]);
