// Opening a record: who sits where, how it is played; then the links for everybody. The API says what is wrong.

import { json, newKey } from "./lib/api.js";
import { announce, copyFrom, fill, find, make, showPicture } from "./lib/dom.js";
import { keepToken } from "./lib/token.js";
import { say } from "./lib/words.js";

const form = find("open");
const people = find("names");
const settings = [...form.querySelectorAll("[data-setting]")];
const kept = JSON.parse(localStorage.getItem("people") ?? "{}");
/** The same for every try, so that a record whose answer was lost is not opened twice. */
let key = newKey();

find("place").value = kept.place ?? "";
fill(find("known"), (kept.names ?? []).map((name) => make("option", { value: name })));

function person(seat) {
  const name = say("seat", { seat });
  return make("li", {}, make("label", {}, make("span", { class: "stone" }, String(seat)), make("span", { class: "unseen" }, name),
    make("input", { maxlength: 100, list: "known", autocomplete: "off", placeholder: name })));
}

const inputs = () => [...people.querySelectorAll("input")];
const named = () => inputs().map((input) => input.value.trim() || null);

/** As many places as people play; who was named stays. */
function seat() {
  const count = Number(find("seats").value);
  while (people.children.length > count) people.lastElementChild.remove();
  while (people.children.length < count) people.append(person(people.children.length));
  callSeats();
}

/** Where a seat is chosen, it is called by its name. */
function callSeats() {
  for (const select of settings.filter(({ dataset }) => dataset.kind === "seat")) {
    const chosen = select.value;
    fill(select, named().map((name, number) => make("option", { value: number, selected: String(number) === chosen }, name ?? say("seat", { seat: number }))));
  }
}

/** A choice that needs a number of seats brings them. */
function suit({ target }) {
  const wanted = target.selectedOptions?.[0]?.dataset.seats;
  if (!wanted) return;
  find("seats").value = wanted;
  seat();
}

const READ = { switch: (field) => field.checked, word: (field) => field.value, number: (field) => Number(field.value), seat: (field) => Number(field.value) };

function wanted() {
  const options = Object.fromEntries(settings.map((field) => [field.dataset.setting, READ[field.dataset.kind](field)]));
  const place = find("place").value.trim();
  return { game: form.dataset.game, seats: named(), options, visibility: find("visibility").value, ...(place && { place }) };
}

async function open(event) {
  event.preventDefault();
  find("go").disabled = true;
  find("trouble").hidden = true;
  const body = wanted();
  try {
    const opened = await json("/v1/games", { body, key, token: find("key").value || sessionStorage.getItem("operator") });
    if (find("key").value) sessionStorage.setItem("operator", find("key").value);
    remember(body);
    keepToken(opened.id, opened.scribe_token);
    showLinks(opened, body.seats);
  } catch (problem) {
    if (problem.status === 401) { find("key-field").hidden = false; find("key").focus(); }
    if (problem.status !== 0) key = newKey();
    find("trouble").textContent = problem.message;
    find("trouble").hidden = false;
  }
  find("go").disabled = false;
}

function remember({ seats, place }) {
  const names = [...new Set([...seats.filter(Boolean), ...(kept.names ?? [])])].slice(0, 30);
  localStorage.setItem("people", JSON.stringify({ names, place }));
}

function showLinks(opened, seats) {
  const place = find("opened");
  form.hidden = true;
  fill(place,
    make("h2", { id: "opened-title" }, say("opened")),
    make("a", { class: "button first", href: opened.scribe_link }, say("to_write")),
    make("p", { class: "quiet" }, say("links_about")),
    make("ul", { class: "given" },
      opened.seat_links.map((link, seat) => given(opened, seats[seat] ?? say("seat", { seat }), link, opened.seat_tokens[seat])),
      given(opened, say("scribe_link"), opened.scribe_link, opened.scribe_token, say("scribe_warning")),
      watching(opened)));
  place.hidden = false;
  place.focus();
  announce(say("opened"));
}

/** A link, its QR code when it is asked for. */
function given(opened, what, link, token, about) {
  const picture = make("img", { class: "qr" });
  const draw = async ({ target }) => {
    if (!target.open || picture.src) return;
    const share = await json(`${opened.url}/share`, { token, body: {} });
    showPicture(picture, share.qr);
    picture.alt = say("qr_of", { what });
  };
  return make("li", {}, make("details", { ontoggle: draw }, make("summary", {}, what), make("div", { class: "stack tight" },
    about && make("p", { class: "small quiet" }, about), picture,
    make("div", { class: "row" },
      make("button", { type: "button", onclick: ({ target }) => copyFrom(target, link, say("copied")) }, say("copy_link")),
      navigator.share && make("button", { type: "button", onclick: () => navigator.share({ url: link }).catch(() => {}) }, say("share_link"))))));
}

/** Everybody may watch a record that is not private; of a private one the scribe gives out links on its page. */
function watching(opened) {
  if (find("visibility").value === "private") return null;
  return given(opened, say("watch_link"), opened.scribe_link.replace(/(\/pad)?#.*$/, ""), null);
}

find("seats").addEventListener("change", seat);
people.addEventListener("input", callSeats);
form.addEventListener("change", suit);
form.addEventListener("submit", open);
seat();
