import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_FADE_OUT_BARS,
  MAX_LOOP_COUNT,
  MAX_LOOPS_PER_RIFFF,
  SAMPLE_RATE_HZ,
} from '../../contract/constants.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import { type Rifff, RifffSchema } from '../../contract/rifff.ts';
import type { Track } from '../../contract/uploads.ts';
import { barFrames, rifffFrames } from '../time/timing.ts';
import { entryOfItem } from './entry.ts';

const file = { endpoint: 'x', key: 'a.ogg', length: 1, mime: 'audio/ogg', url: '/media/a' };
const attachments = { cdn_attachments: { oggAudio: file } };

/** A rifff with a loop for each length; those at `silent` have lost their sound. */
function rifffOf(
  lengths16ths: readonly number[],
  { barLength = 16, bps = 2, rate = 1, silent = [] as readonly number[] } = {},
): Rifff {
  const loops = lengths16ths.map((length16ths, at) => ({
    _id: `loop${at}`,
    creatorUserName: 'ada',
    created: 1,
    sampleRate: 48_000,
    barLength: 16,
    length16ths,
    bps,
    ...(silent.includes(at) ? {} : attachments),
  }));
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => ({
    slot: { current: loops[at] ? { currentLoop: loops[at]._id, playbackRate: rate } : null },
  }));
  const state = { barLength, bps, playback };
  return RifffSchema.parse({ _id: 'r', created: 1, userName: 'ada', state, loops });
}

const common = {
  id: 'i',
  itemId: 'r',
  jamId: 'j',
  title: '',
  user: '',
  displayName: '',
  addedBy: '',
  created: 1,
  fadeOut: 0,
  loopCount: 1,
  shareId: null,
  reactions: [],
};
const audio = (data: Rifff | null, more: object = {}): PlaylistItem => ({
  ...common,
  type: 'audio',
  data,
  ...more,
});
const track = (durationSec: number, more: object = {}): PlaylistItem => ({
  ...common,
  type: 'track',
  data: { durationSec } as Track,
  ...more,
});

describe('what is played for an item', () => {
  it('lasts whole turns of the rifff, and fades over bars of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 512 }), { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        fc.integer({ min: 4, max: 32 }),
        fc.constantFrom(0.5, 0.75, 1, 1.5, 2),
        fc.integer({ min: 1, max: MAX_LOOP_COUNT }),
        fc.integer({ min: 0, max: MAX_FADE_OUT_BARS }),
        (lengths, bps, barLength, rate, loopCount, fadeOut) => {
          const rifff = rifffOf(lengths, { barLength, bps, rate });
          const entry = entryOfItem(audio(rifff, { loopCount, fadeOut }))!;
          const bar = barFrames(barLength, bps);
          expect(entry.durationFrames).toBe(loopCount * rifffFrames(rifff));
          expect(entry.fadeOutFrames).toBe(Math.min(entry.durationFrames, fadeOut * bar));
          // No pass of its longest loop is cut, but for what a bar of whole frames is short of.
          const passFrames = (Math.max(...lengths) / rate / barLength) * bar;
          expect(entry.durationFrames).toBeGreaterThanOrEqual(Math.floor(passFrames) * loopCount);
          expect(entry.durationSeconds * SAMPLE_RATE_HZ).toBeCloseTo(entry.durationFrames, 3);
        },
      ),
    );
    // Eight bars of two seconds, twice, the last one faded.
    const entry = entryOfItem(audio(rifffOf([16, 64]), { loopCount: 2, fadeOut: 1 }));
    const frames = { durationFrames: 32 * 48_000, durationSeconds: 32, fadeOutFrames: 96_000 };
    expect(entry).toMatchObject({ ...frames, idleState: false, repetitions: 2, track: null });
  });

  it('of a track is its file, whose bars are of two seconds', () => {
    const entry = entryOfItem(track(10.000_01, { loopCount: 3, fadeOut: 2 }));
    expect(entry).toMatchObject({ durationFrames: 3 * 480_000, fadeOutFrames: 192_000 });
    expect(entry).toMatchObject({ idleState: true, rifff: null, durationSeconds: 30 });
    expect(entryOfItem(track(1, { fadeOut: 16 }))?.fadeOutFrames).toBe(48_000);
  });

  it('is nothing where all of it is gone, and names the loops that are', () => {
    expect(entryOfItem(audio(null))).toBeNull();
    expect(entryOfItem({ ...track(1), data: null } as PlaylistItem)).toBeNull();
    expect(entryOfItem(audio(rifffOf([16, 16], { silent: [0, 1] })))).toBeNull();
    const some = entryOfItem(audio(rifffOf([16, 16], { silent: [1] })));
    expect(some?.loopsWithoutAudio).toEqual(['loop1']);
  });
});
