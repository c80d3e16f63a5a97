// Fills forms at random. Nothing here knows a game.

import type { Schema } from "@kifu/engine";

type Field = Schema<"Field">;

/** Chance that comes out the same in every run. */
export const chance = {
  state: 20,
  /** A number below this one. */
  below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  },
  one<T>(of: readonly T[]): T {
    const chosen = of[this.below(of.length)];
    if (chosen === undefined) throw new Error("there is nothing to choose");
    return chosen;
  },
};

/** A move by this form, which need not be legal. */
export function filled(form: Schema<"Form">): Schema<"NewEntry"> {
  const move: unknown = structuredClone(form.move);
  for (const field of form.fields) answer(move, field);
  return move as Schema<"NewEntry">;
}

function answer(move: unknown, field: Field) {
  if ("required" in field && !field.required && chance.below(2)) return;
  switch (field.kind) {
    case "choose_one": {
      const key = chance.one(keys(field));
      const values: unknown[] = field.at.length === 1 ? [key.value] : [key.value].flat();
      field.at.forEach((at, index) => put(move, at, values[index] ?? null));
      for (const inner of key.then) answer(move, inner);
      break;
    }
    case "choose_several":
      put(
        move,
        field.at,
        several(
          keys(field).map(({ value }) => value),
          field.count,
          field.distinct,
        ),
      );
      break;
    case "number": {
      const { min, max } = chance.one(field.ranges);
      put(move, field.at, min + chance.below(max - min + 1));
      break;
    }
    case "tally": {
      const places = [...field.cells, ...(field.rest ? [field.rest] : [])].map(({ at }) => at);
      const counts = new Map(places.map((at) => [at, 0]));
      for (let left = field.total; left > 0; left -= 1) {
        const at = chance.one(places);
        counts.set(at, (counts.get(at) ?? 0) + 1);
      }
      for (const [at, count] of counts) put(move, at, count);
      break;
    }
    case "words":
      break;
  }
}

const keys = (field: { groups: Schema<"KeyGroup">[] }) => field.groups.flatMap((group) => group.keys);

function several(of: unknown[], count: number, distinct: boolean): unknown[] {
  const left = [...of];
  const taken = [];
  while (taken.length < count && left.length) {
    const at = chance.below(left.length);
    taken.push(left[at]);
    if (distinct) left.splice(at, 1);
  }
  return taken;
}

/** Writes a value at a JSON Pointer. */
function put(move: unknown, at: string, value: unknown) {
  const steps = at.split("/").slice(1);
  const last = steps.pop() ?? "";
  let inside = move as Record<string, unknown>;
  for (const step of steps) inside = (inside[step] ??= {}) as Record<string, unknown>;
  inside[last] = value;
}
