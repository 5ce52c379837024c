import { afterEach, describe, expect, it, vi } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { deleteLoop, setSlotOn } from '../../data/rules/draft/draft.ts';
import { transport } from '../state/transport.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './Engine.ts';

let engine: Engine | null = null;
afterEach(async () => {
  vi.unstubAllGlobals();
  await engine?.dispose();
  engine = null;
});

/** How loud each bus is now. */
function levels(): Float32Array {
  engine!.telemetry.sample();
  return engine!.telemetry.levels;
}

describe('the engine', () => {
  it('plays a rifff of eight loops and says where it is', async () => {
    await gesture();
    engine = createEngine();
    const rifff = makeRifff(
      [16, 32, 24, 16, 64, 16, 12, 16].map((length16ths, i) =>
        makeLoop({ sound: sine(100 * (i + 1), 0.1), length16ths }),
      ),
    );
    await engine.setRifff(rifff);
    expect(transport.load).toBe('ready');
    await engine.play();
    const heard = [0, 1, 2, 3, 4, 5, 6, 7, 9];
    await expect.poll(() => heard.every((bus) => levels()[bus]! > 0.05)).toBe(true);
    await expect.poll(() => levels() && engine!.telemetry.beat).toBe(1);
    expect(engine.telemetry.isPlaying).toBe(true);
    await engine.setRifff(setSlotOn(deleteLoop(rifff, 7), 0, false));
    await expect
      .poll(() => [0, 7, 3].map((slot) => levels()[slot]! > 0))
      .toEqual([false, false, true]);
    expect(levels()[3]).toBeGreaterThan(0.05);
    engine.stop();
    await expect.poll(() => levels() && engine!.telemetry.phase).toBe(0);
    expect(transport.status).toBe('stopped');
  });

  it('falls silent at once when it is silenced, begins nothing then, and nothing by itself afterwards', async () => {
    await gesture();
    engine = createEngine();
    await engine.setRifff(makeRifff([makeLoop({ sound: sine(200, 0.1) })]));
    await engine.play();
    await expect.poll(() => levels()[0]! > 0.05).toBe(true);
    engine.setSilenced(true);
    expect(transport.status).toBe('paused');
    await engine.play();
    await engine.unlock();
    await engine.inStep.play(() => 0);
    expect(transport.status).toBe('paused');
    await expect((await engine.studio()).pads.start()).rejects.toThrow('All sound is stopped');
    engine.setSilenced(false);
    // What follows a room sees no place to begin at, until a person has played.
    expect(engine.inStep.place()).toBeNull();
    expect(transport.status).toBe('paused');
    await engine.play();
    await expect.poll(() => levels()[0]! > 0.05).toBe(true);
    expect(engine.inStep.place()).not.toBeNull();
  });

  it('builds its context before a gesture, lets it rest, and plays on that one', async () => {
    await gesture();
    const made: AudioContext[] = [];
    vi.stubGlobal(
      'AudioContext',
      class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          made.push(this);
        }
      },
    );
    engine = createEngine();
    await engine.prepare();
    await engine.prepare();
    expect(made.map(({ state }) => state)).toEqual(['suspended']);
    await engine.setRifff(makeRifff([makeLoop({ sound: sine(200, 0.1) })]));
    expect(made[0]!.state).toBe('suspended');
    await engine.play();
    await expect.poll(() => levels()[0]! > 0.05).toBe(true);
    expect(made.map(({ state }) => state)).toEqual(['running']);
  });
});
