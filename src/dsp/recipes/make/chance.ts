import { hash32, type Random, random } from '../../synth/random.ts';

/** Decisions of one loop. Each has a name and a stream of its own, so that one more decision changes no other. */
export interface Chance {
  rng(label: string): Random;
  /** A number from `low` to `high`. */
  between(label: string, low: number, high: number): number;
  one<T>(label: string, list: readonly T[]): T;
  /** True in this share of the loops. */
  is(label: string, share: number): boolean;
  /** One of a list that comes round with the seed: neighbours never get the same. */
  turn<T>(label: string, list: readonly T[]): T;
}

const pick = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!;

/** The decisions of the loop with this seed among those called `label`. */
export function chance(label: string, seed: number): Chance {
  const rng = (name: string) => random(`${label}/${seed}/${name}`);
  return {
    rng,
    between: (name, low, high) => low + (high - low) * rng(name).next(),
    one: (name, list) => pick(list, rng(name).next()),
    is: (name, share) => rng(name).next() < share,
    turn: (name, list) => list[(seed + hash32(`${label}/${name}`)) % list.length]!,
  };
}
