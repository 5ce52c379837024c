import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb, worstBend } from '../../../tests/audio/offline.ts';
import {
  idealOf,
  makeTrack,
  openLists,
  rifffEntry,
  secondOf,
  type Tone,
  trackEntry,
} from '../../../tests/audio/offlineList.ts';
import type { Track } from '../../data/contract/uploads.ts';

const lists = openLists();
afterAll(() => lists.close());

const AMPLITUDE = 0.25;
/** Lossless tracks at 48 and 44.1 kHz, the first longer than some pieces; a lossy one at 44.1 kHz. */
const SHAPES = [
  { kind: 'flac', rate: 48_000, sec: 9.25, hz: 420 },
  { kind: 'flac', rate: 44_100, sec: 1.5, hz: 700 },
  { kind: 'ogg', rate: 44_100, sec: 0.7, hz: 560 },
] as const;
let tracks: Track[] = [];
beforeAll(async () => {
  tracks = await Promise.all(
    SHAPES.map(({ kind, rate, sec, hz }) =>
      makeTrack(kind, rate, Math.round(rate * sec), sine(Math.round(hz * sec), AMPLITUDE)),
    ),
  );
});

/** Forty entries of tones: rifffs and tracks by turns, with repetitions and fades. */
function forty(): Tone[] {
  const rifffs = Array.from({ length: 8 }, (_, n) => secondOf(300 + 40 * n, AMPLITUDE));
  return Array.from({ length: 40 }, (_, n) => {
    const shape = { loopCount: 1 + (n % 3 === 0 ? 1 : 0), fadeOut: n % 4 === 1 ? 1 : 0 };
    if (n % 5 === 1 || n % 5 === 2) {
      const which = n === 6 ? 0 : 1 + (n % 2);
      const fadeOut = n === 6 || n === 11 ? 1 : 0;
      const entry = trackEntry(tracks[which]!, { loopCount: n % 3 === 0 ? 3 : 1, fadeOut });
      return { entry, hz: SHAPES[which]!.hz, amplitude: AMPLITUDE };
    }
    const entry = rifffEntry(rifffs[n % 8]!, shape);
    return { entry, hz: 300 + 40 * (n % 8), amplitude: AMPLITUDE };
  });
}

describe('a list of forty rifffs and tracks', () => {
  it('sounds each for its time, on its frame, faded as written, without a gap or a click', async () => {
    const tones = forty();
    const { endFrame } = idealOf(tones, 1);
    const seconds = endFrame / RATE + 1;
    const { left, list, tookSec } = await lists.render(
      tones.map(({ entry }) => entry),
      seconds,
    );
    const { wave, seams } = idealOf(tones, left.length);
    console.info(
      `${seconds.toFixed(1)} s in ${tookSec.toFixed(2)} s: ${(seconds / tookSec).toFixed(0)} x`,
    );
    const isLossy = ({ entry }: Tone) => entry.track?.mime.includes('ogg') ?? false;
    let [worstClean, worstLossy, worstClick, worstGap] = [-200, -200, -200, 0];
    const errors = left.map((x, n) => x - wave[n]!);
    seams.forEach((seam, n) => {
      const end = seams[n + 1] ?? endFrame;
      const ownLossy = [tones[n - 1], tones[n], tones[n + 1]].some((one) => one && isLossy(one));
      const db = toDb(rms(errors, seam, end) / AMPLITUDE);
      if (ownLossy) worstLossy = Math.max(worstLossy, db);
      else worstClean = Math.max(worstClean, db);
      const steady = Math.max(
        worstBend(wave, seam + 300, seam + 6000),
        worstBend(wave, seam - 6000, seam - 300),
      );
      worstClick = Math.max(worstClick, toDb(worstBend(left, seam - 300, seam + 300) / steady));
      for (let at = seam - 480; at < seam + 480; at += 24) {
        const wanted = rms(wave, at, at + 48);
        if (wanted > 0.02) worstGap = Math.min(worstGap, toDb(rms(left, at, at + 48) / wanted));
      }
    });
    console.info({ worstClean, worstLossy, worstClick, worstGap });
    expect(worstClean).toBeLessThan(-60);
    expect(worstLossy).toBeLessThan(-20);
    expect(worstClick).toBeLessThan(12);
    expect(worstGap).toBeGreaterThan(-1.5);
    expect(rms(left, endFrame, left.length)).toBe(0);
    expect(list.deckCount).toBe(0);
    expect(seconds / tookSec).toBeGreaterThan(60);
  });
});
