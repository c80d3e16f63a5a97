// Kifu's engine for programs.

import { OpenRecord } from "./lib/engine.js";

export { KifuError } from "./lib/kifu-error.js";

/** @import { Head } from "./types/engine.js" */

/** @typedef {import("./contract.js").components} components */
/** @typedef {import("./types/opening.js").Opening} Opening */
/** @typedef {OpenRecord<Schema<"NewEntry">>} Game */
/**
 * A schema of the contract by its name, as `Schema<"BremenMove">`.
 * @template {keyof components["schemas"]} Name
 * @typedef {components["schemas"][Name]} Schema
 */

/**
 * Opens a game without moves: a new one, or one with the head of a service's record, for whose entries it waits.
 * @param {Opening | Head} game
 * @returns {Promise<Game>}
 */
export function open(game) {
  return OpenRecord.open(isNew(game) ? headOf(game) : game);
}

/**
 * @param {Opening | Head} game
 * @returns {game is Opening}
 */
const isNew = (game) => Array.isArray(game.seats);

/**
 * @param {Opening} opening
 * @returns {Head}
 */
function headOf({ seats, options = {}, ...opening }) {
  const seating = seats.map((name, seat) => ({ seat, name, erased: false }));
  const all = /** @type {Schema<"Options">} */ ({ ...options, game: opening.game });
  return { ...opening, seats: seats.length, options: all, seating };
}
