import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawingTime, type Fences } from './drawingTime.ts';

/** A context whose drawing ends so long after it was asked for. */
function contextOf(drawingMs: number): Fences {
  let askedMs = 0;
  const gl = {
    SYNC_GPU_COMMANDS_COMPLETE: 1,
    SYNC_STATUS: 2,
    SIGNALED: 3,
    fenceSync: () => {
      askedMs = performance.now();
      return {};
    },
    flush: () => {},
    getSyncParameter: () => (performance.now() - askedMs >= drawingMs ? 3 : 0),
    deleteSync: () => {},
    isContextLost: () => false,
  };
  return gl as unknown as Fences;
}

/** Draws pictures one after the other. @returns how often the machine was called slow */
async function draw(gl: Fences, pictures: number): Promise<number> {
  const time = new DrawingTime();
  const onSlow = vi.fn();
  time.onSlow = onSlow;
  for (let picture = 0; picture < pictures; picture++) {
    time.time(gl);
    await vi.advanceTimersByTimeAsync(300);
  }
  return onSlow.mock.calls.length;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a machine that takes long is called slow, once', async () => {
  expect(await draw(contextOf(90), 60)).toBe(1);
});

test('one that is fast enough never is, nor one that has drawn too little to say', async () => {
  expect(await draw(contextOf(20), 60)).toBe(0);
  expect(await draw(contextOf(90), 15)).toBe(0);
});
