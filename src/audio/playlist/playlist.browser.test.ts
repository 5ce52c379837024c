import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb, worstBend } from '../../../tests/audio/offline.ts';
import {
  FIRST_FRAME,
  idealSegments,
  makeTrack,
  openLists,
  rifffEntry,
  type Segment,
  secondOf,
  segmentsOf,
  settled,
  type Tone,
  trackEntry,
} from '../../../tests/audio/offlineList.ts';
import type { Track } from '../../data/contract/uploads.ts';
import { playlist } from '../state/playlist.ts';
import type { Playlist } from './playlist.ts';
import { openTrackReader } from './trackReader.ts';

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
    const segments = segmentsOf(tones);
    const { endFrame } = segments.at(-1)!;
    const seconds = endFrame / RATE + 1;
    let mostBytes = 0;
    const { left, right, list, tookSec } = await lists.render(
      tones.map(({ entry }) => entry),
      seconds,
      {
        move: (_, one) => {
          mostBytes = Math.max(mostBytes, one.heldBytes);
        },
      },
    );
    const wave = idealSegments(segments, left.length);
    const errors = left.map((x, n) => x - wave[n]!);
    const worst = { exact: -200, resampled: -200, lossy: -200, click: -200, gap: 0 };
    segments.forEach(({ fromFrame, endFrame: end }, n) => {
      const mime = tones[n]!.entry.track?.mime ?? '';
      const is44 = tones[n]!.hz === SHAPES[1].hz;
      const kind = mime.includes('ogg') ? 'lossy' : is44 ? 'resampled' : 'exact';
      const inside = toDb(rms(errors, fromFrame, end - 240) / AMPLITUDE);
      worst[kind] = Math.max(worst[kind], inside);
      const steady = Math.max(
        worstBend(wave, fromFrame + 300, fromFrame + 6000),
        worstBend(wave, fromFrame - 6000, fromFrame - 300),
      );
      const bend = worstBend(left, fromFrame - 300, fromFrame + 300);
      worst.click = Math.max(worst.click, toDb(bend / steady));
      for (let at = fromFrame - 480; at < fromFrame + 480; at += 24) {
        const wanted = rms(wave, at, at + 48);
        if (wanted > 0.02) worst.gap = Math.min(worst.gap, toDb(rms(left, at, at + 48) / wanted));
      }
    });
    console.info(`${(seconds / tookSec).toFixed(0)} x real time`, worst, mostBytes);
    // A frame too early or too late would be −26 dB of the lowest tone, and more of every other.
    expect(worst.exact).toBeLessThan(-100);
    expect(worst.resampled).toBeLessThan(-80);
    expect(worst.lossy).toBeLessThan(-34);
    expect(worst.click).toBeLessThan(12);
    expect(worst.gap).toBeGreaterThan(-1);
    expect(left).toEqual(right);
    expect(rms(left, endFrame, left.length)).toBe(0);
    expect([list.deckCount, list.heldBytes, playlist.status, playlist.index]).toEqual([
      0,
      0,
      'stopped',
      39,
    ]);
    expect(mostBytes).toBeLessThan(24e6);
  });
});

const LEAD = FIRST_FRAME;
/** From a pause to silence. */
const HALT = 512 + 240;
const frameAt = (sec: number) => Math.round(sec * RATE);

/** Does each deed once, at the first tick after its time; it is told the frame. */
function at(
  deeds: readonly (readonly [sec: number, deed: (list: Playlist, now: number) => unknown])[],
) {
  const left = [...deeds];
  return async (sec: number, list: Playlist) => {
    while (left[0] && left[0][0] <= sec) await left.shift()![1](list, frameAt(sec));
  };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
};

const errorDb = (wave: Float32Array, ideal: Float32Array) =>
  toDb(rms(wave.map((x, n) => x - ideal[n]!)) / AMPLITUDE);

describe('what is asked of a list while it plays', () => {
  it('happens on the frame, and keeps the place', async () => {
    const [a, b] = [300, 340].map((hz) => rifffEntry(secondOf(hz, AMPLITUDE), { loopCount: 4 }));
    const c = trackEntry(tracks[0]!);
    const heard: Segment[] = [];
    const cut = (endFrame: number) => heard.push({ ...heard.pop()!, endFrame });
    const hear = (hz: number, fromFrame: number, place: number, frames: number) => {
      const originFrame = fromFrame - place;
      const endFrame = originFrame + frames;
      heard.push({ hz, amplitude: AMPLITUDE, originFrame, fromFrame, endFrame });
    };
    const four = 4 * RATE;
    hear(300, FIRST_FRAME, 0, four);
    let place = 0;
    const told: unknown[] = [];
    const tell = () => told.push([playlist.status, playlist.index, playlist.current?.id]);
    const { left } = await lists.render([a!, b!, c], 26, {
      move: at([
        [
          1,
          (list, now) => {
            void list.skip(-1);
            void list.skip(1);
            cut(now + LEAD);
            hear(340, now + LEAD, 0, four);
            tell();
          },
        ],
        [
          2.5,
          (list, now) => {
            place = now + HALT - heard.at(-1)!.originFrame;
            cut(now + HALT);
            list.pause();
            tell();
            expect(list.positionSec()).toBe(place / RATE);
          },
        ],
        [
          4,
          (list, now) => {
            void list.resume();
            hear(340, now + LEAD, place, four);
          },
        ],
        [
          5,
          (list, now) => {
            // Bars of an eighth of a second: to the one before.
            void list.seek(1.3);
            cut(now + LEAD);
            hear(340, now + LEAD, 1.25 * RATE, four);
            hear(420, heard.at(-1)!.endFrame, 0, c.durationFrames);
          },
        ],
        [
          9,
          async (list, now) => {
            tell();
            const sought = list.seek(4.3);
            await settled(list);
            await sought;
            cut(now + LEAD);
            hear(420, now + LEAD, 4.3 * RATE, c.durationFrames);
          },
        ],
        [
          10,
          (list) => {
            list.setEntries('list', [c, a!]);
            tell();
            hear(300, heard.at(-1)!.endFrame, 0, four);
          },
        ],
        [
          // Both laid and not yet heard: what follows is another one now.
          12.5,
          (list) => {
            list.setEntries('list', [c, b!, a!]);
            heard.pop();
            hear(340, heard.at(-1)!.endFrame, 0, four);
          },
        ],
        [
          16,
          (list) => {
            tell();
            // What is heard is taken out: it plays to its end, then what followed it.
            list.setEntries('list', [a!, c]);
            tell();
            hear(300, heard.at(-1)!.endFrame, 0, four);
          },
        ],
        [
          21,
          (list, now) => {
            tell();
            list.stop();
            cut(now + HALT);
            tell();
          },
        ],
      ]),
    });
    expect(errorDb(left, idealSegments(heard, left.length))).toBeLessThan(-80);
    expect(told).toEqual([
      ['loading', 1, b!.id],
      ['paused', 1, b!.id],
      ['playing', 2, c.id],
      ['playing', 0, c.id],
      ['playing', 1, b!.id],
      ['playing', -1, b!.id],
      ['playing', 0, a!.id],
      ['stopped', -1, undefined],
    ]);
  });

  it('passes over what cannot be heard, and waits for what is late', async () => {
    const tone = (hz: number, url?: string) => ({
      ...makeLoop({ sound: sine(hz, AMPLITUDE), bps: 8, barLength: 4, length16ths: 32 }),
      ...(url && { url }),
    });
    const gone = 'https://files.test/gone.ogg';
    const first = rifffEntry(makeRifff([tone(300)]), { loopCount: 2 });
    const lost = trackEntry({ ...tracks[1]!, url: gone, name: 'Lost' });
    const noSound = rifffEntry(makeRifff([tone(500, gone), tone(520, gone)]));
    const half = rifffEntry(makeRifff([tone(380), tone(520, gone)]), { loopCount: 2 });
    const late = trackEntry({
      ...tracks[1]!,
      url: URL.createObjectURL(await (await fetch(tracks[1]!.url)).blob()),
    });
    const last = rifffEntry(makeRifff([tone(420)]));
    const { fetch: realFetch } = globalThis;
    let come = () => {};
    const isHere = new Promise<void>((resolve) => {
      come = resolve;
    });
    globalThis.fetch = async (input, init) => {
      if (String(input) === gone) return new Response('', { status: 404 });
      if (String(input) === late.track!.url) await isHere;
      return realFetch(input, init);
    };
    const heard = segmentsOf([
      { entry: first, hz: 300, amplitude: AMPLITUDE },
      { entry: half, hz: 380, amplitude: AMPLITUDE },
    ]);
    try {
      const entries = [first, lost, noSound, half, late, last, { ...lost, id: 'end' }];
      const { left } = await lists.render(entries, 10, {
        isImpatient: true,
        move: at([
          [1, () => until(() => playlist.loads[half.id] === 'ready')],
          [4.6, () => expect([playlist.status, playlist.index]).toEqual(['loading', 4])],
          [
            5,
            async (list, now) => {
              come();
              await settled(list);
              const both = [late, last].map((entry, n) => ({
                entry,
                hz: [700, 420][n]!,
                amplitude: AMPLITUDE,
              }));
              heard.push(...segmentsOf(both, now + LEAD));
            },
          ],
        ]),
      });
      expect(errorDb(left, idealSegments(heard, left.length))).toBeLessThan(-80);
    } finally {
      globalThis.fetch = realFetch;
    }
    expect(playlist.passedOver).toEqual([lost.id, noSound.id, 'end']);
    expect(playlist.error).toBe('“Lost” could not be loaded and was passed over.');
    expect(playlist.loads[noSound.id]).toBe('failed');
    expect([playlist.status, playlist.index]).toEqual(['stopped', 5]);
  });

  it('stops at the end of one thing alone, whatever stands behind it', async () => {
    const [one, two] = [300, 340].map((hz) => rifffEntry(secondOf(hz, AMPLITUDE)));
    const { left } = await lists.render([one!, two!], 3, {
      playlistId: null,
      move: at([[0.5, (list) => list.skip(1)]]),
    });
    const heard = segmentsOf([{ entry: one!, hz: 300, amplitude: AMPLITUDE }]);
    expect(errorDb(left, idealSegments(heard, left.length))).toBeLessThan(-80);
    expect([playlist.status, playlist.index, playlist.loads]).toEqual([
      'stopped',
      0,
      { [one!.id]: 'idle', [two!.id]: 'idle' },
    ]);
  });
});

describe('a track that is read', () => {
  it('is the same to the sample wherever reading begins, in packets or as a whole', async () => {
    const sound = noise(7, 1, 0.2);
    for (const kind of ['ogg', 'flac'] as const) {
      const { url } = await makeTrack(kind, 44_100, 3.3 * 44_100, sound);
      const file = await (await fetch(url)).blob();
      const { signal } = new AbortController();
      const reader = await openTrackReader(file, signal);
      const all = await reader.read(0, reader.frames);
      const { AudioDecoder } = globalThis;
      Reflect.deleteProperty(globalThis, 'AudioDecoder');
      const whole = await openTrackReader(file, signal);
      globalThis.AudioDecoder = AudioDecoder;
      expect([reader.sampleRate, reader.frames]).toEqual([44_100, 145_530]);
      expect([whole.sampleRate, whole.frames, whole.bytes]).toEqual([44_100, 145_530, 8 * 145_530]);
      for (const from of [145_000, 30_011, 100_000, 0, 145_529]) {
        const to = Math.min(reader.frames, from + 5000);
        const [left] = await reader.read(from, to);
        expect(left).toEqual(all[0]!.subarray(from, to));
        expect((await whole.read(from, to))[0]).toEqual(left);
      }
      expect(reader.bytes).toBeLessThan(200_000);
      reader.dispose();
    }
  });
});
