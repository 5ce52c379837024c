import { afterEach, expect, test } from 'vitest';
import { beforeEachFrame, type FrameTurn, onFrame } from './frameLoop.ts';
import { chooseRingDrawing } from './ringDrawing.ts';

const turns: FrameTurn[] = [];
const later = (frames: number) =>
  new Promise<void>((resolve) => {
    const step = (left: number) =>
      left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1));
    step(frames);
  });

afterEach(() => {
  for (const turn of turns.splice(0)) turn.stop();
  beforeEachFrame(() => {});
  chooseRingDrawing('auto');
});

/** A member that notes its turns and wants `count` of them. */
function member(stage: Parameters<typeof onFrame>[0], seen: string[], count = 1): FrameTurn {
  let left = count;
  const turn = onFrame(stage, (nowMs) => {
    seen.push(`${stage} ${nowMs}`);
    left -= 1;
    return left > 0;
  });
  turns.push(turn);
  return turn;
}

test('in one frame rings draw before lanes and lanes before read-outs, whoever came first', async () => {
  const seen: string[] = [];
  beforeEachFrame(() => seen.push(`sound ${document.timeline.currentTime}`));
  const all = [member('readouts', seen), member('lanes', seen), member('rings', seen)];
  for (const turn of all) turn.wake();
  await later(4);
  expect(seen.map((one) => one.split(' ')[0])).toEqual(['sound', 'rings', 'lanes', 'readouts']);
  expect(new Set(seen.map((one) => one.split(' ')[1])).size).toBe(1);
});

test('draws as long as it is asked to, then rests until it is woken; a stopped one is never woken', async () => {
  const seen: string[] = [];
  const turn = member('rings', seen, 3);
  await later(2);
  expect(seen).toHaveLength(0);
  turn.wake();
  await later(12);
  expect(seen).toHaveLength(3);
  turn.stop();
  turn.wake();
  await later(6);
  expect(seen).toHaveLength(3);
});

test('a turn that fails is reported and takes no other along', async () => {
  const seen: string[] = [];
  const reported: unknown[] = [];
  const note = (event: ErrorEvent) => {
    event.preventDefault();
    reported.push(event.error);
  };
  addEventListener('error', note);
  const failing = onFrame('rings', () => {
    throw new Error('planted');
  });
  turns.push(failing);
  failing.wake();
  member('readouts', seen).wake();
  await later(4);
  removeEventListener('error', note);
  expect(seen).toHaveLength(1);
  expect(reported).toHaveLength(1);
});

test('a machine that draws by its processor skips frames', async () => {
  chooseRingDrawing('canvas');
  const seen: string[] = [];
  member('rings', seen, 1000).wake();
  const from = performance.now();
  await later(30);
  const seconds = (performance.now() - from) / 1000;
  expect(seen.length / seconds).toBeLessThan(40);
});
