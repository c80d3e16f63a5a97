// A form on the screen: keys to be tapped, never a keyboard unless somebody asks for one.

import { fill, make } from "./dom.js";
import {
  answer, chosenKey, complete, count, dropLast, enter, fields, filled, finishes, keys, left, name, needed, nth, numbers, tapKey, value,
} from "./forms.js";
import { say, told } from "./words.js";

/** So many keys are shown at once; what is more is asked field by field. */
const ROOM = 46;
const PANELS = 3;
/** So many numbers are keys of their own; further ones are entered digit by digit. */
const NUMBERS = 31;
const FIRST_NUMBERS = 15;

/**
 * Shows an entry in `place` and lets people fill it in. `done(entry)` is called with a finished move; `button` is what
 * is on the key that sends what is not finished by a tap.
 */
export function showForm(place, entry, { done, button, busy = false }) {
  const screen = { place, entry, done, button, busy, open: null, digits: null, slot: null };
  draw(screen);
  return screen;
}

function draw(screen, focus = null) {
  const { place, entry, busy } = screen;
  const asked = fields(entry);
  const shown = panels(screen, asked);
  const chips = shown.length < asked.length ? [chipRow(screen, asked, shown)] : [];
  fill(place, chips, shown.map((field) => panel(screen, field)), sendRow(screen, asked));
  place.toggleAttribute("inert", busy);
  const again = focus && place.querySelector(`[data-focus="${CSS.escape(focus)}"]`);
  if (again) again.focus({ preventScroll: true });
}

/** The fields whose keys are shown. */
function panels(screen, asked) {
  const tallies = asked.every((field) => field.kind === "tally" || keys(field).length === 1);
  const size = asked.reduce((sum, field) => sum + weight(field), 0);
  if (screen.entry.correcting || tallies || (asked.length <= PANELS && size <= ROOM)) return asked;
  const opened = asked.find((field) => name(field) === screen.open);
  return [opened ?? asked.find((field) => !filled(screen.entry, field)) ?? asked.find((field) => !screen.entry.done.has(name(field))) ?? asked.at(-1)];
}

function weight(field) {
  if (field.kind === "number") return numbers(field, NUMBERS).whole ? numbers(field, NUMBERS).all.length : FIRST_NUMBERS + 1;
  return field.kind === "words" ? 1 : keys(field).length;
}

function chipRow(screen, asked, shown) {
  const chip = (field) => {
    const said = screen.entry.done.has(name(field)) || value(screen.entry, field) ? answer(screen.entry, field, told) : "";
    return make("button", {
      type: "button", class: "chip", "data-chip": name(field), "data-focus": `chip ${name(field)}`,
      "aria-pressed": String(shown.includes(field)), onclick: () => open(screen, field),
    }, make("span", { class: "chip-label" }, told(field.label)), " ", make("span", { class: "chip-value" }, said || (needed(field) ? "…" : "–")));
  };
  return make("div", { class: "chips", role: "group", "aria-label": say("pad_answers") }, asked.map(chip));
}

function open(screen, field) {
  screen.open = name(field);
  screen.digits = null;
  draw(screen, `chip ${name(field)}`);
}

function panel(screen, field) {
  const label = make("h3", { class: "asked" }, told(field.label), needed(field) ? null : make("small", {}, say("pad_optional")));
  const content = { pick: pickKeys, several: severalKeys, number: numberKeys, tally: tallyKeys, words: wordsKey }[field.kind](screen, field);
  return make("section", { class: `panel ${field.kind}`, "data-field": name(field), role: "group", "aria-label": told(field.label) }, label, ...[content].flat());
}

/** After a tap: on to what is missing, or off with the move. */
function after(screen, field, focus) {
  screen.open = filled(screen.entry, field) ? null : name(field);
  screen.slot = null;
  if (finishes(screen.entry, field)) {
    screen.done(screen.entry);
  } else {
    draw(screen, focus);
  }
}

function pickKeys(screen, field) {
  const chosen = screen.entry.done.has(name(field)) || value(screen.entry, field) !== null ? chosenKey(screen.entry, field) : null;
  return grouped(screen, field, (key) => key === chosen, (key, focus) => {
    tapKey(screen.entry, field, key);
    after(screen, field, focus);
  });
}

function severalKeys(screen, field) {
  const places = Array.from({ length: field.count }, (_, place) => {
    const said = nth(screen.entry, field, place, told);
    return make("button", {
      type: "button", class: "place", disabled: said === null, "aria-pressed": String(screen.slot === place), "data-place": place,
      "aria-label": `${place + 1}: ${said ?? "–"}`, onclick: () => { screen.slot = place; draw(screen); },
    }, said ?? "·");
  });
  const back = make("button", { type: "button", class: "plain", "data-back": true, "aria-label": say("pad_back"), onclick: () => { dropLast(screen.entry, field); draw(screen); } }, "⌫");
  const taken = field.distinct ? value(screen.entry, field) ?? [] : [];
  return [
    make("div", { class: "places" }, places, screen.entry.done.has(name(field)) ? back : null),
    ...grouped(screen, field, (key) => taken.some((one) => one === key.value), (key, focus) => {
      tapKey(screen.entry, field, key, screen.slot);
      after(screen, field, focus);
    }),
  ];
}

function grouped(screen, field, pressed, tap) {
  const all = keys(field);
  return field.groups.map((group) => make("div", { class: group.label ? "keys named" : "keys", role: group.label ? "group" : null, "aria-label": group.label ? told(group.label) : null },
    group.label ? make("span", { class: "keys-label", "aria-hidden": "true" }, told(group.label)) : null,
    make("div", { class: "keys-row" }, group.keys.map((key) => {
      const focus = `${name(field)} ${all.indexOf(key)}`;
      return make("button", {
        type: "button", class: key.sign && key.sign.length <= 3 ? "key short" : "key", "data-key": all.indexOf(key), "data-focus": focus,
        "aria-pressed": String(pressed(key)), "aria-label": key.sign ? told(key.label) : null, onclick: () => tap(key, focus),
      }, face(key));
    }))));
}

function face(key) {
  if (!key.sign) return told(key.label);
  const picture = /\p{Extended_Pictographic}/u.test(key.sign) && !/^\d/.test(key.sign);
  return picture ? [make("span", { class: "picture" }, key.sign), make("span", {}, told(key.label))] : key.sign;
}

function numberKeys(screen, field) {
  if (screen.digits !== null) return digitKeys(screen, field);
  const { all, whole } = numbers(field, NUMBERS);
  const shown = whole ? all : all.slice(0, FIRST_NUMBERS);
  const now = screen.entry.done.has(name(field)) ? value(screen.entry, field) : null;
  const key = (number) => make("button", {
    type: "button", class: "key short number", "data-number": number, "data-focus": `${name(field)} ${number}`, "aria-pressed": String(number === now),
    onclick: () => number_(screen, field, number === now && !field.required ? null : number),
  }, number);
  const more = make("button", { type: "button", class: "key", "data-digits": true, onclick: () => { screen.digits = ""; draw(screen, "digits"); } },
    now !== null && !shown.includes(now) ? now : say("pad_other_number"));
  return make("div", { class: "keys-row" }, shown.map(key), whole ? null : more);
}

function number_(screen, field, number) {
  enter(screen.entry, field, number);
  screen.digits = null;
  after(screen, field, `${name(field)} ${number}`);
}

function digitKeys(screen, field) {
  const digit = (text) => make("button", { type: "button", class: "key short", "data-digit": text, onclick: () => { screen.digits = (screen.digits + text).slice(-6); draw(screen, "digits"); } }, text);
  const number = Number(screen.digits);
  return make("div", { class: "digits" },
    make("output", { class: "digits-shown", "data-focus": "digits", tabindex: "-1" }, screen.digits || "–"),
    [..."123456789"].map(digit),
    make("button", { type: "button", class: "key short", "aria-label": say("pad_back"), onclick: () => { screen.digits = screen.digits.slice(0, -1); draw(screen, "digits"); } }, "⌫"),
    digit("0"),
    make("button", { type: "button", class: "key short first", "data-digits-done": true, disabled: screen.digits === "", "aria-label": say("pad_take_number"), onclick: () => number_(screen, field, number) }, "✓"));
}

function tallyKeys(screen, field) {
  const counts = value(screen.entry, field);
  const remains = left(screen.entry, field);
  const cell = (one, index) => make("button", {
    type: "button", class: counts[index] ? "cell counted" : "cell", "data-cell": one.at, "data-focus": one.at, "aria-label": `${told(one.label)}: ${counts[index]}`,
    onclick: () => { count(screen.entry, field, one); after(screen, field, one.at); },
  }, make("span", { class: "cell-label" }, one.sign ? make("span", { class: "cell-sign" }, one.sign) : null, one.sign ? make("small", {}, told(one.label)) : told(one.label)),
  make("span", { class: "cell-count" }, counts[index] || ""));
  const rest = make("span", { class: "rest" }, field.rest ? `${told(field.rest.label)} ${remains}` : say("pad_left", { count: remains }));
  return make("div", { class: "cells" }, field.cells.map(cell), rest);
}

function wordsKey(screen, field) {
  const now = screen.entry.done.has(name(field)) ? value(screen.entry, field) : "";
  const area = make("textarea", { "aria-label": told(field.label), maxlength: field.most, rows: 2, oninput: (event) => enter(screen.entry, field, event.target.value) });
  area.value = now;
  const pen = make("button", { type: "button", class: "plain", "data-words": true, onclick: () => { pen.replaceWith(area); area.focus(); } }, "✎ ", now || say("pad_write"));
  return now ? area : pen;
}

/** What is not sent by its last tap needs a key of its own. */
function sendRow(screen, asked) {
  const { entry } = screen;
  const byTap = !entry.correcting && asked.some(needed);
  if (byTap && !complete(entry)) return null;
  return make("button", { type: "button", class: "first send", "data-send": true, disabled: !complete(entry), onclick: () => screen.done(entry) }, screen.button);
}
