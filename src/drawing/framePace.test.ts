import { expect, test } from 'vitest';
import { FramePace } from './framePace.ts';

const asksAtOnce = (pace: FramePace) => {
  let asked = false;
  pace.next(() => {
    asked = true;
  });
  return asked;
};

test('a machine that keeps up is asked for the next frame at once, one that does not may rest', () => {
  const fast = new FramePace();
  for (let frame = 0; frame < 100; frame++) fast.count(1 / 60);
  expect(asksAtOnce(fast)).toBe(true);
  const slow = new FramePace();
  for (let frame = 0; frame < 100; frame++) slow.count(0.3);
  expect(asksAtOnce(slow)).toBe(false);
});

test('the rest itself does not count as slowness: a machine that recovers goes on at full speed', () => {
  const pace = new FramePace();
  for (let frame = 0; frame < 60; frame++) pace.count(0.3);
  expect(asksAtOnce(pace)).toBe(false);
  for (let frame = 0; frame < 60; frame++) pace.count(0.4 + 1 / 60);
  expect(asksAtOnce(pace)).toBe(true);
});

test('the resolution falls only above one, after long slowness, never by a single pause', () => {
  const pace = new FramePace();
  pace.count(30);
  expect(pace.isTooSlow(2)).toBe(false);
  for (let frame = 0; frame < 100; frame++) pace.count(0.06);
  expect(pace.isTooSlow(1)).toBe(false);
  expect(pace.isTooSlow(2)).toBe(true);
  expect(pace.isTooSlow(2)).toBe(false);
});
