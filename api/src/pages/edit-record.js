// The scribe corrects what belongs to no move: who sat where, the place, the day, the tags.

import { ask, addressOf, messageOf } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { linkField } from "./lib/link.js";
import { SeatChoice } from "./lib/seat-choice.js";
import { ofTab } from "./lib/storage.js";
import { say, seatName, withOffset } from "./lib/words.js";

/** @import { RecordView, Summary } from "./types/records" */

/** How tags are told apart. */
const TAG_MARKS = /[,、，]/;

/**
 * Lets the scribe edit the record that is shown; `changed` is called after it.
 * @param {RecordView} shown
 * @param {() => void | Promise<void>} changed
 */
export function editsRecord(shown, changed) {
  const box = find("edit", HTMLDetailsElement);
  box.hidden = shown.record?.viewer !== "scribe";
  if (box.ontoggle) return;
  box.ontoggle = () => {
    if (box.open && shown.record) fill(find("edit-body"), form(shown, shown.record, changed));
  };
}

/**
 * @param {string} label
 * @param {string} value
 * @param {Record<string, string | number>} attributes
 */
function field(label, value, attributes = {}) {
  const input = make("input", { autocomplete: "off", ...attributes });
  input.value = value;
  return { input, element: make("label", { class: "field" }, make("span", {}, label), input) };
}

/**
 * @param {RecordView} shown
 * @param {Summary} record
 * @param {() => void | Promise<void>} changed
 */
function form({ id, token }, record, changed) {
  const seats = record.names.map((name, seat) => {
    const player = record.seating?.[seat]?.player;
    const one = field(seatName(seat), name ?? "", { maxlength: 100 });
    const choice = new SeatChoice(one.input, name ? { name, ...(player && { id: player.id }) } : null);
    return { choice, element: make("div", { class: "row" }, one.element, choice.element) };
  });
  const day = record.played_at?.slice(0, 10) ?? "";
  const place = field(say("grouping-place"), record.place ?? "", { maxlength: 100 });
  const played = field(say("edit-day"), day, { type: "date" });
  const tags = field(say("edit-tags"), (record.tags ?? []).join(say("list-mark")));
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  const done = make("div", { class: "stack tight", role: "status" });
  const save = make("button", { type: "submit", class: "first" }, say("note-save"));
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    save.disabled = true;
    trouble.hidden = true;
    fill(done);
    try {
      const entries = [];
      for (const { choice } of seats) {
        entries.push(await choice.entry(ofTab.read("operator"), (player) => done.append(ownersKey(player))));
      }
      const body = {
        seats: entries,
        place: place.input.value.trim() || null,
        tags: tags.input.value
          .split(TAG_MARKS)
          .map((tag) => tag.trim())
          .filter(Boolean),
        ...(played.input.value !== day && { played_at: played.input.value ? withOffset(new Date(`${played.input.value}T12:00`)) : null }),
      };
      await ask(addressOf("/v1/games/{id}", { id }), { method: "PATCH", body, token });
      done.prepend(make("p", {}, say("edit-saved")));
      await changed();
    } catch (problem) {
      trouble.textContent = messageOf(problem);
      trouble.hidden = false;
    }
    save.disabled = false;
  };
  return make(
    "form",
    { class: "stack tight", onsubmit: submit },
    seats.map(({ element }) => element),
    place.element,
    played.element,
    tags.element,
    trouble,
    save,
    done,
  );
}

/**
 * The key of a profile that was just made, for its owner.
 * @param {{ name: string, token: string }} player
 */
export function ownersKey({ name, token }) {
  const what = say("profile-key", { name });
  return make(
    "div",
    { class: "stack tight" },
    make("p", {}, what),
    make("p", { class: "small quiet" }, say("profile-key-about")),
    linkField(token, what),
  );
}
