// Forms as the API gives them: a move with holes, and the fields that fill them. Nothing here knows a game or a page.
// What is entered so far is `{ form, move, done }`: the move, and the fields that somebody has answered.

/** @import { Cell, Choosing, Entry, Field, FieldOf, Form, Key, Localize, Move } from "../types/forms" */

/**
 * An entry to be filled in; `move` is one that was made with such a form before.
 * @param {Form} form
 * @param {Move | null} move
 * @returns {Entry}
 */
export function begin(form, move = null) {
  if (!move) return { form, move: structuredClone(form.move), done: new Set(), correcting: false };
  /** @type {Entry} */
  const entry = { form, move: { ...structuredClone(form.move), ...structuredClone(move) }, done: new Set(), correcting: true };
  delete entry.move.irregular;
  for (let before = -1; before < entry.done.size; ) {
    before = entry.done.size;
    for (const field of fields(entry)) if (answered(entry, field)) entry.done.add(name(field));
  }
  return entry;
}

/**
 * What was entered by a form, carried over to the form as it is now: what others did may have changed its keys.
 * @param {Form} form
 * @param {Entry} earlier
 * @returns {Entry}
 */
export function renewed(form, earlier) {
  const entry = begin(form);
  for (let before = -1; before < entry.done.size; ) {
    before = entry.done.size;
    const open = fields(entry).filter((field) => !entry.done.has(name(field)) && earlier.done.has(name(field)));
    for (const field of open) {
      for (const at of places(field)) put(entry.move, at, structuredClone(read(earlier.move, at)));
      if (fits(entry, field)) entry.done.add(name(field));
      else forget(entry, field);
    }
  }
  return entry;
}

/**
 * Whether what stands in a field can be entered in it.
 * @param {Entry} entry
 * @param {Field} field
 */
function fits(entry, field) {
  if (field.kind === "choose_one") return chosenKey(entry, field) !== null;
  if (field.kind === "tally") return left(entry, field) >= 0;
  if (field.kind !== "choose_several") return true;
  const taken = several(entry, field);
  return taken.length <= field.count && taken.every((one) => keys(field).some((key) => same(key.value, one)));
}

/**
 * Whether a move that was made before answers a field.
 * @param {Entry} entry
 * @param {Field} field
 */
function answered(entry, field) {
  const has = value(entry, field);
  return field.kind === "choose_one" ? chosenKey(entry, field) !== null : has !== undefined && has !== null;
}

/**
 * The places that a field fills.
 * @param {Field} field
 */
function places(field) {
  if (field.kind === "tally") return field.cells.map(({ at }) => at);
  return field.kind === "choose_one" ? field.at : [field.at];
}

/**
 * What a field is called here: the first place that it fills.
 * @param {Field} field
 */
export const name = (field) => places(field)[0] ?? "";

/**
 * All keys of a field.
 * @param {Field} field
 */
export const keys = (field) => ("groups" in field ? field.groups : []).flatMap((group) => group.keys);

/**
 * The fields that are asked now: those that a chosen key opens follow it.
 * @param {Entry} entry
 * @param {Field[]} of
 * @returns {Field[]}
 */
export function fields(entry, of = entry.form.fields) {
  return of.flatMap((field) => {
    const chosen = field.kind === "choose_one" && entry.done.has(name(field)) ? chosenKey(entry, field) : null;
    return [field, ...(chosen ? fields(entry, chosen.then) : [])];
  });
}

/**
 * What may have parts of its own: an object, or a list by its indices.
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isNested = (value) => typeof value === "object" && value !== null;

/**
 * What stands at a JSON Pointer.
 * @param {Move} move
 * @param {string} at
 */
function read(move, at) {
  /** @type {unknown} */
  let inside = move;
  for (const step of at.split("/").slice(1)) inside = isNested(inside) ? inside[step] : undefined;
  return inside;
}

/**
 * The whole number at a JSON Pointer; zero where there is none.
 * @param {Move} move
 * @param {string} at
 */
function readNumber(move, at) {
  const has = read(move, at);
  return typeof has === "number" ? has : 0;
}

/**
 * The last step of a pointer, and what it is a step in; null where that is not there and is not to be made.
 * @param {Move} move
 * @param {string} at
 * @param {boolean} make
 */
function parent(move, at, make) {
  const steps = at.split("/").slice(1);
  const last = steps.pop() ?? "";
  /** @type {Record<string, unknown>} */
  let inside = move;
  for (const step of steps) {
    const next = inside[step] ?? (make ? (inside[step] = {}) : null);
    if (!isNested(next)) return null;
    inside = next;
  }
  return { inside, last };
}

/**
 * @param {Move} move
 * @param {string} at
 * @param {unknown} value
 */
function put(move, at, value) {
  const place = parent(move, at, true);
  if (place) place.inside[place.last] = value;
}

/**
 * Whether two values are the same JSON.
 * @param {unknown} one
 * @param {unknown} other
 */
export const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * What the move has where a field goes; undefined if it has nothing there.
 * @param {Entry} entry
 * @param {Field} field
 */
export function value(entry, field) {
  if (field.kind === "tally") return counts(entry, field);
  const values = places(field).map((at) => read(entry.move, at));
  if (values.every((one) => one === undefined)) return undefined;
  return values.length === 1 ? values[0] : values;
}

/**
 * How many are counted at each place of a tally.
 * @param {Entry} entry
 * @param {FieldOf<"tally">} field
 */
export const counts = (entry, field) => field.cells.map((cell) => readNumber(entry.move, cell.at));

/**
 * Those of several that were taken.
 * @param {Entry} entry
 * @param {FieldOf<"choose_several">} field
 * @returns {unknown[]}
 */
export function several(entry, field) {
  const has = value(entry, field);
  return Array.isArray(has) ? has : [];
}

/**
 * The key whose value the move has.
 * @param {Entry} entry
 * @param {Field} field
 */
export function chosenKey(entry, field) {
  const has = value(entry, field);
  return has === undefined ? null : (keys(field).find((key) => same(key.value, has)) ?? null);
}

/**
 * Taps a key of a field: of several it is the next one, or the one at `place`. An optional key is taken back by a second
 * tap.
 * @param {Entry} entry
 * @param {Choosing} field
 * @param {Key} key
 * @param {number | null} place
 */
export function tapKey(entry, field, key, place = null) {
  if (field.kind === "choose_several") return tapNext(entry, field, key, place);
  const again = !field.required && entry.done.has(name(field)) && chosenKey(entry, field) === key;
  for (const nested of nestedOf(field)) forget(entry, nested);
  if (again) return forget(entry, field);
  const values = field.at.length === 1 ? [key.value] : key.value;
  field.at.forEach((at, index) => put(entry.move, at, Array.isArray(values) ? values[index] : null));
  entry.done.add(name(field));
  return undefined;
}

/**
 * @param {Field} field
 * @returns {Field[]}
 */
const nestedOf = (field) => keys(field).flatMap((key) => key.then.flatMap((inner) => [inner, ...nestedOf(inner)]));

/**
 * As if a field had never been answered.
 * @param {Entry} entry
 * @param {Field} field
 */
export function forget(entry, field) {
  entry.done.delete(name(field));
  for (const at of places(field)) {
    const before = read(entry.form.move, at);
    if (before !== undefined) put(entry.move, at, structuredClone(before));
    else leave(entry.move, at);
  }
}

/**
 * @param {Move} move
 * @param {string} at
 */
function leave(move, at) {
  const place = parent(move, at, false);
  if (place) delete place.inside[place.last];
}

/**
 * @param {Entry} entry
 * @param {FieldOf<"choose_several">} field
 * @param {Key} key
 * @param {number | null} place
 */
function tapNext(entry, field, key, place) {
  const taken = entry.done.has(name(field)) ? [...several(entry, field)] : [];
  if (field.distinct && taken.some((one) => same(one, key.value))) {
    const left = taken.filter((one) => !same(one, key.value));
    return left.length ? set(entry, field, left) : forget(entry, field);
  }
  if (place !== null) taken[place] = key.value;
  else if (taken.length < field.count) taken.push(key.value);
  return set(entry, field, taken);
}

/**
 * @param {Entry} entry
 * @param {FieldOf<"choose_several" | "number" | "words">} field
 * @param {unknown} to
 */
function set(entry, field, to) {
  put(entry.move, field.at, to);
  entry.done.add(name(field));
}

/**
 * Takes back the last of several.
 * @param {Entry} entry
 * @param {FieldOf<"choose_several">} field
 */
export function dropLast(entry, field) {
  const taken = several(entry, field).slice(0, -1);
  if (taken.length) set(entry, field, taken);
  else forget(entry, field);
}

/**
 * Enters a number, or words; null takes them back.
 * @param {Entry} entry
 * @param {FieldOf<"number" | "words">} field
 * @param {number | string | null} to
 */
export function enter(entry, field, to) {
  if (to === null || to === "") forget(entry, field);
  else set(entry, field, to);
}

/**
 * Counts one more at a place of a tally; where nothing is left to count, that place begins again at none.
 * @param {Entry} entry
 * @param {FieldOf<"tally">} field
 * @param {Cell} cell
 */
export function count(entry, field, cell) {
  const now = readNumber(entry.move, cell.at);
  put(entry.move, cell.at, left(entry, field) > 0 ? now + 1 : 0);
  if (field.rest) put(entry.move, field.rest.at, left(entry, field));
  entry.done.add(name(field));
}

/**
 * Counts one less at a place of a tally.
 * @param {Entry} entry
 * @param {FieldOf<"tally">} field
 * @param {Cell} cell
 */
export function countLess(entry, field, cell) {
  put(entry.move, cell.at, Math.max(readNumber(entry.move, cell.at) - 1, 0));
  if (field.rest) put(entry.move, field.rest.at, left(entry, field));
  entry.done.add(name(field));
}

/**
 * How many of a tally are counted nowhere yet.
 * @param {Entry} entry
 * @param {FieldOf<"tally">} field
 */
export const left = (entry, field) => field.total - counts(entry, field).reduce((sum, one) => sum + one, 0);

/**
 * Whether a field has its answer, or needs none.
 * @param {Entry} entry
 * @param {Field} field
 */
export function filled(entry, field) {
  if (field.kind === "tally") return Boolean(field.rest) || left(entry, field) === 0;
  const done = entry.done.has(name(field));
  if (field.kind === "choose_several" && done) return several(entry, field).length === field.count;
  return done || !isRequired(field);
}

/**
 * Whether it is a move.
 * @param {Entry} entry
 */
export const complete = (entry) => fields(entry).every((field) => filled(entry, field));

/** @param {Field} field */
const isRequired = (field) => "required" in field && field.required;

/**
 * Whether a field waits for an answer that the move needs.
 * @param {Field} field
 */
export const needed = (field) => (field.kind === "tally" ? !field.rest : isRequired(field));

/**
 * Whether the answer to this field was the last thing missing: then the move is sent without asking.
 * @param {Entry} entry
 * @param {Field} field
 */
export const finishes = (entry, field) => !entry.correcting && needed(field) && complete(entry);

/**
 * What may be answered in a field: `most` of its numbers at most, and whether these are all.
 * @param {FieldOf<"number">} field
 * @param {number} most
 */
export function numbers(field, most) {
  const size = field.ranges.reduce((sum, { min, max }) => sum + max - min + 1, 0);
  const all = [];
  for (const { min, max } of field.ranges) for (let n = min; n <= max && all.length < most; n += 1) all.push(n);
  return { all, whole: size <= most };
}

/**
 * The form that can have made this move: of its type, with every answer among its keys.
 * @param {Form[]} forms
 * @param {Move} move
 */
export function formOf(forms, move) {
  /** @param {Form} form */
  const fits = (form) => {
    if (form.move.type !== move.type || (typeof form.seat === "number" && form.seat !== move.seat)) return false;
    const entry = begin(form, move);
    return fields(entry).every((field) => filled(entry, field) && isExpected(entry, field));
  };
  return forms.find(fits) ?? forms.find((form) => form.move.type === move.type) ?? null;
}

/**
 * @param {Entry} entry
 * @param {Field} field
 */
function isExpected(entry, field) {
  return field.kind !== "choose_one" || (value(entry, field) ?? null) === null || chosenKey(entry, field) !== null;
}

/**
 * The fields of an entry whose answers a refusal is about: it repeats what was sent as `input`, or names the field with
 * the same value. A refusal may say whose move it was; that is what it is about only if it says nothing else of it.
 * @param {Entry} entry
 * @param {Record<string, unknown>} detail
 */
export function refusedFields(entry, detail) {
  /** @type {(at: string, word: string) => boolean} */
  const isNamed = (at, word) => (word === "input" || at.split("/").includes(word)) && same(detail[word], read(entry.move, at));
  /** @param {string[]} words */
  const about = (words) =>
    fields(entry)
      .filter((field) => entry.done.has(name(field)) && places(field).some((at) => words.some((word) => isNamed(at, word))))
      .map(name);
  const named = about(Object.keys(detail).filter((word) => word !== "seat"));
  return new Set(named.length ? named : about(["seat"]));
}

/**
 * What a move says, in words: the form's label and its answers. `told` chooses the language.
 * @param {Entry} entry
 * @param {Localize} localize
 */
export function summary(entry, localize) {
  const answerTexts = fields(entry)
    .filter((field) => entry.done.has(name(field)))
    .map((field) => answer(entry, field, localize))
    .filter(Boolean);
  return answerTexts.length
    ? localize(entry.form.label) + localize({ ja: "：", en: ": " }) + answerTexts.join(localize({ ja: "・", en: " · " }))
    : localize(entry.form.label);
}

/**
 * A field's answer in words; empty if there is none.
 * @param {Entry} entry
 * @param {Field} field
 * @param {Localize} localize
 */
export function answer(entry, field, localize) {
  if (field.kind === "tally") {
    const has = counts(entry, field);
    const cells = field.cells.map((cell, index) => (has[index] ? `${cell.sign ?? localize(cell.label)} ${has[index]}` : ""));
    return cells.some(Boolean) ? `${localize(field.label)} ${cells.filter(Boolean).join(" ")}` : "";
  }
  const has = value(entry, field);
  if (has === undefined) return "";
  if (field.kind === "choose_one") return localize(chosenKey(entry, field)?.label);
  if (field.kind === "choose_several")
    return several(entry, field)
      .map((one) => shown(field, one, localize))
      .join(" ");
  return String(has);
}

/** @type {(field: Field, one: unknown, told: Localize) => string} */
const shown = (field, one, localize) => {
  const key = keys(field).find((key) => same(key.value, one));
  return key ? (key.sign ?? localize(key.label)) : "";
};

/**
 * One of several by its number, as its key says it; null if it is not there yet.
 * @param {Entry} entry
 * @param {FieldOf<"choose_several">} field
 * @param {number} place
 * @param {Localize} localize
 */
export function nth(entry, field, place, localize) {
  const has = entry.done.has(name(field)) ? several(entry, field) : [];
  return place < has.length ? shown(field, has[place], localize) : null;
}

/**
 * The same forms when nobody can tell what comes next: whatever one seat could do, any seat may be doing by now, the
 * next one to begin with. `seats` are the names.
 * @param {Form[]} forms
 * @param {{ seat?: unknown } | null} last
 * @param {string[]} seats
 * @returns {Form[]}
 */
export function ahead(forms, last, seats) {
  const next = typeof last?.seat === "number" ? (last.seat + 1) % seats.length : null;
  const keys = seats.map((name, seat) => ({ label: { ja: name, en: name }, sign: null, picture: null, value: seat, then: [] }));
  /** @type {Field} */
  const who = {
    kind: "choose_one",
    label: { ja: "誰", en: "Who" },
    at: ["/seat"],
    required: false,
    acts: true,
    groups: [{ label: null, picture: null, keys }],
  };
  return forms.map((form) =>
    typeof form.seat === "number"
      ? { ...form, seat: null, move: { ...form.move, seat: next ?? form.seat }, fields: [who, ...form.fields] }
      : form,
  );
}
