import { expect, it } from 'vitest';
import { HeapWatch } from './heap.ts';

const MB = 1024 * 1024;

it('is collected once for what a crowd left, when little is going on', () => {
  const watch = new HeapWatch(100 * MB);
  expect(watch.isWorth(120 * MB, 0)).toBe(false);
  expect(watch.isWorth(400 * MB, 0.9)).toBe(false);
  expect(watch.isWorth(400 * MB, 0.1)).toBe(true);
  watch.collected(180 * MB);
  expect(watch.isWorth(200 * MB, 0)).toBe(false);
  // It shrank by itself: what grows from there counts.
  expect(watch.isWorth(90 * MB, 0)).toBe(false);
  expect(watch.isWorth(160 * MB, 0)).toBe(true);
});
