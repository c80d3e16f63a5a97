// What only the player may: say who may seat them, and leave seats. Whoever has the profile's key is the player.

import { ask, addressOf, at, get, messageOf, remove } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { keepPlayerKey, playerKey } from "./lib/player-keys.js";
import { say, when } from "./lib/words.js";

/** @import { Answer } from "./types/api" */
/** @typedef {Answer<"/v1/players/{id}/seats">["seats"][number]} PlayerSeat */

const form = find("own-form", HTMLFormElement);
const key = find("own-key", HTMLInputElement);
const seatedBy = find("own-seated-by", HTMLSelectElement);
const trouble = find("own-trouble");

/**
 * Does something, and says what went wrong.
 * @param {() => Promise<void>} act
 */
async function attempt(act) {
  trouble.hidden = true;
  try {
    await act();
  } catch (problem) {
    trouble.textContent = messageOf(problem);
    trouble.hidden = false;
  }
}

/**
 * A seat, with the way out of it.
 * @param {string} id
 * @param {string} token
 * @param {PlayerSeat} seat
 */
function seatItem(id, token, { game, seat, opened_at: openedAt, kind }) {
  const leave = make("button", { type: "button" }, say("own-leave"));
  leave.addEventListener("click", () =>
    attempt(async () => {
      await remove("/v1/players/{id}/seats/{record}", { id, record: game }, { token });
      await showOwn(id, token);
    }),
  );
  const title = `${kind} · ${say("own-seat", { seat: seat + 1 })} · ${when(openedAt, { clock: false })}`;
  return make("li", { class: "row apart" }, make("a", { href: at(`games/${game}`) }, title), leave);
}

/**
 * Shows what the key opens; refused, the key is no longer kept.
 * @param {string} id
 * @param {string} token
 */
async function showOwn(id, token) {
  const profile = await get("/v1/players/{id}", { id }, { token });
  const { seats, next } = await get("/v1/players/{id}/seats", { id }, { token, query: { limit: 100 } });
  keepPlayerKey(profile.id, token);
  form.hidden = true;
  find("own").hidden = false;
  seatedBy.value = profile.seated_by;
  const items = seats.map((seat) => seatItem(profile.id, token, seat));
  fill(
    find("own-seats"),
    items.length ? items : make("li", { class: "quiet" }, say("own-no-seats")),
    next && make("li", { class: "quiet" }, say("own-more")),
  );
}

/**
 * Lets the owner of a profile do what strangers may not.
 * @param {string} id
 */
export function offerOwn(id) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => showOwn(id, key.value.trim()));
  });
  seatedBy.addEventListener("change", () =>
    attempt(async () => {
      const token = playerKey(id);
      await ask(addressOf("/v1/players/{id}", { id }), { method: "PATCH", body: { seated_by: seatedBy.value }, token });
    }),
  );
  find("own-forget").addEventListener("click", () => {
    keepPlayerKey(id, null);
    find("own").hidden = true;
    form.hidden = false;
    key.value = "";
  });
  const storedKey = playerKey(id);
  const box = find("own-part", HTMLDetailsElement);
  box.addEventListener("toggle", () => {
    if (box.open && storedKey && form.hidden === false) attempt(() => showOwn(id, storedKey));
  });
}
