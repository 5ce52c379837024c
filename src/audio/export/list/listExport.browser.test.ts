/**
 * A playlist as one file: its seams to the frame, its chapters as other readers find them, and what it leaves behind.
 */
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoop, makeRifff, sine, wavBytes } from '../../../../tests/audio/loops.ts';
import { RATE } from '../../../../tests/audio/offline.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { Track } from '../../../data/contract/uploads.ts';
import { editSlot } from '../../../data/rules/draft/draft.ts';
import type { PlaylistEntry } from '../../../data/rules/playlist/entry.ts';
import type { ListPart } from '../../../data/rules/playlist/taking.ts';
import { rifffFrames } from '../../../data/rules/time/timing.ts';
import { PatternMaker } from '../../loading/patternMaker.ts';
import { FADE_FRAMES } from '../../looper/curves.ts';
import { gainOfDb } from '../../master/master.ts';
import { exporting } from '../../state/exporting.ts';
import { EXPORT_GAIN_DB } from '../chunks.ts';
import { createExporter } from '../createExporter.ts';
import type { ListJob, SoundFormat } from '../Exporter.ts';
import { ringFrames } from '../mixdown.ts';
import { fadeGains, listFrames, listPieces } from './listPieces.ts';

const maker = new PatternMaker();
const exporter = createExporter(maker);
const before = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
// No dialog to choose a place: the export goes where browsers without such a dialog put it.
beforeAll(() =>
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }),
);
afterAll(() => {
  if (before) Object.defineProperty(window, 'showSaveFilePicker', before);
  exporter.clear();
  maker.dispose();
});

const GAIN = gainOfDb(EXPORT_GAIN_DB);

/** A rifff that holds one value: every gain on it can be read off. At 300 bpm. */
const level = (value: number) => makeRifff([makeLoop({ sound: () => value, bps: 5 })]);

function rifffEntry(rifff: Rifff, repetitions = 1, fadeOutFrames = 0): PlaylistEntry {
  const durationFrames = repetitions * rifffFrames(rifff);
  return {
    id: rifff._id,
    idleState: false,
    rifff,
    track: null,
    durationFrames,
    repetitions,
    fadeOutFrames,
    durationSeconds: durationFrames / RATE,
    fadeOut: 0,
    loopsWithoutAudio: [],
  };
}

function trackEntry(frames: number, value: number, repetitions = 1): PlaylistEntry {
  const samples = Float32Array.from({ length: frames }, () => value);
  const url = URL.createObjectURL(new Blob([wavBytes(samples, 1, RATE)], { type: 'audio/wav' }));
  const about = { id: 't1', name: 'Rain', user_id: 'mira', created: 0, mime: 'audio/wav' };
  const track: Track = { ...about, url, durationSec: frames / RATE, peaks: '' };
  const durationFrames = frames * repetitions;
  return {
    id: 'track',
    idleState: true,
    rifff: null,
    track,
    durationFrames,
    repetitions,
    fadeOutFrames: 0,
    durationSeconds: durationFrames / RATE,
    fadeOut: 0,
    loopsWithoutAudio: [],
  };
}

const signal = new AbortController().signal;

/** The left channel of a list, before the limiter, and the frames of its longest piece. */
async function rendered(entries: readonly PlaylistEntry[], chunkFrames = RATE) {
  const wave = new Float32Array(listFrames(entries));
  let at = 0;
  let longest = 0;
  for await (const { channels, frames } of listPieces({ maker, signal, chunkFrames }, entries)) {
    wave.set(channels[0]!, at);
    at += frames;
    longest = Math.max(longest, frames);
  }
  expect(at).toBe(wave.length);
  return { wave, longest };
}

describe('a playlist in pieces', () => {
  it('goes from entry to entry on its frame, crossing over in the 5 ms before it', async () => {
    const [a, b] = [rifffEntry(level(0.4), 2), rifffEntry(level(-0.2))];
    const track = trackEntry(30_011, 0.3, 2);
    const { wave } = await rendered([a, b, track, a], 70_001);
    let end = 0;
    const ends = [a, b, track, a].map(({ durationFrames }) => {
      end += durationFrames;
      return end;
    });
    expect(wave.length).toBe(ends.at(-1));
    // Frame by frame: what leaves, what comes, and the raised cosine between them.
    const seam = (end: number, leaves: number, comes: number) => {
      for (let n = -2 * FADE_FRAMES; n < FADE_FRAMES; n++) {
        const x = Math.min(1, Math.max(0, (n + FADE_FRAMES) / FADE_FRAMES));
        const rise = 0.5 - 0.5 * Math.cos(Math.PI * x);
        const wanted = GAIN * ((1 - rise) * leaves + rise * comes);
        if (Math.abs(wave[end + n]! - wanted) > 2e-4) {
          expect(wave[end + n], `${n} frames from the seam at ${end}`).toBeCloseTo(wanted, 4);
        }
      }
    };
    seam(ends[0]!, 0.4, -0.2);
    seam(ends[1]!, -0.2, 0.3);
    seam(ends[2]!, 0.3, 0.4);
    expect(wave[ends[1]! + 30_011]).toBeCloseTo(GAIN * 0.3, 5);
    expect(Math.abs(wave.at(-1)!)).toBeLessThan(1e-3);
  });

  it('reads a track of more than five minutes in pieces, and it comes out alike', async () => {
    const track = trackEntry(200_003, 0.3, 2);
    const long = { ...track, track: { ...track.track!, durationSec: 400 } };
    const [whole, pieces] = [await rendered([track], 70_001), await rendered([long], 70_001)];
    expect(pieces.wave.length).toBe(whole.wave.length);
    expect(pieces.wave.findIndex((x, n) => Math.abs(x - whole.wave[n]!) > 1e-6)).toBe(-1);
  });

  it('fades out over the frames that its entry says, and rings on where it does not', async () => {
    const faded = rifffEntry(level(0.4), 1, 96_000);
    const echo = editSlot(makeRifff([makeLoop({ sound: sine(1760, 0.3), bps: 5 })]), 0, {
      effects: { delay: 0.8 },
    });
    const rings = rifffEntry(echo);
    const end = faded.durationFrames;
    const { wave } = await rendered([faded, rings]);
    const gains = fadeGains(96_000);
    for (const n of [-96_001, -80_000, -48_000, -20_000, -FADE_FRAMES - 1]) {
      expect(wave[end + n]).toBeCloseTo(0.4 * GAIN * (gains[n + 96_000] ?? 1), 4);
    }
    expect(wave.length).toBe(end + rings.durationFrames + ringFrames(echo));
    const tail = wave.subarray(end + rings.durationFrames, end + rings.durationFrames + RATE / 2);
    expect(tail.some((x) => Math.abs(x) > 0.01)).toBe(true);
    // What rings of an entry goes on into the next.
    const both = await rendered([rings, rifffEntry(level(0))]);
    const into = both.wave.subarray(rings.durationFrames, rings.durationFrames + RATE / 2);
    expect(into.every((x, n) => Math.abs(x - tail[n]!) < 1e-4)).toBe(true);
  });

  it('holds no more of sixty entries than of one', async () => {
    const one = rifffEntry(level(0.1));
    const many = Array.from({ length: 60 }, () => ({ ...one }));
    const { longest } = await rendered(many, RATE);
    // A piece, and what of it waits for the next entry.
    expect(longest).toBeLessThanOrEqual(RATE + FADE_FRAMES);
  });
});

const part = (entry: PlaylistEntry, title: string, makers: string): ListPart => ({
  entry,
  title,
  makers,
  licence: 'CC0',
  held: [],
  credits: '1 Low – mira – CC0',
});
const job = (format: SoundFormat, more: Partial<ListJob> = {}): ListJob => ({
  title: 'Night / drive',
  format,
  parts: [
    part(rifffEntry(level(0.1)), 'Über den Fluss', 'mira'),
    part(trackEntry(24_007, 0.2), 'Rain', 'tom'),
    part(rifffEntry(level(-0.1)), '夜', 'mira, tom'),
  ],
  leftOut: [{ id: 'x', title: 'Gone', reason: 'its sound is gone' }],
  ...more,
});

async function made(one: ListJob): Promise<Uint8Array<ArrayBuffer>> {
  await exporter.exportList(one);
  expect(exporting.error).toBe(null);
  const { url, bytes } = exporting.result!;
  const file = new Uint8Array(await (await fetch(url!)).arrayBuffer());
  expect(file.length).toBe(bytes);
  return file;
}

/** Bodies of the chunks of a WAV file by their names, lists by their kind. */
function chunksOf(file: Uint8Array): Map<string, DataView> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const name = (at: number) => new TextDecoder('latin1').decode(file.subarray(at, at + 4));
  const found = new Map<string, DataView>();
  expect(view.getUint32(4, true)).toBe(file.length - 8);
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const key = name(at) === 'LIST' ? name(at + 8) : name(at);
    found.set(key, new DataView(file.buffer, at + 8, size));
    at += 8 + size + (size & 1);
  }
  return found;
}

describe('the file of a playlist', () => {
  const { parts } = job('flac');
  const first = parts[0]!.entry.durationFrames;
  const starts = [0, first, first + 24_007];

  it('has its chapters in the comments of FLAC and Ogg, and plays as long as its parts', async () => {
    for (const format of ['flac', 'ogg'] as const) {
      const file = await made(job(format));
      const input = new Input({ source: new BlobSource(new Blob([file])), formats: ALL_FORMATS });
      const raw = (await input.getMetadataTags()).raw ?? {};
      const times = starts.map((frame) => {
        const ms = Math.round(frame / 48);
        return `00:00:${String(Math.floor(ms / 1000)).padStart(2, '0')}.${String(ms % 1000).padStart(3, '0')}`;
      });
      expect(raw).toMatchObject({
        TITLE: 'Night / drive',
        ARTIST: 'mira, tom',
        LICENSE: 'CC0',
        CHAPTER001: times[0],
        CHAPTER001NAME: 'Über den Fluss – mira',
        CHAPTER002: times[1],
        CHAPTER002NAME: 'Rain – tom',
        CHAPTER003: times[2],
        CHAPTER003NAME: '夜 – mira, tom',
      });
      expect(String(raw.COMMENT)).toContain('Gone: its sound is gone');
      const sound = await new OfflineAudioContext(2, 1, RATE).decodeAudioData(file.buffer);
      expect(sound.length).toBe(first + 24_007 + parts[2]!.entry.durationFrames);
    }
    const { name, beside = [] } = exporting.result!;
    expect(name).toBe('Rondo – Night drive.ogg');
    expect(beside.map((one) => one.name)).toEqual([
      'Rondo – Night drive – Credits.txt',
      'Rondo – Night drive.cue',
    ]);
    expect(beside[1]!.text).toContain('FILE "Rondo – Night drive.ogg" WAVE\r\n  TRACK 01 AUDIO');
  });

  it('has them as cues with labels in WAV, to the frame', async () => {
    const chunks = chunksOf(await made(job('wav16')));
    const cue = chunks.get('cue ')!;
    expect(cue.getUint32(0, true)).toBe(3);
    const points = starts.map((_, at) =>
      [0, 4, 20].map((by) => cue.getUint32(4 + 24 * at + by, true)),
    );
    expect(points).toEqual(starts.map((frame, at) => [at + 1, frame, frame]));
    const labels = new TextDecoder().decode(chunks.get('adtl')!);
    for (const name of ['Über den Fluss – mira\0', 'Rain – tom\0', '夜 – mira, tom\0']) {
      expect(labels).toContain(name);
    }
    expect([...chunks.keys()].slice(0, 3)).toEqual(['fmt ', 'data', 'INFO']);
  });

  it('leaves nothing where a track is not to be had, or somebody cancels', async () => {
    const gone = { ...trackEntry(100, 0), track: { ...trackEntry(1, 0).track!, url: '/none.ogg' } };
    await exporter.exportList(job('wav16', { parts: [...parts, part(gone, 'Rain', 'tom')] }));
    expect(exporting.status).toBe('failed');
    expect(exporting.error).toBe('the track “Rain” could not be loaded');
    const long = rifffEntry(level(0.1), 64);
    const running = exporter.exportList(job('flac', { parts: [part(long, 'Long', 'mira')] }));
    await expect.poll(() => exporting.share).toBeGreaterThan(0);
    expect(exporting.step).toBe('1 of 1: Long');
    exporter.cancel();
    expect(exporting.status).toBe('idle');
    await running;
    expect(exporting.result).toBe(null);
  });
});
