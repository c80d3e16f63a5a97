// Keys of profiles that this browser has: of those that were made here, and of whoever entered one. Whoever shows a profile's
// key may seat the player.

/** @type {(id: string) => string} */
const place = (id) => `player token ${id}`;

/**
 * The key that this browser has of a profile.
 * @param {string} id
 */
export const playerKey = (id) => localStorage.getItem(place(id));

/**
 * Keeps a key; without one, forgets it.
 * @param {string} id
 * @param {string | null} token
 */
export function keepPlayerKey(id, token) {
  if (token) localStorage.setItem(place(id), token);
  else localStorage.removeItem(place(id));
}
