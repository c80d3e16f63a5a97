// What pages say, in the language of the page. The service writes its texts, which are in Fluent, as modules.

/** @import { Text } from "../types/api" */
/** @import { Table } from "../types/records" */

/**
 * The language of this page.
 * @type {"ja" | "en"}
 */
export const language = document.documentElement.lang === "ja" ? "ja" : "en";

/**
 * Words, or those for each category of a number, which is the value called `by`.
 * @type {{ default: Record<string, string | { by: string, other: string, [category: string]: string }> }}
 */
const { default: texts } = await import(`./words.${language}.js`);
const plural = new Intl.PluralRules(language);

/** Letters of scripts that run from right to left, and controls of direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Whether a text could turn round what stands beside it.
 * @param {string} text
 */
export const turns = (text) => RIGHT_TO_LEFT.test(text);

/**
 * A text among other words, which it does not turn round.
 * @param {string} text
 */
export const isolated = (text) => (turns(text) ? `\u2068${text}\u2069` : text);

/**
 * A text by its id, with these values in it.
 * @param {string} id
 * @param {Record<string, string | number>} values
 */
export function say(id, values = {}) {
  const text = texts[id] ?? id;
  const words = typeof text === "string" ? text : (text[plural.select(Number(values[text.by]))] ?? text.other);
  return words.replace(/\{(\w+)\}/g, (whole, name) => isolated(String(values[name] ?? whole)));
}

/**
 * A text of the API, in the language of the page.
 * @param {Text | null | undefined} text
 */
export const localize = (text) => text?.[language] ?? "";

/**
 * What a seat without a name is called: people count from 1, the API from 0.
 * @param {number} seat
 */
export const seatName = (seat) => say("seat", { seat: seat + 1 });

/**
 * Something with what it is: "Score: 12".
 * @param {string | number} label
 * @param {string | number} what
 */
export const labelled = (label, what) => say("labelled", { label, what });

/**
 * What people at a table are called, by seat, as it stands among other words.
 * @param {Table} record
 */
export function names(record) {
  return record.names.map(
    (name, seat) => (name !== null ? isolated(name) : null) ?? (record.seating?.[seat]?.erased ? say("someone") : seatName(seat)),
  );
}

/**
 * What somebody on a seat is called.
 * @param {Table} record
 * @param {number} seat
 */
export const nameOf = (record, seat) => names(record)[seat] ?? seatName(seat);

/**
 * A number as people write it.
 * @param {number} value
 */
export const number = (value) => new Intl.NumberFormat(language).format(value);

/**
 * When something was, as people say it: by the clock there, if the time says what that showed.
 * @param {string} time
 */
export function when(time, { clock = true } = {}) {
  const timeZone = /[+-]\d\d:\d\d$/.exec(time)?.[0];
  const style = { dateStyle: /** @type {const} */ ("medium"), ...(clock && { timeStyle: /** @type {const} */ ("short") }) };
  return new Intl.DateTimeFormat(language, { ...style, ...(timeZone && { timeZone }) }).format(new Date(time));
}

/**
 * A time with the offset that this device's clock has then (RFC 3339).
 * @param {Date} time
 */
export function withOffset(time = new Date()) {
  const ahead = -time.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) => String(part).padStart(2, "0"));
  return `${new Date(time.getTime() + ahead * 60_000).toISOString().slice(0, -1)}${ahead < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/**
 * The people at a table in one line.
 * @param {Table} record
 */
export const named = (record) => names(record).join(say("list-mark"));
