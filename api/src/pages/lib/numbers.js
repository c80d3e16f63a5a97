// Figures as people read them: as long as they help, and as the charts write them.

import { language, number, say } from "./words.js";

/** @import { Interval, MetricKind } from "../types/statistics" */
/** @typedef {(value: number) => string} Writer */

/**
 * Halves go where the charts have them.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} digits
 */
const written = (value, digits) => new Intl.NumberFormat(language, { ...digits, roundingMode: "halfEven" }).format(value).replace("-", "−");

/**
 * A number of anything.
 * @param {number} value
 */
export function amount(value) {
  const size = Math.abs(value);
  // This near to 0 is what is left of sums that come out at 0.
  if (size < 1e-9) return "0";
  if (size < 1e-4 || size >= 1e9) return value.toExponential(2).replaceAll("-", "−").replace("e+", "e");
  const places = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.1 || size === 0 ? 2 : 4;
  return written(value, { maximumFractionDigits: places });
}

/**
 * A share, 0 to 1, in per cent.
 * @param {number} value
 */
export const share = (value) => say("per-cent", { number: written(value * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });

/** How many. */
export const count = number;

/**
 * How the mean of a kind of metric is written.
 * @param {MetricKind} kind
 */
export const writer = (kind) => (kind === "number" ? amount : share);

/**
 * An interval or bounds, each end as `write` writes it; nothing is a dash.
 * @param {Interval | null | undefined} ends
 * @param {Writer} write
 */
export const range = (ends, write = amount) => (ends ? say("from-to", { low: write(ends.low), high: write(ends.high) }) : NONE);

/**
 * A difference of two means with its sign; that of shares is in points of a percentage.
 * @param {MetricKind} kind
 * @param {number} value
 */
export function difference(kind, value) {
  const size =
    kind === "number" ? amount(Math.abs(value)) : written(Math.abs(value) * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const sign = /^[0.]*$/.test(size) ? "±" : value < 0 ? "−" : "+";
  return `${sign}${size}`;
}

/** What stands where there is no figure. */
export const NONE = "–";

/**
 * A figure that may not be there.
 * @param {number | null | undefined} value
 * @param {Writer} write
 */
export const maybe = (value, write = amount) => (value === undefined || value === null ? NONE : write(value));
