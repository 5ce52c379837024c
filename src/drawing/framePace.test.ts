import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Fences, FramePace } from './framePace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A drawing machine that takes `ms` for whatever it is asked. */
function machine(ms: number): Fences & { ms: number } {
  let doneAt = 0;
  // The constants of WebGL 2.
  return {
    ms,
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    SYNC_STATUS: 0x9114,
    SIGNALED: 0x9119,
    fenceSync() {
      doneAt = performance.now() + this.ms;
      return {};
    },
    flush() {},
    getSyncParameter: () => (performance.now() >= doneAt ? 0x9119 : 0x9118),
    deleteSync() {},
    isContextLost: () => false,
  };
}

/** Draws for `seconds`, the script never waiting for the machine. @returns frames that were asked for */
async function draw(pace: FramePace, gl: Fences & { ms: number }, seconds: number) {
  const end = performance.now() + seconds * 1000;
  let frames = 0;
  let last = performance.now();
  while (performance.now() < end) {
    let asked = false;
    pace.count((performance.now() - last) / 1000);
    last = performance.now();
    frames += 1;
    pace.next(() => {
      asked = true;
    }, gl);
    if (asked) await vi.advanceTimersByTimeAsync(Math.max(16, gl.ms));
    else while (!asked) await vi.advanceTimersByTimeAsync(1);
  }
  return frames;
}

test('a machine that keeps up draws every frame', async () => {
  expect(await draw(new FramePace(), machine(4), 2)).toBeGreaterThan(115);
});

test('one that does not rests as long as it draws, whatever it is asked for meanwhile', async () => {
  const pace = new FramePace();
  const gl = machine(200);
  await draw(pace, gl, 3);
  const frames = await draw(pace, gl, 10);
  expect(frames).toBeGreaterThan(10);
  expect(frames * 0.2).toBeLessThan(0.55 * 10);
});

test('frames that a touch asks for meanwhile leave the rest as it is', async () => {
  const pace = new FramePace();
  const gl = machine(300);
  await draw(pace, gl, 5);
  let asked = 0;
  for (let touch = 0; touch < 10; touch++) {
    pace.count(0.016);
    pace.next(() => {
      asked += 1;
    }, gl);
  }
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toBe(1);
});

test('one that recovers goes on at full speed', async () => {
  const pace = new FramePace();
  const gl = machine(300);
  await draw(pace, gl, 5);
  gl.ms = 4;
  await draw(pace, gl, 3);
  expect(await draw(pace, gl, 2)).toBeGreaterThan(115);
});

test('the resolution falls to one after long slowness, never by a single pause', () => {
  const pace = new FramePace();
  pace.count(30);
  expect(pace.resolution(2)).toBe(2);
  for (let frame = 0; frame < 100; frame++) pace.count(0.06);
  expect(pace.resolution(1)).toBe(1);
  expect(pace.resolution(2)).toBe(1.5);
  expect(pace.resolution(1.5)).toBe(1.5);
});

test('it falls to a half where a machine struggles, and no further', async () => {
  const pace = new FramePace();
  const gl = machine(300);
  await draw(pace, gl, 5);
  expect(pace.resolution(1)).toBe(0.5);
  await draw(pace, gl, 5);
  expect(pace.resolution(0.5)).toBe(0.5);
});
