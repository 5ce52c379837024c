import { expect, test } from 'vitest';
import { StageOrderSchema } from '../../contract/live.ts';
import { knobOrder, mergeOrder } from './orders.ts';

test('a knob that is turned leaves the others and every other word as they were', () => {
  const before = mergeOrder(
    mergeOrder({ look: 'rose', isFrozen: true }, knobOrder(0, 0.25)),
    knobOrder(7, 1),
  );
  expect(before).toMatchObject({ look: 'rose', isFrozen: true });
  expect(before.knobs).toEqual([0.25, null, null, null, null, null, null, 1]);
  const after = mergeOrder(before, { ...knobOrder(0, 0.5), look: 'print' });
  expect(after.knobs).toEqual([0.5, null, null, null, null, null, null, 1]);
  expect(after.look).toBe('print');
  expect(mergeOrder(after, { isFrozen: false }).knobs).toEqual(after.knobs);
});

test('no order turns a knob out of its way', () => {
  for (const value of [-1, 2, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(StageOrderSchema.safeParse(knobOrder(3, value)).success).toBe(true);
  }
});
