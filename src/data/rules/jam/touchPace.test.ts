import { expect, test } from 'vitest';
import { TOUCH_GAP_MS, type Touch } from '../../contract/live.ts';
import { touchPace } from './touchPace.ts';

const touch = (turn: number): Touch => ({ rifffId: 'a', slot: 1, turn, depth: 0.5 });

/** A clock that is turned by hand. */
function bench() {
  const sent: { turn: number; atMs: number }[] = [];
  let nowMs = 0;
  let planned: { atMs: number; run: () => void } | null = null;
  const pace = touchPace(
    ({ turn }) => sent.push({ turn, atMs: nowMs }),
    (run, ms) => {
      planned = { atMs: nowMs + ms, run };
      return () => {
        planned = null;
      };
    },
  );
  const turnTo = (ms: number) => {
    while (planned && planned.atMs <= ms) {
      const { atMs, run } = planned;
      planned = null;
      nowMs = atMs;
      run();
    }
    nowMs = ms;
  };
  return { sent, pace, turnTo };
}

test('a drag at 120 frames a second is told at the pace of the line, the last touch included', () => {
  const { sent, pace, turnTo } = bench();
  const count = 120;
  for (let at = 0; at < count; at++) {
    turnTo((at * 1000) / count);
    pace.touch(touch(at / count));
  }
  turnTo(2000);
  expect(sent[0]).toEqual({ turn: 0, atMs: 0 });
  expect(sent.at(-1)?.turn).toBe((count - 1) / count);
  for (let at = 1; at < sent.length; at++) {
    expect(sent[at]!.atMs - sent[at - 1]!.atMs).toBeGreaterThanOrEqual(TOUCH_GAP_MS);
  }
  expect(sent.length).toBeGreaterThan(5);
});

test('what waits when it is stopped is not sent', () => {
  const { sent, pace, turnTo } = bench();
  pace.touch(touch(0));
  pace.touch(touch(0.5));
  pace.stop();
  turnTo(1000);
  expect(sent).toHaveLength(1);
  pace.touch(touch(0.7));
  expect(sent).toHaveLength(2);
});
