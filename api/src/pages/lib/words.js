// What pages say, in the language of the page. The texts are declared in Rust, once for both sides.

/** The language of this page. */
export const language = document.documentElement.lang;

const texts = (await import(`./words.${language}.js`)).default;
const plural = new Intl.PluralRules(language);

/** A text by its key, with these values in it; `{count}` chooses between singular and plural. */
export function say(key, values = {}) {
  const single = "count" in values && plural.select(values.count) === "one" ? texts[`${key}_one`] : null;
  return (single ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => name in values ? values[name] : whole);
}

/** A text of the API, in the language of the page. */
export const told = (text) => text?.[language] ?? "";

/** What people at a table are called, by seat. */
export function names(record) {
  return record.names.map((name, seat) => name ?? (record.seating?.[seat]?.erased ? say("someone") : say("seat", { seat })));
}

/** A number as people write it. */
export const number = (value) => new Intl.NumberFormat(language).format(value);

/** When something was, as people say it. */
export function when(time, { clock = true } = {}) {
  const style = clock ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(language, style).format(new Date(time));
}

/** The people at a table in one line. */
export const named = (record) => names(record).join(say("list_mark"));
