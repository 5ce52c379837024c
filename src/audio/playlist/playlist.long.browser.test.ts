import { expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { makeTrack, rifffEntry, trackEntry } from '../../../tests/audio/offlineList.ts';
import { tapLoudspeaker } from '../../../tests/audio/recorder.ts';
import { stall } from '../../../tests/audio/steady.ts';
import { createEngine } from '../engine/createEngine.ts';

const SECONDS = 600;
const LEVEL = 0.25;
/** The level of the master. */
const HEARD = LEVEL * 10 ** (-6 / 20);

it('plays rifffs and tracks for ten minutes without a gap, while the page stalls', async () => {
  await gesture();
  const tap = tapLoudspeaker();
  const engine = createEngine();
  try {
    // A level without any wave: where it is missing, nothing sounds.
    const level = () => LEVEL;
    const rifff = makeRifff([makeLoop({ sound: level, bps: 8, barLength: 4, length16ths: 32 })]);
    const tracks = await Promise.all([
      makeTrack('flac', 48_000, 48_000 * 11, level),
      makeTrack('flac', 44_100, 44_100 * 5, level),
    ]);
    const entries = Array.from({ length: 3 * Math.ceil(SECONDS / 19) + 3 }, (_, n) =>
      n % 3 ? trackEntry(tracks[(n % 3) - 1]!) : rifffEntry(rifff, { loopCount: 3 }),
    );
    const list = await engine.playlist();
    list.setEntries('long', entries);
    await list.play(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await tap.start(SECONDS);
    const until = performance.now() + 1000 * SECONDS;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      stall(500);
    }
    await tap.heard(SECONDS);
    const { wave, holes } = await tap.stop();
    let [least, most] = [1, 0];
    for (const x of wave) {
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
    // biome-ignore lint/suspicious/noConsole: a run of ten minutes says what it found
    console.log(`level ${least} to ${most}, wanted ${HEARD}; holes ${holes}`);
    expect(wave.length).toBeGreaterThan((SECONDS - 1) * 48_000);
    expect(holes).toBe(0);
    expect(least).toBeGreaterThan(0.99 * HEARD);
    expect(most).toBeLessThan(1.01 * HEARD);
  } finally {
    tap.release();
    await engine.dispose();
  }
});
