import { expect, it } from 'vitest';
import { newId } from './ids.ts';

it('ids sort by the time of their making, within a millisecond too', () => {
  const ids = Array.from({ length: 2000 }, () => newId(1_790_000_000_000));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^01a0c4506c00[0-9a-f]{20}$/);
  expect(newId(1_790_000_000_001) > ids.at(-1)!).toBe(true);
});

it('an id cannot be guessed from the one before it', () => {
  const steps = Array.from({ length: 200 }, () => {
    const [one, next] = [newId(7), newId(7)].map((id) => BigInt(`0x${id}`));
    return next! - one!;
  });
  expect(steps.filter((step) => step < 1n << 20n)).toEqual([]);
});
