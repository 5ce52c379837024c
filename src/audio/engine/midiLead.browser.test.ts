import { afterEach, beforeEach, expect } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { inRealTime } from '../../../tests/support/realTime.ts';
import { transport } from '../state/transport.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './Engine.ts';

let engine: Engine;
let end: (() => void) | null = null;
beforeEach(async () => {
  await gesture();
  engine = createEngine();
  await engine.unlock();
});
afterEach(async () => {
  end?.();
  await engine.dispose();
});

inRealTime(
  'hardware starts the rifff in its phase, hands over another tempo and stops it',
  async () => {
    const rifff = makeRifff([makeLoop({ sound: impulse(0.9), length16ths: 4 })]);
    await engine.setRifff(rifff);
    const originMs = performance.now() - 3210;
    let isRunning = true;
    let bps = 2;
    const tempos: number[] = [];
    end = await engine.followMidi({
      clock: () => ({ bps, originMs, isRunning }),
      rifff: () => ({ id: rifff._id, bps: 2 }),
      setTempo: (tempo) => void tempos.push(tempo),
    });
    const offMs = () => {
      const place = engine.inStep.place();
      if (!place?.playing) return Number.NaN;
      const heardMs = (place.heard.frame - place.playing.originFrame) / 48;
      return Math.abs(heardMs - (place.heard.performanceMs - originMs));
    };
    await expect.poll(offMs).toBeLessThan(15);
    expect(transport.status).toBe('playing');
    bps = 2.1;
    await expect.poll(() => tempos[0]).toBeCloseTo(2.1, 9);
    bps = 2;
    isRunning = false;
    await expect.poll(() => transport.status).toBe('stopped');
  },
);
