// People, each leading to their profile where they have one that everybody may see.

import { at } from "./api.js";
import { make } from "./dom.js";
import { names, say } from "./words.js";

/** @import { PublicTable } from "../types/records" */
/** @import { Person } from "../types/statistics" */

/**
 * A player by name.
 * @param {Pick<Person, "id" | "name">} person
 */
export const player = ({ id, name }) => make("a", { class: "person", href: at(`players/${id}`) }, make("bdi", {}, name));

/**
 * Who sits on a seat, called by this name: a link, if the record makes the player's profile public.
 * @param {PublicTable} record
 * @param {number} seat
 * @param {string} name
 */
function seated(record, seat, name) {
  const id = record.visibility === "public" && !record.copy_of && record.seating?.[seat]?.player?.id;
  return id ? player({ id, name }) : make("bdi", {}, name);
}

/**
 * The people at a table in one line.
 * @param {PublicTable} record
 */
export const people = (record) =>
  names(record).flatMap((name, seat) => [...(seat > 0 ? [say("list-mark")] : []), seated(record, seat, name)]);
