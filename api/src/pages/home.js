// The home page: tables as they are now, and records as they are searched for. What is searched for is in the address.

import { at, get, messageOf } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { isField } from "./lib/filters.js";
import { follow } from "./lib/live.js";
import { say } from "./lib/words.js";
import { card } from "./lib/card.js";

/** @import { Query } from "./types/api" */
/** @import { Kind, Listed } from "./types/records" */
/** @typedef {Query<"/v1/games">} RecordsQuery */

/** Parameters of the address that are no filters. */
const PAGE_PARAMETERS = ["language"];
/** No table is looked for more often, in milliseconds. */
const MIN_REFRESH_MS = 2000;
/** @type {RecordsQuery} */
const LIVE_RECORDS = { status: ["live"], limit: 6 };
/** @type {RecordsQuery} */
const RECENT_RECORDS = { status: ["over"], sort: "-ended", limit: 6 };

const searchQuery = new URLSearchParams(
  [...new URLSearchParams(location.search)].filter(([name, value]) => value && !PAGE_PARAMETERS.includes(name)),
);
const form = find("search", HTMLFormElement);
/** @type {Kind[]} */
const games = await get("/v1/rules", {}).then(
  (answer) => answer.games,
  () => [],
);
const kinds = new Map(games.map((kind) => [String(kind.slug), kind]));
/** @param {RecordsQuery} query */
const records = async (query) => (await get("/v1/games", {}, { query })).games;

/**
 * @param {string} id
 * @param {Listed[]} found
 * @param {string} none
 * @param {(record: Listed) => string | null} why
 */
function show(id, found, none, why = () => null) {
  const list = fill(
    find(id),
    found.length ? found.map((record) => card(record, kinds, why(record))) : make("li", { class: "quiet" }, none),
  );
  list.removeAttribute("aria-busy");
}

/** @param {Listed[]} found */
const showLive = (found) => show("live", found, say("live-none"));

/**
 * Why a record is worth a look, and how to find such ones.
 * @type {[why: string, query: RecordsQuery][]}
 */
const NOTABLE = [
  ["notable-points", { status: ["over"], sort: "-points", limit: 1 }],
  ["notable-score", { status: ["over"], sort: "-score", limit: 1 }],
  ["notable-long", { status: ["over"], sort: "-moves", limit: 2 }],
  ["notable-irregular", { status: ["over"], irregular: true, sort: "-ended", limit: 1 }],
];

/** Records that are worth a look, with why; each once, for the first reason. */
async function notable() {
  const found = await Promise.all(NOTABLE.map(async ([why, query]) => (await records(query)).map((record) => ({ record, why }))));
  return [
    ...new Map(
      found
        .flat()
        .reverse()
        .map((one) => [one.record.id, one]),
    ).values(),
  ].reverse();
}

async function tables() {
  const [live, recent, special] = await Promise.all([records(LIVE_RECORDS), records(RECENT_RECORDS), notable()]);
  showLive(live);
  show("recent", recent, say("recent-none"));
  const why = new Map(special.map((one) => [one.record.id, say(one.why)]));
  show(
    "notable",
    special.map(({ record }) => record),
    say("recent-none"),
    ({ id }) => why.get(id) ?? null,
  );
  /** @type {number | null} */
  let due = null;
  const again = () => {
    due ??= setTimeout(() => {
      due = null;
      records(LIVE_RECORDS).then(showLive, () => {});
    }, MIN_REFRESH_MS);
  };
  follow("/v1/feed", {}, { after: "now", on: again });
}

async function search() {
  for (const [name, value] of searchQuery) {
    const field = form.elements.namedItem(name);
    if (field instanceof Element && isField(field)) field.value = value;
  }
  const query = new URLSearchParams(searchQuery);
  query.set("total", "true");
  query.set("limit", "24");
  await showFound(query);
}

/** @param {URLSearchParams} query */
async function showFound(query) {
  const more = find("found-more", HTMLButtonElement);
  try {
    const { games: found, next, total } = await get("/v1/games", {}, { query });
    if (total) find("found-count").textContent = say(total.or_more ? "found-more" : "found-count", { count: total.count });
    find("found-list").append(...found.map((record) => card(record, kinds)));
    if (total?.count === 0) find("found-list").append(make("li", { class: "quiet" }, say("found-none")));
    more.hidden = !next;
    more.onclick = next ? () => showFound(at(next).searchParams) : null;
  } catch (problem) {
    find("found-trouble").textContent = messageOf(problem);
    find("found-trouble").hidden = false;
  }
}

/** Empty fields stay out of the address. */
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => PAGE_PARAMETERS.includes(name)));
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value && !(name === "sort" && value === "-opened")) query.append(name, value);
  }
  const address = at("");
  address.search = query.toString();
  location.assign(address);
});

await (searchQuery.size > 0
  ? search()
  : tables().catch((problem) => {
      for (const id of ["live", "recent", "notable"]) show(id, [], messageOf(problem));
    }));
