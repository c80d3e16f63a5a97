// The home page: tables as they are now, and records as they are searched for. What is searched for is in the address.

import { at, json } from "./lib/api.js";
import { fill, find, make } from "./lib/dom.js";
import { follow } from "./lib/live.js";
import { say } from "./lib/words.js";
import { card } from "./lib/card.js";

/** Parameters of the address that are no filters. */
const OWN = ["language"];
/** No table is looked for more often, in milliseconds. */
const SELDOM = 2000;

const asked = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name, value]) => value && !OWN.includes(name)));
const { games } = await json("/v1/rules").catch(() => ({ games: [] }));
const kinds = new Map(games.map((kind) => [kind.slug, kind]));
const records = (query) => json(`/v1/games?${query}`).then(({ games: found }) => found);

function show(id, found, none, why = () => null) {
  const list = fill(find(id), found.length ? found.map((record) => card(record, kinds, why(record))) : make("li", { class: "quiet" }, none));
  list.removeAttribute("aria-busy");
}

const showLive = (found) => show("live", found, say("live_none"));

/** Why a record is worth a look, and how to find such ones. */
const NOTABLE = [
  ["notable_points", "status=over&sort=-points&limit=1"],
  ["notable_score", "status=over&sort=-score&limit=1"],
  ["notable_long", "status=over&sort=-moves&limit=2"],
  ["notable_irregular", "status=over&irregular=true&sort=-ended&limit=1"],
];

async function notable() {
  const found = await Promise.all(NOTABLE.map(async ([why, query]) => (await records(query)).map((record) => [record.id, { record, why }])));
  return [...new Map(found.flat().reverse()).values()].reverse();
}

async function tables() {
  const [live, recent, special] = await Promise.all([records("status=live&limit=6"), records("status=over&sort=-ended&limit=6"), notable()]);
  showLive(live);
  show("recent", recent, say("recent_none"));
  const why = new Map(special.map((one) => [one.record.id, say(one.why)]));
  show("notable", special.map(({ record }) => record), say("recent_none"), ({ id }) => why.get(id));
  let due = null;
  const again = () => { due ??= setTimeout(async () => { due = null; showLive(await records("status=live&limit=6").catch(() => live)); }, SELDOM); };
  follow("/v1/feed", { after: "now", on: again });
}

async function search() {
  for (const [name, value] of asked) {
    const field = find("search").elements[name];
    if (field) field.value = value;
  }
  await showFound(`/v1/games?${asked}&total=true&limit=24`);
}

async function showFound(path) {
  const more = find("found-more");
  try {
    const { games: found, next, total } = await json(path);
    if (total) find("found-count").textContent = say(total.or_more ? "found_more" : "found_count", { count: total.count });
    find("found-list").append(...found.map((record) => card(record, kinds)));
    if (total?.count === 0) find("found-list").append(make("li", { class: "quiet" }, say("found_none")));
    more.hidden = !next;
    more.onclick = () => showFound(next);
  } catch (problem) {
    find("found-trouble").textContent = problem.message;
    find("found-trouble").hidden = false;
  }
}

/** Empty fields stay out of the address. */
find("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const filled = [...new FormData(event.target)].filter(([name, value]) => value && !(name === "sort" && value === "-opened"));
  const address = at("");
  address.search = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => OWN.includes(name)).concat(filled));
  location.assign(address);
});

await (asked.size > 0 ? search() : tables().catch((problem) => {
  for (const id of ["live", "recent", "notable"]) show(id, [], problem.message);
}));
