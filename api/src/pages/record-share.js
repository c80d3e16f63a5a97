// Links to pass on: this page's own, and for the scribe those of everybody at the table.

import { ask, json, newKey } from "./lib/api.js";
import { copyFrom, fill, find, make, showPicture } from "./lib/dom.js";
import { at } from "./lib/api.js";
import { names, say } from "./lib/words.js";

/** Shows the links when they are asked for, and the way to where this link's bearer works. */
export function shares(shown) {
  const { share, id } = shown;
  const work = { scribe: ["pad", "to_pad"], seat: ["seat", "to_seat"] }[share?.role];
  const button = find("to-work");
  button.hidden = !work || shown.record.status !== "live";
  if (work) {
    button.href = at(`games/${id}/${work[0]}`);
    button.textContent = say(work[1]);
  }
  find("share").ontoggle = ({ target }) => { if (target.open) showLinks(shown).catch((problem) => fill(find("share-body"), make("p", { class: "trouble" }, problem.message))); };
}

async function showLinks(shown) {
  const { share } = shown;
  const powerful = share.role === "scribe" || share.role === "seat";
  const own = card(say("this_link"), share, say(powerful ? "share_warning" : "share_open"));
  const rest = share.role === "scribe" ? await links(shown) : [];
  fill(find("share-body"), own, rest);
}

/** A link with its QR code. */
function card(title, { link, qr }, about) {
  const picture = make("img", { class: "qr" });
  showPicture(picture, qr);
  picture.alt = say("qr_of", { what: title });
  const copy = make("button", { type: "button", onclick: ({ target }) => copyFrom(target, link, say("copied")) }, say("copy_link"));
  return make("div", { class: "stack tight" }, make("h3", {}, title), about && make("p", { class: "small" }, about), picture, make("div", { class: "row" }, copy));
}

const roleName = ({ role, seat }, record) => say(`role_${role}`, { name: names(record)[seat] });

async function links(shown) {
  const { path, token, record } = shown;
  const { tokens } = await json(`${path}/tokens`, { token });
  const place = make("div", { class: "stack tight" });
  const valid = tokens.filter(({ revoked_at: ended }) => !ended);
  const change = async (work) => {
    try {
      const made = await work();
      const again = await links(shown);
      fill(find("share-body"), made && card(roleName(made, record), made), again);
    } catch (problem) {
      fill(place, make("p", { class: "trouble" }, problem.message));
    }
  };
  const line = (given) => make("li", { class: "row apart" },
    make("span", {}, roleName(given, record), given.label ? ` · ${given.label}` : "", " ", given.yours && make("span", { class: "tag" }, say("yours"))),
    !given.yours && make("span", { class: "row" },
      make("button", { type: "button", onclick: () => change(() => json(`${path}/tokens/${given.id}/reissue`, { token, body: {}, key: newKey() })) }, say("reissue")),
      make("button", { type: "button", onclick: () => change(async () => { await ask(`${path}/tokens/${given.id}`, { method: "DELETE", token }); }) }, say("revoke"))));
  return [make("h3", {}, say("links")), make("ul", { class: "links" }, valid.map(line)), form(shown, change), place];
}

function form({ path, token, record }, change) {
  const offers = [["spectator", null], ...record.names.map((_, seat) => ["seat", seat]), ["scribe", null]];
  const whom = make("select", {}, offers.map(([role, seat], index) => make("option", { value: index }, roleName({ role, seat }, record))));
  const label = make("input", { maxlength: 100, autocomplete: "off" });
  const give = (event) => {
    event.preventDefault();
    const [role, seat] = offers[Number(whom.value)];
    const body = { role, ...(seat !== null && { seat }), ...(label.value.trim() && { label: label.value.trim() }) };
    change(() => json(`${path}/tokens`, { token, body, key: newKey() }));
  };
  return make("form", { class: "row", onsubmit: give },
    make("label", { class: "field" }, make("span", {}, say("for_whom")), whom),
    make("label", { class: "field" }, make("span", {}, say("label")), label),
    make("button", { type: "submit" }, say("give_link")));
}
