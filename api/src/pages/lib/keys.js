// A form on the screen: keys to be tapped, never a keyboard unless somebody asks for one.

import { fill, findAll, illustration, make } from "./dom.js";
import {
  answer,
  chosenKey,
  complete,
  count,
  countLess,
  counts,
  dropLast,
  enter,
  fields,
  filled,
  finishes,
  keys,
  left,
  name,
  needed,
  nth,
  numbers,
  same,
  several,
  tapKey,
  value,
} from "./forms.js";
import { labelled, say, localize } from "./words.js";

/** @import { Cell, Choosing, Entry, Field, FieldOf, FormOptions, Group, Key, Screen } from "../types/forms" */

/** So many keys are shown at once; what is more is asked field by field. */
const MAX_KEYS = 46;
const MAX_PANELS = 3;
/** So many numbers are keys of their own; further ones are entered digit by digit. */
const MAX_NUMBER_KEYS = 31;
const FIRST_NUMBER_KEYS = 15;
/** From so many keys on people find one by its place. */
const MIN_PLACED_KEYS = 13;

/**
 * Shows an entry in `place` and lets people fill it in.
 * @param {HTMLElement} place
 * @param {Entry} entry
 * @param {FormOptions} uses
 */
export function showForm(place, entry, { done, button, anyNumber = false, notice = null, wrong = new Set(), fullForms = [] }) {
  draw({ place, entry, done, button, anyNumber, notice, wrong, fullForms, open: null, digits: null, slot: null });
}

/**
 * @param {Screen} screen
 * @param {string | null} focus
 */
function draw(screen, focus = null) {
  const { place, entry, notice } = screen;
  const openFields = fields(entry);
  const shown = panels(screen, openFields);
  const chips = shown.length < openFields.length && chipRow(screen, openFields, shown);
  fill(
    place,
    notice,
    shown.map((field) => panel(screen, field)),
    chips,
    sendRow(screen, openFields),
  );
  const [again] = focus ? findAll(`[data-focus="${CSS.escape(focus)}"]`, HTMLElement, place) : [];
  again?.focus({ preventScroll: true });
}

/**
 * The fields whose keys are shown.
 * @param {Screen} screen
 * @param {Field[]} openFields
 */
function panels(screen, openFields) {
  const { entry } = screen;
  if (entry.correcting) return openFields;
  const usual = usualFields(screen, openFields);
  const tallies = usual.every((field) => field.kind === "tally" || keys(field).length === 1);
  const size = usual.reduce((sum, field) => sum + weight(field), 0);
  if (tallies || (usual.length <= MAX_PANELS && size <= MAX_KEYS)) return usual;
  const opened = openFields.find((field) => name(field) === screen.open);
  const one =
    opened ??
    openFields.find((field) => !filled(entry, field)) ??
    openFields.find((field) => !entry.done.has(name(field))) ??
    openFields.at(-1);
  return one ? [one] : [];
}

/**
 * What is asked at once: what may stay blank is folded until somebody opens it, unless nothing else is asked.
 * @param {Screen} screen
 * @param {Field[]} openFields
 */
function usualFields({ entry, open }, openFields) {
  const usual = openFields
    .filter((field) => !isSwitch(field))
    .filter(
      (field) =>
        needed(field) ||
        field.kind === "tally" ||
        (field.kind === "choose_one" && field.acts) ||
        entry.done.has(name(field)) ||
        name(field) === open,
    );
  return openFields.some((field) => needed(field) || field.kind === "tally") ? usual : openFields;
}

/**
 * Whether there is nothing to choose but yes or no.
 * @param {Field} field
 */
const isSwitch = (field) =>
  field.kind === "choose_one" && !field.required && !field.acts && keys(field).length === 1 && keys(field)[0]?.then.length === 0;

/** @param {Field} field */
function weight(field) {
  if (field.kind === "number")
    return numbers(field, MAX_NUMBER_KEYS).whole ? numbers(field, MAX_NUMBER_KEYS).all.length : FIRST_NUMBER_KEYS + 1;
  return field.kind === "words" ? 1 : keys(field).length;
}

/**
 * @param {Screen} screen
 * @param {Field[]} openFields
 * @param {Field[]} shown
 */
function chipRow(screen, openFields, shown) {
  /** @param {Field} field */
  const chip = (field) => {
    const chosenText = screen.entry.done.has(name(field)) || value(screen.entry, field) ? answer(screen.entry, field, localize) : "";
    return make(
      "button",
      {
        type: "button",
        class: "chip",
        "data-chip": name(field),
        "data-focus": `chip ${name(field)}`,
        "aria-pressed": String(shown.includes(field)),
        onclick: () => open(screen, field),
      },
      make("span", { class: "chip-label" }, localize(field.label)),
      " ",
      make("span", { class: "chip-value" }, chosenText || (needed(field) ? "…" : "+")),
    );
  };
  // Where everything that is needed is shown, only the rest can be added.
  const isFolded = openFields.some((field) => needed(field) && !shown.includes(field));
  return make(
    "div",
    { class: "chips", role: "group", "aria-label": say("pad-answers") },
    (isFolded ? openFields : openFields.filter((field) => !shown.includes(field))).map((field) =>
      isSwitch(field) && !shown.includes(field) ? switchKey(screen, field) : chip(field),
    ),
  );
}

/**
 * What one tap adds and another takes back.
 * @param {Screen} screen
 * @param {Field} field
 */
function switchKey(screen, field) {
  const [key] = keys(field);
  const focus = `${name(field)} 0`;
  const isOn = screen.entry.done.has(name(field));
  const isAlone = fields(screen.entry).filter(isSwitch).length === 1;
  const tap = () => {
    if (key && field.kind === "choose_one") tapKey(screen.entry, field, key);
    draw(screen, focus);
  };
  return make(
    "span",
    { "data-field": name(field) },
    make(
      "button",
      {
        type: "button",
        class: "chip",
        "data-key": 0,
        "data-focus": focus,
        "aria-pressed": String(isOn),
        "aria-label": labelled(localize(field.label), localize(key?.label)),
        onclick: tap,
      },
      isAlone ? null : make("span", { class: "chip-label" }, localize(field.label)),
      " ",
      localize(key?.label),
      " ",
      make("span", { class: "chip-value" }, isOn ? "✓" : "+"),
    ),
  );
}

/**
 * @param {Screen} screen
 * @param {Field} field
 */
function open(screen, field) {
  screen.open = name(field);
  screen.digits = null;
  draw(screen, `chip ${name(field)}`);
}

/**
 * @param {Screen} screen
 * @param {Field} field
 */
function panel(screen, field) {
  const label = make("h3", { class: "field-title" }, localize(field.label), aside(screen, field));
  return make(
    "section",
    {
      class: `panel ${field.kind}${screen.wrong.has(name(field)) ? " wrong" : ""}`,
      "data-field": name(field),
      role: "group",
      "aria-label": localize(field.label),
    },
    label,
    ...content(screen, field),
  );
}

/**
 * What stands beside the title of a field: of a tally how many are left, else whether it may stay blank.
 * @param {Screen} screen
 * @param {Field} field
 */
function aside({ entry }, field) {
  if (field.kind !== "tally") return needed(field) ? null : make("small", {}, say("pad-optional"));
  const remains = left(entry, field);
  return make("small", { class: "rest" }, field.rest ? `${localize(field.rest.label)} ${remains}` : say("pad-left", { count: remains }));
}

/**
 * @param {Screen} screen
 * @param {Field} field
 * @returns {HTMLElement[]}
 */
function content(screen, field) {
  switch (field.kind) {
    case "choose_one":
      return pickKeys(screen, field);
    case "choose_several":
      return severalKeys(screen, field);
    case "number":
      return [numberKeys(screen, field)];
    case "tally":
      return [tallyKeys(screen, field)];
    case "words":
      return [wordsKey(screen, field)];
  }
}

/**
 * After a tap: on to what is missing, or off with the move.
 * @param {Screen} screen
 * @param {Field} field
 * @param {string} focus
 */
function after(screen, field, focus) {
  screen.open = filled(screen.entry, field) ? null : name(field);
  screen.slot = null;
  if (finishes(screen.entry, field)) {
    screen.done(screen.entry);
  } else {
    draw(screen, focus);
  }
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"choose_one">} field
 */
function pickKeys(screen, field) {
  const chosen = screen.entry.done.has(name(field)) || value(screen.entry, field) !== null ? chosenKey(screen.entry, field) : null;
  return grouped(
    screen,
    field,
    (key) => key === chosen,
    (key, focus) => {
      tapKey(screen.entry, field, key);
      after(screen, field, focus);
    },
  );
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"choose_several">} field
 */
function severalKeys(screen, field) {
  const places = Array.from({ length: field.count }, (_, place) => {
    const chosenText = nth(screen.entry, field, place, localize);
    return make(
      "button",
      {
        type: "button",
        class: "place",
        disabled: chosenText === null,
        "aria-pressed": String(screen.slot === place),
        "data-place": place,
        "aria-label": labelled(place + 1, chosenText ?? "–"),
        onclick: () => {
          screen.slot = place;
          draw(screen);
        },
      },
      chosenText ?? "·",
    );
  });
  const size = field.count <= 3 ? "few" : field.count <= 6 ? "some" : "many";
  const back = make(
    "button",
    {
      type: "button",
      class: "place",
      "data-back": true,
      disabled: !screen.entry.done.has(name(field)),
      "aria-label": say("pad-back"),
      onclick: () => {
        dropLast(screen.entry, field);
        draw(screen);
      },
    },
    "⌫",
  );
  const taken = field.distinct ? several(screen.entry, field) : [];
  return [
    make("div", { class: `places ${size}` }, places, back),
    ...grouped(
      screen,
      field,
      (key) => taken.some((one) => same(one, key.value)),
      (key, focus) => {
        tapKey(screen.entry, field, key, screen.slot);
        after(screen, field, focus);
      },
    ),
  ];
}

/**
 * @param {Screen} screen
 * @param {Choosing} field
 * @param {(key: Key) => boolean} pressed
 * @param {(key: Key, focus: string) => void} tap
 */
function grouped(screen, field, pressed, tap) {
  const all = keys(field);
  /** @param {Key} key */
  const button = (key) => {
    const at = all.findIndex((one) => same(one.value, key.value));
    const focus = `${name(field)} ${at}`;
    const offered = all[at];
    return make(
      "button",
      {
        type: "button",
        class: key.sign && key.sign.length <= 3 ? "key short" : "key",
        "data-key": offered ? at : null,
        "data-focus": focus,
        disabled: !offered,
        "aria-pressed": offered ? String(pressed(offered)) : null,
        "aria-label": key.sign ? localize(key.label) : null,
        onclick: () => {
          if (offered) tap(offered, focus);
        },
      },
      face(key),
    );
  };
  return placedGroups(screen, field).map((group) =>
    make(
      "div",
      {
        class: group.label ? "keys named" : "keys",
        role: group.label ? "group" : null,
        "aria-label": group.label ? localize(group.label) : null,
      },
      group.label ? make("span", { class: "keys-label", "aria-hidden": "true" }, groupFace(group)) : null,
      make("div", { class: "keys-row" }, group.keys.map(button)),
    ),
  );
}

/**
 * The groups of a field as people know them: keys that are no longer possible keep their places, so that the others do.
 * @param {Screen} screen
 * @param {Choosing} field
 * @returns {Group[]}
 */
function placedGroups({ entry, fullForms }, field) {
  /** @param {Field} other */
  const isSame = (other) =>
    other.kind === field.kind && name(other) === name(field) && "groups" in other && keys(other).length >= MIN_PLACED_KEYS;
  const fullFields = fullForms.filter(({ move }) => move.type === entry.form.move.type).flatMap((form) => form.fields.filter(isSame));
  const [full] = fullFields.sort((one, other) => keys(other).length - keys(one).length);
  if (!full || !("groups" in full)) return field.groups;
  const allKeys = keys(full);
  const isWhole = keys(field).every((key) => allKeys.some((one) => same(one.value, key.value)));
  return isWhole ? full.groups : field.groups;
}

/** @param {Group} group */
const groupFace = (group) => (group.picture ? illustration(group.picture) : localize(group.label));

/** @param {Key} key */
function face(key) {
  if (key.picture) return [illustration(key.picture), make("span", {}, key.sign ?? localize(key.label))];
  return key.sign ?? localize(key.label);
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"number">} field
 */
function numberKeys(screen, field) {
  if (screen.digits !== null) return digitKeys(screen, field, screen.digits);
  const { all, whole } = numbers(field, MAX_NUMBER_KEYS);
  const shown = whole ? all : all.slice(0, FIRST_NUMBER_KEYS);
  const has = screen.entry.done.has(name(field)) ? value(screen.entry, field) : null;
  const now = typeof has === "number" ? has : null;
  /** @param {number} number */
  const key = (number) =>
    make(
      "button",
      {
        type: "button",
        class: "key short number",
        "data-number": number,
        "data-focus": `${name(field)} ${number}`,
        "aria-pressed": String(number === now),
        onclick: () => takeNumber(screen, field, number === now && !field.required ? null : number),
      },
      number,
    );
  const more = make(
    "button",
    {
      type: "button",
      class: "key",
      "data-digits": true,
      onclick: () => {
        screen.digits = "";
        draw(screen, "digits");
      },
    },
    now !== null && !shown.includes(now) ? now : say("pad-other-number"),
  );
  return make("div", { class: "keys-row" }, shown.map(key), whole && !screen.anyNumber ? null : more);
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"number">} field
 * @param {number | null} number
 */
function takeNumber(screen, field, number) {
  enter(screen.entry, field, number);
  screen.digits = null;
  after(screen, field, `${name(field)} ${number}`);
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"number">} field
 * @param {string} digits
 */
function digitKeys(screen, field, digits) {
  /** @param {string} to */
  const change = (to) => {
    screen.digits = to;
    draw(screen, "digits");
  };
  /** @param {string} text */
  const digit = (text) =>
    make("button", { type: "button", class: "key short", "data-digit": text, onclick: () => change((digits + text).slice(-6)) }, text);
  return make(
    "div",
    { class: "digits" },
    make("output", { class: "digits-shown", "data-focus": "digits", tabindex: "-1" }, digits || "–"),
    [..."123456789"].map(digit),
    make("button", { type: "button", class: "key short", "aria-label": say("pad-back"), onclick: () => change(digits.slice(0, -1)) }, "⌫"),
    digit("0"),
    make(
      "button",
      {
        type: "button",
        class: "key short first",
        "data-digits-done": true,
        disabled: digits === "",
        "aria-label": say("pad-take-number"),
        onclick: () => takeNumber(screen, field, Number(digits)),
      },
      "✓",
    ),
  );
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"tally">} field
 */
function tallyKeys(screen, field) {
  const has = counts(screen.entry, field);
  /** @type {(one: Cell, index: number) => HTMLElement} */
  const cell = (one, index) =>
    make(
      "div",
      { class: has[index] ? "cell-box counted" : "cell-box" },
      make(
        "button",
        {
          type: "button",
          class: "cell",
          "data-cell": one.at,
          "data-focus": one.at,
          "aria-label": labelled(localize(one.label), has[index] ?? 0),
          onclick: () => {
            count(screen.entry, field, one);
            after(screen, field, one.at);
          },
        },
        make(
          "span",
          { class: "cell-label" },
          one.sign ? make("span", { class: "cell-sign" }, one.sign) : null,
          one.sign ? make("small", {}, localize(one.label)) : localize(one.label),
        ),
        make("span", { class: "cell-count" }, has[index] || ""),
      ),
      has[index]
        ? make(
            "button",
            {
              type: "button",
              class: "less",
              "data-less": one.at,
              "data-focus": `less ${one.at}`,
              "aria-label": say("pad-one-less", { what: localize(one.label) }),
              onclick: () => {
                countLess(screen.entry, field, one);
                draw(screen, one.at);
              },
            },
            "−",
          )
        : null,
    );
  return make("div", { class: "cells" }, field.cells.map(cell));
}

/**
 * @param {Screen} screen
 * @param {FieldOf<"words">} field
 */
function wordsKey(screen, field) {
  const has = screen.entry.done.has(name(field)) ? value(screen.entry, field) : "";
  const now = typeof has === "string" ? has : "";
  const area = make("textarea", {
    "aria-label": localize(field.label),
    maxlength: field.max_chars,
    rows: 2,
    oninput: () => {
      enter(screen.entry, field, area.value);
    },
  });
  area.value = now;
  const pen = make(
    "button",
    {
      type: "button",
      class: "plain",
      "data-words": true,
      onclick: () => {
        pen.replaceWith(area);
        area.focus();
      },
    },
    "✎ ",
    now || say("pad-write"),
  );
  return now ? area : pen;
}

/**
 * What is not sent by its last tap needs a key of its own.
 * @param {Screen} screen
 * @param {Field[]} openFields
 */
function sendRow(screen, openFields) {
  const { entry } = screen;
  const byTap = !entry.correcting && openFields.some(needed);
  if (byTap && !complete(entry)) return null;
  return make(
    "button",
    { type: "button", class: "first send", "data-send": true, disabled: !complete(entry), onclick: () => screen.done(entry) },
    screen.button,
  );
}
