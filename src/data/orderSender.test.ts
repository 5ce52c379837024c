import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StageOrder } from './contract/live.ts';
import { orderSender } from './orderSender.ts';
import { knobOrder } from './rules/stage/orders.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a knob that is turned for long tells the room at once, then four times a second, and where it came to rest', () => {
  const sent: StageOrder[] = [];
  const startMs = Date.now();
  const sender = orderSender(
    (order) => sent.push(order),
    () => 1000 + Date.now() - startMs,
  );
  for (let step = 1; step <= 100; step++) {
    sender.give(knobOrder(2, step / 100));
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.length).toBeLessThanOrEqual(6);
  expect(sent[0]?.knobs?.[2]).toBe(0.01);
  expect(sent.at(-1)?.knobs?.[2]).toBe(1);
  // Each bears the time of the room at which it was sent.
  expect(sent.map(({ atMs }) => atMs)).toEqual([1000, 1250, 1500, 1750, 2000]);
});

test('knobs that are turned together go together, also when the page goes', () => {
  const sent: StageOrder[] = [];
  const startMs = Date.now();
  const sender = orderSender(
    (order) => sent.push(order),
    () => 1000 + Date.now() - startMs,
  );
  sender.give(knobOrder(0, 0.1));
  sender.give(knobOrder(0, 0.2));
  sender.give(knobOrder(1, 0.3));
  sender.stop();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.knobs?.slice(0, 2)).toEqual([0.2, 0.3]);
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(2);
});

test('what is said before the clock of the room is known, or of other things, has no time', () => {
  const sent: StageOrder[] = [];
  orderSender(
    (order) => sent.push(order),
    () => null,
  ).give(knobOrder(0, 0.1));
  orderSender(
    (order) => sent.push(order),
    () => 5,
  ).give({ look: 'rose' });
  expect(sent.map((order) => 'atMs' in order)).toEqual([false, false]);
});
