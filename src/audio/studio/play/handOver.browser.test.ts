/** Pads begin on the grid of the rifff, and leave on the beat on which the loop made of them begins. */

import { subscribe } from 'valtio/vanilla';
import { afterEach, beforeEach, expect } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { impulse, makeLoop, makeRifff } from '../../../../tests/audio/loops.ts';
import { tapLoudspeaker } from '../../../../tests/audio/recorder.ts';
import { inRealTime } from '../../../../tests/support/realTime.ts';
import { PAD } from '../../../data/rules/instruments/padKit.ts';
import { emptyPattern, setStep } from '../../../data/rules/instruments/steps.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { targetLufs } from '../../../dsp/levels.ts';
import { createEngine } from '../../engine/createEngine.ts';
import type { Engine } from '../../engine/Engine.ts';
import { play, setPadPattern, setPlayTempo } from '../../state/play.ts';
import { transport } from '../../state/transport.ts';
import type { Studio } from '../Studio.ts';

const BPS = 5;
const BEAT = barFrames(16, BPS) / 4;
let tap: ReturnType<typeof tapLoudspeaker>;
let engine: Engine;
let studio: Studio;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(async () => {
  tap = tapLoudspeaker();
  await gesture();
  engine = createEngine();
  studio = await engine.studio();
  setPlayTempo(BPS, 16);
  setPadPattern(
    [0, 4, 8, 12].reduce(
      (pattern, step) => setStep(pattern, PAD.clave, step, 3),
      emptyPattern(1, 16),
    ),
  );
});
afterEach(async () => {
  studio.pads.stop();
  tap.release();
  await engine.dispose();
});

/** Where each strike begins and how loud it is. */
function strikes(wave: Float32Array): { frame: number; peak: number }[] {
  const found: { frame: number; peak: number }[] = [];
  let last = Number.NEGATIVE_INFINITY;
  wave.forEach((sample, n) => {
    const size = Math.abs(sample);
    if (size < 0.03) return;
    if (n - last > BEAT / 3) found.push({ frame: n, peak: 0 });
    last = n;
    if (n - found.at(-1)!.frame < 1000) found.at(-1)!.peak = Math.max(found.at(-1)!.peak, size);
  });
  return found;
}

inRealTime(
  'no beat is missed and none sounds twice while a loop takes over from the pads that made it',
  async () => {
    // Too quiet to count as a strike.
    const beside = makeLoop({ sound: impulse(0.01), bps: BPS });
    await engine.setRifff(makeRifff([beside]));
    await engine.play();
    // In the middle of a bar, off every beat.
    await wait(730);
    await studio.pads.start();
    await wait(300);
    await tap.start(8);
    await wait(700);
    const samples = await studio.pads.render(BPS);
    const about = { name: 'Beat', category: 'drums', barLength: 16, length16ths: 16 };
    const loop = await studio.keepLoop(samples, { ...about, bps: BPS, userName: 'test' });
    // Left at the level that it was made at, to be compared with the pads.
    const asMade = { ...loop, loudnessLufs: targetLufs('drums') };
    const isReady = new Promise<void>((resolve) => {
      let wasLoading = false;
      subscribe(
        transport,
        () => {
          if (transport.load === 'loading') wasLoading = true;
          else if (wasLoading) resolve();
        },
        true,
      );
    });
    const changed = engine.setRifff(makeRifff([beside, asMade]));
    // As the panel does it: as soon as what was declared is ready to sound.
    await Promise.race([isReady, changed]);
    studio.pads.stopOnBeat();
    await expect.poll(() => play.pads.isRunning).toBe(false);
    await wait(800);
    const { wave, holes } = await tap.stop();
    expect(holes).toBe(0);
    const found = strikes(wave);
    expect(found.length).toBeGreaterThan(6);
    const whole = found.slice(1);
    const apart = whole.slice(1).map(({ frame }, at) => frame - whole[at]!.frame);
    for (const frames of apart) expect(Math.abs(frames - BEAT)).toBeLessThanOrEqual(2);
    const peaks = found.slice(1, -1).map(({ peak }) => peak);
    // Twice at once would be 6 dB louder.
    expect(Math.max(...peaks) / Math.min(...peaks)).toBeLessThan(1.3);
  },
);

inRealTime('pads that are started beside a rifff at any moment lie on its beats', async () => {
  await engine.setRifff(makeRifff([makeLoop({ sound: impulse(0.5), bps: BPS })]));
  await engine.play();
  for (const lateMs of [210, 470]) {
    await wait(lateMs);
    await studio.pads.start();
    await wait(300);
    await tap.start(1.2);
    await tap.heard(1.2);
    const found = strikes((await tap.stop()).wave);
    // The loop's own impulse begins a bar, with a clave on it: everything is whole beats apart.
    expect(found.length).toBeGreaterThanOrEqual(4);
    // The first may have begun before it was listened to.
    for (const { frame } of found.slice(1)) {
      const beats = (frame - found[1]!.frame) / BEAT;
      expect(Math.abs(beats - Math.round(beats)) * BEAT).toBeLessThanOrEqual(60);
    }
    studio.pads.stop();
    await wait(400);
  }
});
