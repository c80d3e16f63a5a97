// Figures as people read them: as long as they help, and as the charts write them.

import { language, number, say } from "./words.js";

const written = (value, digits) => new Intl.NumberFormat(language, digits).format(value).replace("-", "−");

/** A number of anything. */
export function amount(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(2).replaceAll("-", "−").replace("e+", "e");
  const places = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.1 || size === 0 ? 2 : 4;
  return written(value, { maximumFractionDigits: places });
}

/** A share, 0 to 1, in per cent. */
export const share = (value) => say("per_cent", { number: written(value * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });

/** How many. */
export const count = number;

/** How the mean of a kind of metric – `number`, `share` or `category` – is written. */
export const writer = (kind) => (kind === "number" ? amount : share);

/** An interval or bounds, `{ low, high }`, each end as `write` writes it; nothing is a dash. */
export const range = (ends, write = amount) => (ends ? say("from_to", { low: write(ends.low), high: write(ends.high) }) : NONE);

/** A difference of two means with its sign; that of shares is in points of a percentage. */
export function difference(kind, value) {
  const size = kind === "number" ? amount(Math.abs(value)) : written(Math.abs(value) * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const sign = /^[0.]*$/.test(size) ? "±" : value < 0 ? "−" : "+";
  return `${sign}${size}`;
}

/** What stands where there is no figure. */
export const NONE = "–";

/** A figure that may not be there. */
export const maybe = (value, write = amount) => (value === undefined || value === null ? NONE : write(value));
