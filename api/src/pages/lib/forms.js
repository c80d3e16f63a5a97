// Forms as the API gives them: a move with holes, and the fields that fill them. Nothing here knows a game or a page.
// What is entered so far is `{ form, move, done }`: the move, and the fields that somebody has answered.

/** An entry to be filled in; `move` is one that was made with such a form before. */
export function begin(form, move = null) {
  if (!move) return { form, move: structuredClone(form.move), done: new Set(), correcting: false };
  const entry = { form, move: { ...structuredClone(form.move), ...structuredClone(move) }, done: new Set(), correcting: true };
  delete entry.move.irregular;
  for (let before = -1; before < entry.done.size;) {
    before = entry.done.size;
    for (const field of fields(entry)) if (answered(entry, field)) entry.done.add(name(field));
  }
  return entry;
}

/** Whether a move that was made before answers a field. */
function answered(entry, field) {
  const has = value(entry, field);
  return field.kind === "pick" ? chosenKey(entry, field) !== null : has !== undefined && has !== null;
}

/** What a field is called here: the first place that it fills. */
export const name = (field) => (field.kind === "tally" ? field.cells[0].at : Array.isArray(field.at) ? field.at[0] : field.at);

/** All keys of a field. */
export const keys = (field) => (field.groups ?? []).flatMap((group) => group.keys);

/** The fields that are asked now: those that a chosen key opens follow it. */
export function fields(entry, of = entry.form.fields) {
  return of.flatMap((field) => {
    const chosen = field.kind === "pick" && entry.done.has(name(field)) ? chosenKey(entry, field) : null;
    return [field, ...(chosen ? fields(entry, chosen.then) : [])];
  });
}

const read = (move, at) => at.split("/").slice(1).reduce((inside, step) => inside?.[step], move);

function put(move, at, value) {
  const steps = at.split("/").slice(1);
  const inside = steps.slice(0, -1).reduce((place, step) => (place[step] ??= {}), move);
  inside[steps.at(-1)] = value;
}

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What the move has where a field goes; undefined if it has nothing there. */
export function value(entry, field) {
  if (field.kind === "tally") return field.cells.map((cell) => read(entry.move, cell.at) ?? 0);
  const places = Array.isArray(field.at) ? field.at : [field.at];
  const values = places.map((at) => read(entry.move, at));
  if (values.every((one) => one === undefined)) return undefined;
  return values.length === 1 ? values[0] : values;
}

/** The key whose value the move has. */
export function chosenKey(entry, field) {
  const has = value(entry, field);
  return has === undefined ? null : keys(field).find((key) => same(key.value, has)) ?? null;
}

/** Taps a key of a field: of several it is the next one, or the one at `place`. An optional key is taken back by a second tap. */
export function tapKey(entry, field, key, place = null) {
  if (field.kind === "several") return tapNext(entry, field, key, place);
  const again = !field.required && entry.done.has(name(field)) && chosenKey(entry, field) === key;
  for (const nested of nestedOf(field)) forget(entry, nested);
  if (again) return forget(entry, field);
  const values = field.at.length === 1 ? [key.value] : key.value;
  field.at.forEach((at, index) => put(entry.move, at, values[index]));
  entry.done.add(name(field));
}

const nestedOf = (field) => keys(field).flatMap((key) => key.then.flatMap((inner) => [inner, ...nestedOf(inner)]));

/** As if a field had never been answered. */
export function forget(entry, field) {
  entry.done.delete(name(field));
  for (const at of Array.isArray(field.at) ? field.at : [field.at]) {
    const before = read(entry.form.move, at);
    if (before !== undefined) put(entry.move, at, structuredClone(before));
    else remove(entry.move, at);
  }
}

function remove(move, at) {
  const steps = at.split("/").slice(1);
  const inside = steps.slice(0, -1).reduce((place, step) => place?.[step], move);
  if (inside) delete inside[steps.at(-1)];
}

function tapNext(entry, field, key, place) {
  const taken = entry.done.has(name(field)) ? [...(value(entry, field) ?? [])] : [];
  if (field.distinct && taken.some((one) => same(one, key.value))) {
    const left = taken.filter((one) => !same(one, key.value));
    return left.length ? set(entry, field, left) : forget(entry, field);
  }
  if (place !== null) taken[place] = key.value;
  else if (taken.length < field.count) taken.push(key.value);
  set(entry, field, taken);
}

function set(entry, field, to) {
  put(entry.move, field.at, to);
  entry.done.add(name(field));
}

/** Takes back the last of several. */
export function dropLast(entry, field) {
  const taken = (value(entry, field) ?? []).slice(0, -1);
  if (taken.length) set(entry, field, taken);
  else forget(entry, field);
}

/** Enters a number, or words; null takes them back. */
export function enter(entry, field, to) {
  if (to === null || to === "") forget(entry, field);
  else set(entry, field, to);
}

/** Counts one more at a place of a tally; where nothing is left to count, that place begins again at none. */
export function count(entry, field, cell) {
  const now = read(entry.move, cell.at) ?? 0;
  put(entry.move, cell.at, left(entry, field) > 0 ? now + 1 : 0);
  if (field.rest) put(entry.move, field.rest.at, left(entry, field));
  entry.done.add(name(field));
}

/** How many of a tally are counted nowhere yet. */
export const left = (entry, field) => field.total - value(entry, field).reduce((sum, one) => sum + one, 0);

/** Whether a field has its answer, or needs none. */
export function filled(entry, field) {
  if (field.kind === "tally") return field.rest !== null || left(entry, field) === 0;
  const done = entry.done.has(name(field));
  if (field.kind === "several" && done) return value(entry, field).length === field.count;
  return done || !field.required;
}

/** Whether it is a move. */
export const complete = (entry) => fields(entry).every((field) => filled(entry, field));

/** Whether a field waits for an answer that the move needs. */
export const needed = (field) => (field.kind === "tally" ? field.rest === null : field.required === true);

/** Whether the answer to this field was the last thing missing: then the move is sent without asking. */
export const finishes = (entry, field) => !entry.correcting && needed(field) && complete(entry);

/** What may be answered in a field: the ranges of a number as a list, or null if they are too many. */
export function numbers(field, most) {
  const size = field.ranges.reduce((sum, { min, max }) => sum + max - min + 1, 0);
  const all = [];
  for (const { min, max } of field.ranges) for (let n = min; n <= max && all.length < most; n += 1) all.push(n);
  return { all, whole: size <= most };
}

/** The form that can have made this move: of its type, with every answer among its keys. */
export function formOf(forms, move) {
  const fits = (form) => {
    if (form.move.type !== move.type || (form.seat !== null && form.seat !== move.seat)) return false;
    const entry = begin(form, move);
    return fields(entry).every((field) => filled(entry, field) && known(entry, field));
  };
  return forms.find(fits) ?? forms.find((form) => form.move.type === move.type) ?? null;
}

function known(entry, field) {
  return field.kind !== "pick" || (value(entry, field) ?? null) === null || chosenKey(entry, field) !== null;
}

/** What a move says, in words: the form's label and its answers. `told` chooses the language. */
export function summary(entry, told) {
  const said = fields(entry).filter((field) => entry.done.has(name(field))).map((field) => answer(entry, field, told)).filter(Boolean);
  return said.length ? `${told(entry.form.label)}: ${said.join(" · ")}` : told(entry.form.label);
}

/** A field's answer in words; empty if there is none. */
export function answer(entry, field, told) {
  const has = value(entry, field);
  if (field.kind === "tally") {
    const cells = field.cells.map((cell, index) => (has[index] ? `${cell.sign ?? told(cell.label)} ${has[index]}` : ""));
    return cells.some(Boolean) ? `${told(field.label)} ${cells.filter(Boolean).join(" ")}` : "";
  }
  if (has === undefined) return "";
  if (field.kind === "pick") return told(chosenKey(entry, field)?.label);
  if (field.kind === "several") return (has ?? []).map((one) => shown(field, one, told)).join(" ");
  return String(has);
}

const shown = (field, one, told) => {
  const key = keys(field).find((key) => same(key.value, one));
  return key ? key.sign ?? told(key.label) : "";
};

/** One of several by its number, as its key says it; null if it is not there yet. */
export function nth(entry, field, place, told) {
  const has = entry.done.has(name(field)) ? value(entry, field) ?? [] : [];
  return place < has.length ? shown(field, has[place], told) : null;
}

/**
 * The same forms when nobody can tell what comes next: whatever one seat could do, any seat may be doing by now, the
 * next one to begin with. `seats` are the names.
 */
export function ahead(forms, last, seats) {
  const next = typeof last?.seat === "number" ? (last.seat + 1) % seats.length : null;
  return forms.map((form) => {
    if (form.seat === null) return form;
    const keys = seats.map((name, seat) => ({ label: { ja: name, en: name }, sign: null, value: seat, then: [] }));
    const who = { kind: "pick", label: { ja: "誰", en: "Who" }, at: ["/seat"], required: false, acts: true, groups: [{ label: null, keys }] };
    return { ...form, seat: null, move: { ...form.move, seat: next ?? form.seat }, fields: [who, ...form.fields] };
  });
}
