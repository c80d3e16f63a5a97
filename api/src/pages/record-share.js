// Links to pass on: this page's own, and for the scribe those of everybody at the table.

import { at, get, messageOf, newKey, post, remove } from "./lib/api.js";
import { fill, find, make, showPicture } from "./lib/dom.js";
import { linkField } from "./lib/link.js";
import { nameOf, say } from "./lib/words.js";

/** @import { Answer, Body } from "./types/api" */
/** @import { Children } from "./types/dom" */
/** @import { Loaded, Summary } from "./types/records" */
/** @typedef {Answer<"/v1/games/{id}/tokens">["tokens"][number]} Token */
/** @typedef {Answer<"/v1/games/{id}/tokens", "post">} Issued */
/** @typedef {Body<"/v1/games/{id}/tokens", "post">} Wish */
/** @typedef {(work: () => Promise<Issued | null>) => Promise<void>} Change */

/** Where who sees more than everybody works, and what the way there is called. */
const WORKPLACES = { scribe: { page: "pad", label: "to-pad" }, seat: { page: "seat", label: "to-seat" } };

/**
 * The workplace of the bearer of this page's link.
 * @param {Summary} record
 */
const workplaceOf = ({ viewer }) => (viewer === "public" ? null : WORKPLACES[viewer === "scribe" ? "scribe" : "seat"]);

/**
 * Shows the links when they are asked for, and the way to where this link's bearer works.
 * @param {Loaded} shown
 */
export function shares(shown) {
  const { id, record } = shown;
  const work = workplaceOf(record);
  const button = find("to-work", HTMLAnchorElement);
  button.hidden = !work || record.status !== "live";
  if (work) {
    button.href = at(`games/${id}/${work.page}`).href;
    button.textContent = say(work.label);
  }
  const details = find("share", HTMLDetailsElement);
  details.ontoggle = () => {
    if (details.open) showLinks(shown).catch((problem) => fill(find("share-body"), make("p", { class: "trouble" }, messageOf(problem))));
  };
}

/**
 * The link to watch by first: it is the one to pass on.
 * @param {Loaded} shown
 */
async function showLinks(shown) {
  const { id, token, record } = shown;
  const share = await post("/v1/games/{id}/share", { id }, { token, body: {} });
  const isPowerful = workplaceOf(record) !== null;
  const isPrivate = record.visibility === "private";
  const watch = !isPowerful ? share : isPrivate ? null : await post("/v1/games/{id}/share", { id }, { body: {} });
  const rest = share.role === "scribe" ? await links(shown) : [];
  fill(
    find("share-body"),
    watch && card(say("watch-link"), watch, say(isPrivate ? "share-open" : "share-watch")),
    watch && record.status !== "live" && veiled(watch.link),
    isPowerful && make("details", {}, make("summary", {}, say("own-link")), card(say("this-link"), share, say("share-warning"))),
    ...rest,
  );
}

/**
 * The same for who wants to replay the game without knowing how it ended.
 * @param {string} link
 */
function veiled(link) {
  const address = new URL(link);
  for (const [name, value] of [
    ["perspective", "public"],
    ["at", "0"],
  ])
    address.searchParams.set(name ?? "", value ?? "");
  return make("div", { class: "stack tight" }, make("h3", {}, say("share-veiled")), linkField(address.href, say("share-veiled")));
}

/**
 * A link with its QR code.
 * @param {string} title
 * @param {{ link: string, qr: string }} share
 * @param {string} [about]
 */
function card(title, { link, qr }, about) {
  const picture = make("img", { class: "qr" });
  showPicture(picture, qr);
  picture.alt = say("qr-of", { what: title });
  return make(
    "div",
    { class: "stack tight" },
    make("h3", {}, title),
    about && make("p", { class: "small" }, about),
    linkField(link, title),
    picture,
  );
}

/**
 * @param {{ role: string, seat?: number | null }} bearer
 * @param {Summary} record
 */
const roleName = ({ role, seat }, record) => say(`role-${role}`, typeof seat === "number" ? { name: nameOf(record, seat) } : {});

/**
 * @param {Loaded} shown
 * @returns {Promise<Children[]>}
 */
async function links(shown) {
  const { id, token, record } = shown;
  const { tokens } = await get("/v1/games/{id}/tokens", { id }, { token });
  const place = make("div", { class: "stack tight" });
  const valid = tokens.filter(({ revoked_at: ended }) => !ended);
  /** @type {Change} */
  const change = async (work) => {
    try {
      const made = await work();
      const again = await links(shown);
      fill(find("share-body"), made && card(roleName(made, record), made), ...again);
    } catch (problem) {
      fill(place, make("p", { class: "trouble" }, messageOf(problem)));
    }
  };
  return [
    make("h3", {}, say("links")),
    make(
      "ul",
      { class: "links" },
      valid.map((issued) => line(shown, issued, change)),
    ),
    form(shown, change),
    place,
  ];
}

/**
 * What was made with a link, and ends with it.
 * @param {Token} issued
 */
function madeWith({ made }) {
  const links = made.tokens.length > 0 && say("link-made-links", { count: made.tokens.length });
  const webhooks = made.webhooks.filter(({ enabled }) => enabled).map(({ host }) => say("link-made-webhook", { host }));
  const all = [links, ...webhooks].filter(Boolean);
  return all.length > 0 && make("span", { class: "small quiet" }, all.join(" · "));
}

/**
 * @param {Loaded} shown
 * @param {Token} issued
 * @param {Change} change
 */
function line({ id, token, record }, issued, change) {
  const of = { id, token_id: issued.id };
  const reissue = () => change(() => post("/v1/games/{id}/tokens/{token_id}/reissue", of, { token, body: {}, key: newKey() }));
  const revoke = () => change(() => remove("/v1/games/{id}/tokens/{token_id}", of, { token }).then(() => null));
  return make(
    "li",
    { class: "row apart" },
    make(
      "span",
      {},
      roleName(issued, record),
      issued.label ? ` · ${issued.label}` : "",
      " ",
      issued.yours && make("span", { class: "tag" }, say("yours")),
      " ",
      madeWith(issued),
    ),
    !issued.yours &&
      make(
        "span",
        { class: "row" },
        make("button", { type: "button", onclick: reissue }, say("reissue")),
        make("button", { type: "button", onclick: revoke }, say("revoke")),
      ),
  );
}

/**
 * @param {Loaded} shown
 * @param {Change} change
 */
function form({ id, token, record }, change) {
  /** @type {Wish[]} */
  const offers = [
    { role: "spectator" },
    ...record.names.map((_, seat) => /** @type {const} */ ({ role: "seat", seat })),
    { role: "scribe" },
  ];
  const whom = make(
    "select",
    {},
    offers.map((offer, index) => make("option", { value: index }, roleName(offer, record))),
  );
  const label = make("input", { maxlength: 100, autocomplete: "off" });
  /** @param {SubmitEvent} event */
  const give = (event) => {
    event.preventDefault();
    const offer = offers[whom.selectedIndex];
    if (!offer) return;
    const body = { ...offer, ...(label.value.trim() && { label: label.value.trim() }) };
    change(() => post("/v1/games/{id}/tokens", { id }, { token, body, key: newKey() }));
  };
  return make(
    "form",
    { class: "row", onsubmit: give },
    make("label", { class: "field" }, make("span", {}, say("for-whom")), whom),
    make("label", { class: "field" }, make("span", {}, say("label")), label),
    make("button", { type: "submit" }, say("give-link")),
  );
}
