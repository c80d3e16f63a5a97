// The token of a record. It comes behind `#`, goes into this tab's memory and never into an address again. A browser that
// keeps nothing has it in the address only.

import { lasting, ofTab } from "./storage.js";

/**
 * The token that this tab has for a record, taken out of the address if it came with it.
 * @param {string} id
 */
export function takeToken(id) {
  const shown = location.hash.slice(1);
  if (/^kifu_/.test(shown) && keepToken(id, shown)) clearHash();
  return ofTab.read(`token ${id}`);
}

/**
 * @param {string} id
 * @param {string} token
 */
export function keepToken(id, token) {
  return ofTab.write(`token ${id}`, token);
}

/** @param {string} id */
export function forgetToken(id) {
  ofTab.remove(`token ${id}`);
}

function clearHash() {
  history.replaceState(history.state, "", location.pathname + location.search);
}

// A pad is a thing that somebody puts on their phone: its token stays there until it is revoked.

/** So much of a token tells it from another. */
const TOKEN_END = 8;

/** @type {(id: string, kind: string) => string} */
const lastingName = (id, kind) => `${kind} token ${id}`;

/**
 * The token that this browser has for a pad or a seat of a record, taken out of the address if it came with it.
 * @param {string} id
 * @param {string} kind
 */
export function takeLastingToken(id, kind) {
  const shown = location.hash.slice(1);
  if (/^kifu_/.test(shown) && lasting.write(lastingName(id, kind), shown)) clearHash();
  return lasting.read(lastingName(id, kind));
}

/**
 * @param {string} id
 * @param {string} kind
 */
export function forgetLastingToken(id, kind) {
  lasting.remove(lastingName(id, kind));
}

/**
 * Under which name a browser stores something of a pad. The scribe's pad is the same whoever holds it; each seat has its own,
 * because a phone may go round the table.
 * @param {string} what
 * @param {{ kind: string, id: string, token: string | null }} pad
 */
export function storageName(what, { kind, id, token }) {
  const holder = kind === "seat" && token ? ` ${token.slice(-TOKEN_END)}` : "";
  return `${what} ${kind} ${id}${holder}`;
}

/**
 * Every name under which this browser stores something of a record, whoever held the phone.
 * @param {string} id
 */
export const storageNames = (id) => lasting.names("").filter((name) => name.includes(id));
