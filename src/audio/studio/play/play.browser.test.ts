import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { impulse, makeLoop, makeRifff } from '../../../../tests/audio/loops.ts';
import { rms } from '../../../../tests/audio/offline.ts';
import { tapLoudspeaker } from '../../../../tests/audio/recorder.ts';
import { inRealTime } from '../../../../tests/support/realTime.ts';
import { PAD } from '../../../data/rules/instruments/padKit.ts';
import { emptyPhrase } from '../../../data/rules/instruments/phrase.ts';
import { emptyPattern, setStep } from '../../../data/rules/instruments/steps.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { createEngine } from '../../engine/createEngine.ts';
import type { Engine } from '../../engine/Engine.ts';
import {
  keysPhrase,
  padPattern,
  patchKeys,
  patchPads,
  play,
  setKeysPhrase,
  setPadPattern,
  setPlayTempo,
} from '../../state/play.ts';
import type { Studio } from '../Studio.ts';

let tap: ReturnType<typeof tapLoudspeaker>;
let engine: Engine;
let studio: Studio;

beforeEach(async () => {
  tap = tapLoudspeaker();
  await gesture();
  engine = createEngine();
  studio = await engine.studio();
  setPlayTempo(2, 16);
});
afterEach(async () => {
  studio.pads.stop();
  studio.keys.stop();
  tap.release();
  await engine.dispose();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const reach16th = (at: number) =>
  expect.poll(() => studio.keys.position16ths(), { interval: 10 }).toBeGreaterThanOrEqual(at);

/** Frames at which a wave rises over a threshold after having been under it for a while. */
function onsets(wave: Float32Array, threshold: number, quietFrames = 4000): number[] {
  const found: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  wave.forEach((sample, n) => {
    if (Math.abs(sample) < threshold) return;
    if (n - last > quietFrames) found.push(n);
    last = n;
  });
  return found;
}

describe('pads in the engine', () => {
  inRealTime('sound at once when they are hit, and nothing else does', async () => {
    await studio.pads.load();
    expect(play.pads.load).toBe('ready');
    studio.pads.hit(PAD.snare, 1);
    await wait(600);
    await tap.start(0.6);
    await wait(150);
    studio.pads.hit(PAD.snare, 1);
    await tap.heard(0.6);
    const { wave } = await tap.stop();
    expect(onsets(wave, 0.02, 20_000)).toHaveLength(1);
    expect(studio.pads.hitMs[PAD.snare]).toBeGreaterThan(0);
  });

  inRealTime('play their steps alone, bar for bar to the frame, and stop when told', async () => {
    setPadPattern(setStep(emptyPattern(1, 16), PAD.clave, 4, 3));
    // Bars of 0.63 s.
    const bps = 6.4;
    setPlayTempo(bps, 16);
    await studio.pads.start();
    await tap.start(2);
    await tap.heard(2);
    const { wave, holes } = await tap.stop();
    expect(holes).toBe(0);
    const found = onsets(wave, 0.05, 20_000);
    expect(found.length).toBeGreaterThanOrEqual(2);
    const bar = barFrames(16, bps);
    for (let at = 1; at < found.length; at++) expect(found[at]! - found[at - 1]!).toBe(bar);
    studio.pads.stop();
    expect(play.pads.isRunning).toBe(false);
    await wait(500);
    await tap.start(0.7);
    await tap.heard(0.7);
    expect(rms((await tap.stop()).wave)).toBe(0);
  });

  inRealTime(
    'play on the grid of the rifff, on the frame that the loop made of them has',
    async () => {
      const bps = 6;
      await engine.setRifff(makeRifff([makeLoop({ sound: impulse(0.5), bps })]));
      setPadPattern(setStep(emptyPattern(1, 16), PAD.clave, 6, 3));
      setPlayTempo(bps, 16);
      const rendered = await studio.pads.render(bps);
      await engine.play();
      await studio.pads.start();
      await wait(500);
      await tap.start(1.7);
      await tap.heard(1.7);
      const { wave } = await tap.stop();
      const bar = barFrames(16, bps);
      const threshold = 0.03;
      // −6 dB of the master lie between what is made and what is heard.
      const inLoop = rendered.channels[0]!.findIndex((sample) => Math.abs(sample) > 2 * threshold);
      const found = onsets(wave, threshold, 9000);
      const apart = found.slice(1).map((frame, at) => frame - found[at]!);
      expect(apart.length).toBeGreaterThanOrEqual(2);
      for (const frames of apart) {
        expect(
          Math.min(Math.abs(frames - inLoop), Math.abs(frames - (bar - inLoop))),
        ).toBeLessThanOrEqual(2);
      }
      engine.pause();
      await expect.poll(() => play.pads.isRunning).toBe(false);
    },
  );

  inRealTime('write what is hit while the steps play', async () => {
    setPadPattern(emptyPattern(1, 16));
    await studio.pads.start();
    patchPads({ isWriting: true });
    await wait(900);
    studio.pads.hit(PAD.cowbell, 1);
    patchPads({ isWriting: false });
    const written = padPattern().cells[PAD.cowbell]!.filter((level) => level > 0);
    expect(written).toEqual([3]);
  });
});

describe('keys in the engine', () => {
  async function loudness(): Promise<number> {
    await tap.start(0.2);
    await tap.heard(0.2);
    return rms((await tap.stop()).wave);
  }

  it('hold a note until it is let go, and longer under the pedal', async () => {
    patchKeys({ patch: 'lead' });
    studio.keys.noteOn('a', 69, 0.8);
    await expect.poll(() => studio.keys.held[69]).toBe(1);
    await expect.poll(loudness).toBeGreaterThan(0.01);
    expect(studio.keys.held[69]).toBe(1);
    studio.keys.sustain(true);
    studio.keys.noteOff('a');
    // Without the pedal it would have gone by now.
    await wait(900);
    expect(await loudness()).toBeGreaterThan(0.01);
    studio.keys.sustain(false);
    expect(studio.keys.held[69]).toBe(0);
    await expect.poll(loudness).toBe(0);
  });

  inRealTime(
    'record what is played into the phrase, in passes, after a bar of clicks',
    async () => {
      setKeysPhrase(emptyPhrase(1, 16));
      setPlayTempo(6, 16);
      patchKeys({ patch: 'pluck', isRecording: true });
      await studio.keys.start();
      expect(studio.keys.position16ths()).toBe(-1);
      // A bar of clicks and one beat.
      await reach16th(4);
      studio.keys.noteOn('a', 60, 0.8);
      await wait(120);
      studio.keys.noteOff('a');
      const [first] = keysPhrase().notes;
      expect(keysPhrase().notes).toHaveLength(1);
      expect(first?.midi).toBe(60);
      expect(first?.length16ths).toBeGreaterThan(0.5);
      await wait(667);
      studio.keys.noteOn('a', 67, 0.8);
      await wait(60);
      studio.keys.noteOff('a');
      const passes = keysPhrase().notes.map(({ pass }) => pass);
      expect(passes[1]).toBeGreaterThan(passes[0] ?? 9);
      studio.keys.stop();
      expect(play.keys.isRecording).toBe(false);
      const { channels } = await studio.keys.render(6);
      expect(channels[0]).toHaveLength(32_000);
      expect(rms(channels[0]!)).toBeGreaterThan(0.005);
    },
  );

  it('make a loop that the engine plays from this device', async () => {
    setPadPattern(setStep(emptyPattern(1, 16), PAD.kick, 0, 3));
    const samples = await studio.pads.render(8);
    const loop = await studio.keepLoop(samples, {
      name: 'Beat',
      category: 'drums',
      bps: 8,
      barLength: 16,
      length16ths: 16,
      userName: 'test',
    });
    await engine.setRifff(makeRifff([loop]));
    await engine.play();
    await tap.start(0.5);
    await tap.heard(0.5);
    expect(rms((await tap.stop()).wave)).toBeGreaterThan(0.005);
  });
});
