// Keys of profiles that this browser has: of those that were made here, and of whoever entered one. Whoever shows a profile's
// key may seat the player.

import { lasting } from "./storage.js";

/** @type {(id: string) => string} */
const place = (id) => `player token ${id}`;

/**
 * The key that this browser has of a profile.
 * @param {string} id
 */
export const playerKey = (id) => lasting.read(place(id));

/**
 * Keeps a key; without one, forgets it.
 * @param {string} id
 * @param {string | null} token
 */
export function keepPlayerKey(id, token) {
  if (token) lasting.write(place(id), token);
  else lasting.remove(place(id));
}
