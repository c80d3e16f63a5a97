// Plays a random game of every kind with the package of the engine, and asks for all that it can tell of one.

import assert from "node:assert/strict";
import { KifuError, open, type Game, type Opening, type Schema } from "@kifu/engine";
import { chance, filled } from "./forms.js";

/** So many games of each kind are played. */
const GAMES = 3;
/** As many moves a game has at most. */
const MAX_MOVES = 150;
/** So often a form is filled until the engine takes it. */
const MAX_TRIES = 500;
const SEATS: Record<Opening["game"], number> = {
  you_cry_wolf: 4,
  half_werewolf: 5,
  bremen: 4,
  dancing_villager: 3,
  punyon_ken: 2,
  not_my_fault: 3,
};

// What must not compile. If one of these did, the compiler would complain of an unused directive.

export async function strange(game: Game) {
  // @ts-expect-error: a move has no field that its kind does not have
  game.enter("scribe", { type: "play", seat: 0, tile: "cat-1", row: "cow" });
  // @ts-expect-error: there are no other viewers
  game.replay("dealer");
  // @ts-expect-error: nor other games
  await open({ game: "chess", seats: [null, null] });
  // @ts-expect-error: a game has its own options only
  await open({ game: "bremen", seats: [null, null, null], options: { boxes: 1 } });
}

/** The tile of a step, if it is one of Bremen: the game of a step decides what its move and its position can be. */
export function taken(step: ReturnType<Game["replay"]>["steps"][number]): string | null {
  if (step.game !== "bremen" || step.move.type !== "play") return null;
  return step.state.on_table.at(-1)?.tile ?? null;
}

/** Enters a random move; false if nothing that was tried is one. */
function move(game: Game): boolean {
  const { forms } = game.forms("scribe");
  const usual = forms.filter((form) => !form.aside);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const form = chance.one(usual.length ? usual : forms);
    try {
      game.enter("scribe", filled(form));
      return true;
    } catch (error) {
      if (!(error instanceof KifuError)) throw error;
      assert.ok(error.problem.message.ja && error.message);
    }
  }
  return false;
}

/** What a game tells, asked from everywhere. */
function examine(game: Game, seats: number) {
  const { moves, state } = game.position();
  for (const perspective of [null, "public", "scribe", ...Array(seats).keys()] as const) {
    const { steps } = game.replay(perspective);
    assert.equal(steps.length, moves);
    assert.ok(steps.every((step) => step.game === state.game && step.narration.every(({ en, ja }) => en && ja)));
    for (const step of new Set([0, moves >> 1, moves])) {
      assert.match(game.board({ step, perspective, language: "ja", layout: "portrait" }), /^<svg/);
    }
  }
  assert.throws(
    () => game.board({ step: moves + 1 }),
    (error) => error instanceof KifuError && error.problem.code === "not_found",
  );
}

/** The same game, from its log. */
async function again(game: Game, opening: Opening): Promise<Game> {
  const copy = await open(opening);
  copy.add(game.entries().map(({ entry }) => ({ at: new Date().toISOString(), entry })));
  return copy;
}

async function play(slug: Opening["game"]) {
  const opening = { game: slug, seats: Array<string | null>(SEATS[slug]).fill(null) } as Opening;
  const game = await open(opening);
  let before = game.fork();
  // There is no choice any more at the end, or where no hands fit what chance has entered.
  while (game.choices().length && game.position().moves < MAX_MOVES) {
    before.close();
    before = game.fork();
    assert.ok(move(game), `${slug}: no form is a move after ${JSON.stringify(game.entries())}`);
  }
  const { moves, status, outcome } = game.position();
  assert.equal(before.position().moves, moves - 1, "a copy goes its own way");
  assert.equal(status === "over", outcome !== null);
  examine(game, SEATS[slug]);
  assert.deepEqual((await again(game, opening)).position(), game.position());
  game.close();
  assert.throws(() => game.position(), KifuError);
  console.log(`${slug}: ${moves} moves, ${status}`);
}

for (const slug of Object.keys(SEATS) as Opening["game"][]) {
  for (let games = 0; games < GAMES; games += 1) await play(slug);
}

await assert.rejects(open({ game: "bremen", seats: [] }), KifuError);
const named = await open({ game: "bremen", seats: ["Aki", "Ben", "Chika", null], options: {}, rules_version: 1 });
named.enter("scribe", { type: "deal" });
named.enter(1, { type: "lead", seat: 1 } satisfies Schema<"BremenMove">);
