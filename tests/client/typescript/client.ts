// A client as somebody would write one: every type comes from the contract.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { createKifu, type components } from "kifu-client";

type Schemas = components["schemas"];

const url = process.env["KIFU_URL"] ?? "http://127.0.0.1:8080";
const api = createKifu(url);

// What must not compile. If one of these did, the compiler would complain of an unused directive.

// @ts-expect-error: a move has no field that its kind does not have
const strange: Schemas["BremenPlayMove"] = { type: "play", seat: 0, tile: "cat-1", row: "cow" };
// @ts-expect-error: nor does it lack one
const short: Schemas["NewMove"] = { type: "play", seat: 0 };
// @ts-expect-error: nor is a field of one kind a field of another, whatever the game
const mixed: Schemas["NewMove"] = { type: "bet", seat: 0, tile: "cat-1" };
// @ts-expect-error: there are no other kinds of moves
const unknown: Schemas["NewMove"] = { type: "castle", seat: 0 };
// @ts-expect-error: a game has its own options only
const foreign: Schemas["OpenRequest"] = { game: "bremen", seats: [null, null, null], options: { boxes: 1 } };
void [strange, short, mixed, unknown, foreign];

/** The JSON of an answer, which must be none of the problems. */
function got<T>({ data, error }: { data?: T; error?: unknown }): T {
  assert.ok(data, JSON.stringify(error));
  return data;
}

/** What a move of Bremen is about: the type decides which fields there are. */
function about(move: Schemas["BremenMove"]): string {
  switch (move.type) {
    case "play":
      return move.tile;
    case "lead":
    case "redeal":
      return `seat ${move.seat}`;
    case "deal":
    case "reveal":
      return move.type;
  }
}

/** The tile of a step, if it is one of Bremen: the game of a step decides what its move and its position can be. */
function taken(step: Schemas["ReplayStep"]): string | null {
  if (step.game !== "bremen" || step.move.type !== "play") return null;
  assert.equal(step.state.on_table.at(-1)?.tile, step.move.tile);
  return step.move.tile;
}

const opened = got(
  await api.POST("/v1/games", { body: { game: "bremen", seats: ["Aki", "Ben", { name: "Chika" }, null], options: {} } }),
);
assert.equal(opened.seat_tokens.length, 4);
const params = { path: { id: opened.id } };
const headers = { Authorization: `Bearer ${opened.scribe_token}` };

const moves: Schemas["BremenMove"][] = [
  { type: "deal" },
  { type: "lead", seat: 0 },
  { type: "play", seat: 0, tile: "donkey-7" },
  { type: "play", seat: 1, tile: "donkey-4" },
];
const logged = got(await api.POST("/v1/games/{id}/moves", { params, headers, body: moves }));
assert.equal(logged.recorded, true);
assert.deepEqual(logged.steps.map((step) => step.seq), [1, 2, 3, 4]);
assert.deepEqual(logged.entries, moves.map((move) => ({ game: "bremen", ...move })));

const refused = await api.POST("/v1/games/{id}/moves", {
  params,
  headers,
  body: { type: "play", seat: 2, tile: "donkey-7" },
});
assert.equal(refused.response.status, 422);
assert.equal(refused.error?.code, "violation");
assert.ok(refused.error?.violation?.rule.startsWith("BR-"));

const { choices, version } = got(await api.GET("/v1/games/{id}/choices", { params }));
assert.equal(version, moves.length);
assert.deepEqual(choices.map((choice) => choice.type), ["play"]);

const replay = got(await api.GET("/v1/games/{id}/replay", { params, headers }));
assert.equal(replay.steps.length, moves.length);
assert.deepEqual(replay.steps.map(taken), [null, null, "donkey-7", "donkey-4"]);
const last = got(
  await api.GET("/v1/games/{id}/replay/{step}", { params: { path: { id: opened.id, step: 4 } }, headers }),
);
assert.ok("move" in last);
assert.equal(last.step, last.steps);
assert.deepEqual(last.move, { game: "bremen", ...moves.at(-1) });
assert.match(last.narration[0]?.en ?? "", /^Ben .*donkey 4/);
assert.ok(last.narration[0]?.ja);
assert.deepEqual(moves.map(about), ["deal", "seat 0", "donkey-7", "donkey-4"]);

// A game played to its end is open to everybody and counts.
const wolf: Schemas["YouCryWolfMove"][] = [
  { type: "choose_first_player", seat: 0 },
  { type: "bet", seat: 0, die: "cow", row: "cow", claim: 7 },
  { type: "call", seat: 1, row: "cow" },
  { type: "reveal", count: 4 },
  { type: "bet", seat: 0, die: "cow", row: "cow", claim: 7 },
  { type: "bet", seat: 1, die: "sheep", row: "sheep", claim: 2 },
  { type: "call", seat: 2, row: "cow" },
  { type: "reveal", count: 4 },
];
const second = got(await api.POST("/v1/games", { body: { game: "you_cry_wolf", seats: [null, null, null] } }));
const over = got(
  await createKifu(url, { token: second.scribe_token }).POST("/v1/games/{id}/moves", {
    params: { path: { id: second.id } },
    body: wolf,
  }),
);
assert.equal(over.status, "over");
assert.deepEqual(over.outcome?.winners, [0, 1, 2].filter((seat) => over.outcome?.places?.[seat] === 1));

const { metrics } = got(await api.GET("/v1/statistics"));
const { games } = got(await api.GET("/v1/rules"));
for (const { slug } of games) {
  assert.ok(metrics.some((metric) => metric.id.startsWith(`${slug}.`)), slug);
}
const mine = metrics.filter((metric) => metric.id.startsWith(`${second.game}.`));
const played = (counts: Schemas["Statistics"][]) => Math.max(...counts.map((values) => values.total.games));
let counts = await Promise.all(mine.map(values));
for (let begun = Date.now(); played(counts) < 1 && Date.now() - begun < 30_000; await setTimeout(20)) {
  counts = await Promise.all(mine.map(values));
}
assert.equal(played(counts), 1);
for (const [index, { metric, groups, total }] of counts.entries()) {
  assert.equal(metric.title.en, mine[index]?.title.en);
  assert.equal(groups?.reduce((sum, group) => sum + group.n, 0), total.n);
}

/** The values of a metric, by the number of seats. */
async function values(metric: Schemas["CatalogueEntry"]): Promise<Schemas["Statistics"]> {
  const params = { path: { metric: metric.id }, query: { group_by: ["seats" as const] } };
  return got(await api.GET("/v1/statistics/{metric}", { params }));
}
