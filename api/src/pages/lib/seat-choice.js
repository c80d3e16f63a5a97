// Who sits on a seat: a guest by name, a player with a profile, or somebody who gets a profile now.

import { get, newKey, post } from "./api.js";
import { fill, make } from "./dom.js";
import { keepPlayerKey, playerKey } from "./player-keys.js";
import { say } from "./words.js";

/** @import { Answer } from "../types/api" */
/** @typedef {Answer<"/v1/players", "post">} CreatedPlayer */
/** @typedef {string | null | { player: string, token: string | null }} SeatEntry */

/** How long nobody types before profiles are looked for. */
const TYPING_PAUSE_MS = 250;
const MAX_PROFILES = "6";
/** The choice of a new profile. */
const NEW = "new";

/**
 * A field for a name with the choice of a profile beside it, which is there once there is a name; and a field for the key
 * of that profile, where this browser does not have it and nobody of it sits there already.
 */
export class SeatChoice {
  /**
   * `initial` is who sits there already; `guest` says whether a name without a profile can be chosen.
   * @param {HTMLInputElement} input
   * @param {{ name: string, id?: string } | null} initial
   * @param {{ guest?: boolean }} options
   */
  constructor(input, initial = null, { guest = true } = {}) {
    this.input = input;
    this.guest = guest;
    this.select = make("select", { class: "profile", autocomplete: "off", hidden: true });
    this.token = make("input", {
      class: "profile-key",
      type: "password",
      autocomplete: "off",
      placeholder: say("who-key"),
      "aria-label": say("who-key"),
    });
    this.element = make("span", { class: "row" }, this.select);
    this.seated = initial?.id ?? null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.key = newKey();
    if (initial) input.value = initial.name;
    this.offer(initial?.id ? [{ id: initial.id, name: initial.name }] : [], initial?.id ?? "");
    this.select.addEventListener("change", () => this.askForKey());
    input.addEventListener("input", () => {
      this.offer([], "");
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.seek(), TYPING_PAUSE_MS);
    });
  }

  get name() {
    return this.input.value.trim();
  }

  /** Looks for profiles of this name; without an answer there are the other choices. */
  async seek() {
    const { name } = this;
    if (!name) return;
    const { players } = await get("/v1/players", {}, { query: new URLSearchParams({ name, limit: MAX_PROFILES }) }).catch(() => ({
      players: [],
    }));
    if (name === this.name && (this.select.value === "" || !this.guest)) this.offer(players, "");
  }

  /**
   * @param {{ id: string, name: string }[]} players
   * @param {string} chosen
   */
  offer(players, chosen) {
    const { name, select } = this;
    select.setAttribute("aria-label", say("who-is", { name }));
    fill(
      select,
      this.guest && make("option", { value: "" }, say("who-guest")),
      ...players.map((player) => make("option", { value: player.id }, say("who-profile", { name: player.name }))),
      make("option", { value: NEW }, say("who-new")),
    );
    if (chosen || this.guest) select.value = chosen;
    select.hidden = name === "";
    this.askForKey();
  }

  /** The key is asked for where it may be needed; whoever is seated by anybody needs none. */
  askForKey() {
    const { value, hidden } = this.select;
    const isKnown = hidden || value === "" || value === NEW || value === this.seated || playerKey(value) !== null;
    if (isKnown) this.token.remove();
    else this.element.append(this.token);
  }

  /**
   * Who sits there, as the API takes it; a profile that is wanted is made, and told to `made`.
   * @param {string | null} token
   * @param {(player: CreatedPlayer) => void} made
   * @returns {Promise<SeatEntry>}
   */
  async entry(token, made) {
    const { name, select } = this;
    if (!name) return null;
    if (select.value === "") return name;
    if (select.value !== NEW) {
      const typed = this.token.isConnected ? this.token.value.trim() : "";
      return { player: select.value, token: typed || playerKey(select.value) };
    }
    const player = await post("/v1/players", {}, { body: { name }, key: this.key, token });
    made(player);
    keepPlayerKey(player.id, player.token);
    this.offer([player], player.id);
    return { player: player.id, token: player.token };
  }
}
