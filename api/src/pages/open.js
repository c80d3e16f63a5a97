// Opening a record: who sits where, how it is played; then the links for everybody. The API says what is wrong.

import { messageOf, newKey, post, Problem } from "./lib/api.js";
import { announce, fill, find, findAll, make, showPicture } from "./lib/dom.js";
import { linkField } from "./lib/link.js";
import { ownersKey } from "./edit-record.js";
import { SeatChoice } from "./lib/seat-choice.js";
import { lasting, ofTab } from "./lib/storage.js";
import { keepToken } from "./lib/token.js";
import { withOffset, say, seatName } from "./lib/words.js";

/** @import { Answer, Body } from "./types/api" */
/** @typedef {Answer<"/v1/games", "post">} Opened */
/** @typedef {Body<"/v1/games", "post">} OpenRequest */
/** @typedef {HTMLInputElement | HTMLSelectElement} Setting */

const form = find("open", HTMLFormElement);
const people = find("names");
const seats = find("seats", HTMLSelectElement);
const place = find("place", HTMLInputElement);
const visibility = find("visibility", HTMLSelectElement);
const operator = find("key", HTMLInputElement);
const go = find("go", HTMLButtonElement);
/** @type {Setting[]} */
const settings = [...findAll("[data-setting]", HTMLInputElement, form), ...findAll("[data-setting]", HTMLSelectElement, form)];
/** Lists that odds need; each is given as a whole, or not at all. */
const lists = findAll("[data-list]", HTMLFieldSetElement, form);
/** Where this browser keeps them. */
const listsName = `lists-${form.dataset.game}`;
const lastOpened = readPeople(lasting.readJson("people"));
/**
 * Profiles that were made here; their keys are shown once.
 * @type {import("./lib/seat-choice.js").CreatedPlayer[]}
 */
const made = [];
/** The same for every try, so that a record whose answer was lost is not opened twice. */
let key = newKey();

place.value = lastOpened.place;
fill(
  find("name-suggestions"),
  lastOpened.names.map((name) => make("option", { value: name })),
);

/**
 * Who was named before, and where.
 * @param {unknown} saved
 */
function readPeople(saved) {
  const { names, place } = { names: null, place: null, ...(typeof saved === "object" ? saved : null) };
  /** @type {unknown[]} */
  const savedNames = Array.isArray(names) ? names : [];
  return { names: savedNames.filter((name) => typeof name === "string"), place: typeof place === "string" ? place : "" };
}

/**
 * Who sits where: the choice of each field for a name.
 * @type {Map<HTMLInputElement, SeatChoice>}
 */
const choices = new Map();

/** The fields for names; beside one there may be a field for the key of a profile. */
const nameFields = () => findAll("input:not(.profile-key)", HTMLInputElement, people);

/** Every field for a name has the choice of a profile beside it. */
function offerProfiles() {
  for (const input of nameFields()) {
    if (choices.has(input)) continue;
    const choice = new SeatChoice(input);
    choices.set(input, choice);
    input.closest("li")?.append(choice.element);
  }
}

/** @param {number} seat */
function person(seat) {
  const name = seatName(seat);
  return make(
    "li",
    {},
    make(
      "label",
      {},
      make("span", { class: "stone" }, seat + 1),
      make("span", { class: "unseen" }, name),
      make("input", { maxlength: 100, list: "name-suggestions", autocomplete: "off", placeholder: name }),
    ),
  );
}

const named = () => nameFields().map((input) => input.value.trim() || null);

/** As many places as people play; who was named stays. */
function seat() {
  const count = Number(seats.value);
  while (people.children.length > count) people.lastElementChild?.remove();
  while (people.children.length < count) people.append(person(people.children.length));
  offerProfiles();
  callSeats();
}

/** Where a seat is chosen, it is called by its name. */
function callSeats() {
  for (const select of settings.filter(({ dataset }) => dataset.kind === "seat")) {
    const chosen = select.value;
    fill(
      select,
      named().map((name, number) => make("option", { value: number, selected: String(number) === chosen }, name ?? seatName(number))),
    );
  }
}

/**
 * A choice that needs a number of seats brings them.
 * @param {Event} event
 */
function suit({ target }) {
  const seatCount = target instanceof HTMLSelectElement ? target.selectedOptions[0]?.dataset.seats : null;
  if (!seatCount) return;
  seats.value = seatCount;
  seat();
}

/**
 * What a setting is set to, as its kind has it.
 * @param {Setting} field
 */
function chosen(field) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked;
  return field.dataset.kind === "word" ? field.value : Number(field.value);
}

/** @param {HTMLFieldSetElement} list */
const entriesOf = (list) => [...findAll("select", HTMLSelectElement, list), ...findAll("input", HTMLInputElement, list)];

/** What this browser was told of a list the last time stands there again. */
function fillLists() {
  /** @type {unknown} */
  const saved = lasting.readJson(listsName);
  for (const list of lists) {
    /** @type {unknown} */
    const values = typeof saved === "object" && saved !== null ? Reflect.get(saved, list.dataset.list ?? "") : null;
    if (!Array.isArray(values)) continue;
    entriesOf(list).forEach((field, place) => {
      field.value = String(values[place] ?? "");
    });
    // What goes with the record is seen before it goes.
    const fold = list.closest("details");
    if (fold) fold.open = true;
  }
}

/** The lists that are filled in; one that is filled in partly is an error. */
function enteredLists() {
  /** @type {Record<string, (string | number)[]>} */
  const entered = {};
  for (const list of lists) {
    const fields = entriesOf(list);
    const filled = fields.filter(({ value }) => value !== "");
    if (filled.length === 0) continue;
    if (filled.length < fields.length) {
      fields.find(({ value }) => value === "")?.focus();
      throw new Error(say("list-incomplete", { label: list.querySelector("legend")?.textContent ?? "" }));
    }
    entered[list.dataset.list ?? ""] = fields.map((field) => (field instanceof HTMLSelectElement ? field.value : Number(field.value)));
  }
  return entered;
}

/** What is asked for. The service made the form for one game, with the settings and words that the contract has of it. */
async function request() {
  /** @type {import("./lib/seat-choice.js").SeatEntry[]} */
  const seats = [];
  for (const input of nameFields()) {
    seats.push((await choices.get(input)?.entry(operator.value || ofTab.read("operator"), (player) => made.push(player))) ?? null);
  }
  const options = { ...Object.fromEntries(settings.map((field) => [field.dataset.setting ?? "", chosen(field)])), ...enteredLists() };
  const where = place.value.trim();
  /** @type {unknown} */
  const body = {
    game: form.dataset.game,
    seats,
    options,
    visibility: visibility.value,
    played_at: withOffset(),
    ...(where && { place: where }),
  };
  return /** @type {OpenRequest} */ (body);
}

/** @param {SubmitEvent} event */
async function open(event) {
  event.preventDefault();
  go.disabled = true;
  find("trouble").hidden = true;
  try {
    const body = await request();
    const opened = await post("/v1/games", {}, { body, key, token: operator.value || ofTab.read("operator") });
    if (operator.value) ofTab.write("operator", operator.value);
    remember();
    keepToken(opened.id, opened.scribe_token);
    showLinks(opened, named());
  } catch (problem) {
    const status = problem instanceof Problem ? problem.status : 0;
    if (status === 401) {
      find("key-field").hidden = false;
      operator.focus();
    }
    if (status !== 0) key = newKey();
    find("trouble").textContent = messageOf(problem);
    find("trouble").hidden = false;
  }
  go.disabled = false;
}

/** Keeps who was named, the latest first, for the next record of this browser. */
function remember() {
  const names = [...new Set([...named().filter((name) => name !== null), ...lastOpened.names])].slice(0, 30);
  lasting.write("people", JSON.stringify({ names, place: place.value.trim() }));
  if (lists.length > 0) lasting.write(listsName, JSON.stringify(enteredLists()));
}

/**
 * @param {Opened} opened
 * @param {(string | null)[]} seats
 */
function showLinks(opened, seats) {
  const box = find("opened");
  form.hidden = true;
  fill(
    box,
    make("h2", { id: "opened-title" }, say("opened")),
    make("a", { class: "button first", href: opened.scribe_link }, say("to-write")),
    make("p", { class: "quiet" }, say("links-about")),
    make(
      "ul",
      { class: "issued-links" },
      watching(opened),
      ...opened.seat_links.map((link, seat) => linkItem(opened, seats[seat] ?? seatName(seat), link, opened.seat_tokens[seat])),
      linkItem(opened, say("scribe-link"), opened.scribe_link, opened.scribe_token, say("scribe-warning")),
    ),
    made.map(ownersKey),
  );
  box.hidden = false;
  box.focus();
  announce(say("opened"));
}

/**
 * A link, its QR code when it is asked for.
 * @param {Opened} opened
 * @param {string} what
 * @param {string} link
 * @param {string | null | undefined} token
 * @param {string} [about]
 */
function linkItem({ id }, what, link, token, about) {
  const picture = make("img", { class: "qr" });
  const draw = async () => {
    if (!details.open || picture.src) return;
    const share = await post("/v1/games/{id}/share", { id }, { token, body: {} });
    showPicture(picture, share.qr);
    picture.alt = say("qr-of", { what });
  };
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  const details = make(
    "details",
    {},
    make("summary", {}, what),
    make("div", { class: "stack tight" }, about && make("p", { class: "small quiet" }, about), linkField(link, what), picture, trouble),
  );
  details.addEventListener("toggle", () => {
    trouble.hidden = true;
    draw().catch((problem) => {
      trouble.textContent = messageOf(problem);
      trouble.hidden = false;
    });
  });
  return make("li", {}, details);
}

/**
 * Everybody may watch a record that is not private; of a private one the scribe gives out links on its page.
 * @param {Opened} opened
 */
function watching(opened) {
  if (visibility.value === "private") return null;
  return linkItem(opened, say("watch-link"), opened.scribe_link.replace(/(\/pad)?#.*$/, ""), null);
}

/** Who played before plays again, if the address says so. */
function seatAgain() {
  const again = new URLSearchParams(location.search).getAll("seat");
  if (![...seats.options].some(({ value }) => value === String(again.length))) return;
  seats.value = String(again.length);
  seat();
  for (const [place, input] of nameFields().entries()) {
    input.value = again[place] ?? "";
    input.dispatchEvent(new Event("input"));
  }
  callSeats();
}

seats.addEventListener("change", seat);
people.addEventListener("input", callSeats);
form.addEventListener("change", suit);
form.addEventListener("submit", open);
seat();
seatAgain();
fillLists();
