/** A loop of another tempo that is added while a rifff plays: heard in time before the vocoder is done. */
import { afterAll, expect, it } from 'vitest';
import { makeLoop, makeRifff, type Sound, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb, worstBend } from '../../../tests/audio/offline.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { addLoop, setTempo } from '../../data/rules/draft/draft.ts';
import { barFrames } from '../../data/rules/time/timing.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { Looper } from '../looper/looper.ts';
import { Player } from './player.ts';
import { LOOPER_SLOTS } from './slotPlans.ts';

const BPS = 126.25 / 60;
const SECONDS = 8;

/** A maker whose vocoder takes as long as a test wants. */
class PatientMaker extends PatternMaker {
  private opened = Promise.withResolvers<void>();

  /** The vocoder waits again. */
  hold(): void {
    this.opened = Promise.withResolvers<void>();
  }

  release(): void {
    this.opened.resolve();
  }

  override async make(...[plan, ...rest]: Parameters<PatternMaker['make']>) {
    if (plan.shift) await this.opened.promise;
    return super.make(plan, ...rest);
  }
}

const maker = new PatientMaker();
afterAll(() => maker.dispose());

/** A rifff that plays silence, to which a loop at another tempo is added at 1 s; the vocoder is done at 4 s. */
async function adding(sound: Sound) {
  const silence = makeLoop({ sound: sine(1, 1e-7), length16ths: 16, bps: BPS });
  const before: Rifff = setTempo(makeRifff([silence]), BPS);
  const after = addLoop(before, makeLoop({ sound, length16ths: 16, bps: 2, category: 'leads' }));
  expect(after.state.playback[1]?.slot.current?.pitchShiftSettings.timeStretch).toBe(true);
  maker.hold();
  const context = new OfflineAudioContext(1, SECONDS * RATE, RATE);
  const looper = new Looper(context, context.destination, LOOPER_SLOTS);
  const player = new Player(maker);
  player.attach(looper);
  const { signal } = new AbortController();
  await player.load(before, signal, { loaded: () => undefined });
  player.replace(before);
  const start = player.start();
  const done = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  void context.suspend(1).then(async () => {
    player.edit(after);
    await new Promise<void>((resolve) => {
      const previewed = () => {
        player.join('beat');
        resolve();
      };
      const all = player.load(after, signal, { loaded: () => undefined, previewed });
      void all.then(() => done.resolve());
    });
    keys.push(looper.voices[1]?.key);
    await context.resume();
  });
  let swapAt = 0;
  void context.suspend(4).then(async () => {
    looper.tick();
    maker.release();
    await done.promise;
    swapAt = player.join('beat')!;
    keys.push(looper.voices[1]?.key);
    await context.resume();
  });
  const wave = (await context.startRendering()).getChannelData(0);
  looper.dispose();
  return { wave, start, swapAt, keys };
}

it('sounds at once, on the grid to the millisecond, and then as it shall', async () => {
  const { wave, start, swapAt, keys } = await adding((n) => (n < 40 ? 0.5 * (-1) ** n : 0));
  expect(new Set(keys).size).toBe(2);
  const bar = barFrames(16, BPS);
  const passes = [1, 2, 3]
    .map((pass) => start + pass * bar)
    .filter((at) => at < wave.length - 2000);
  let heard = 0;
  for (const at of passes.filter((frame) => frame > 1.6 * RATE)) {
    let peak = at;
    for (let n = at - 2000; n < at + 2000; n++) {
      if (Math.abs(wave[n]!) > Math.abs(wave[peak]!)) peak = n;
    }
    // What the vocoder makes may lie by up to 2 ms off; the preview is exact.
    expect(Math.abs(peak - at)).toBeLessThanOrEqual(at < swapAt ? 48 : 96);
    if (at < swapAt && Math.abs(wave[peak]!) > 0.05) heard += 1;
  }
  expect(heard).toBeGreaterThan(0);
});

it('changes from the preview to the loop as it shall be without a click', async () => {
  const { wave, swapAt } = await adding(sine(880, 0.4));
  expect(rms(wave, 2 * RATE, 3 * RATE)).toBeGreaterThan(0.2);
  const steady = worstBend(wave, swapAt + 24_000, swapAt + 72_000);
  const swap = worstBend(wave, swapAt - 2000, swapAt + 2000);
  expect(toDb(swap / steady)).toBeLessThanOrEqual(12);
});
