// Who holds the key of a seat says whose profile it is, so that the game counts among that player's games.

import { messageOf, post } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { SeatChoice } from "./lib/seat-choice.js";
import { ofTab } from "./lib/storage.js";
import { nameOf, say } from "./lib/words.js";
import { ownersKey } from "./edit-record.js";

/** @import { PadRecord } from "./pad-record.js" */
/** @import { CachedRecord } from "./types/pad" */

/**
 * The way to the claim is there while no profile has the seat.
 * @param {CachedRecord} cached
 */
export function showClaim({ record }) {
  const { viewer } = record;
  find("claim").hidden = typeof viewer !== "number" || Boolean(record.seating?.[viewer]?.player);
}

/**
 * Asks whose profile the seat is, and claims it.
 * @param {PadRecord} source
 */
export function openClaim(source) {
  const { cached, id, token } = source;
  const seat = cached?.record.viewer;
  if (!cached || typeof seat !== "number") return;
  const input = make("input", { autocomplete: "off", maxlength: 100 });
  const choice = new SeatChoice(input, { name: cached.record.names[seat] ?? "" }, { guest: false });
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  const done = make("div", { class: "stack tight", role: "status" });
  const save = make("button", { type: "submit", class: "first" }, say("claim-save"));
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    save.disabled = true;
    trouble.hidden = true;
    try {
      const entry = await choice.entry(ofTab.read("operator"), (player) => fill(done, ownersKey(player)));
      if (entry === null || typeof entry !== "object") throw new Error(say("claim-nobody"));
      await post("/v1/players/{id}/claims", { id: entry.player }, { body: [{ game: id, seat, token }], token: entry.token });
      done.prepend(make("p", {}, say("claim-done")));
      form.querySelector("fieldset")?.setAttribute("disabled", "");
      await source.load();
    } catch (problem) {
      trouble.textContent = messageOf(problem);
      trouble.hidden = false;
      save.disabled = false;
    }
  };
  const form = make(
    "form",
    { class: "stack tight", onsubmit: submit },
    make(
      "fieldset",
      { class: "stack tight" },
      make("legend", { class: "unseen" }, say("claim-title")),
      make("label", { class: "field" }, make("span", {}, say("claim-name", { seat: nameOf(cached.record, seat) })), input),
      choice.element,
    ),
    trouble,
    save,
    done,
  );
  fill(find("claim-body"), form);
  find("claim-dialog", HTMLDialogElement).showModal();
  choice.seek();
}
