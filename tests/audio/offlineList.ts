/** Plays lists on an OfflineAudioContext: entries made by code, ticks at known times, what leaves it as samples. */
import { PatternMaker } from '../../src/audio/loading/patternMaker.ts';
import { Playlist } from '../../src/audio/playlist/playlist.ts';
import { encodeFlac, encodeOgg } from '../../src/audio/workers/encode/encoder.ts';
import { OGG_QUALITY } from '../../src/audio/workers/encode/format.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import type { Track } from '../../src/data/contract/uploads.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { entryOfItem, type PlaylistEntry } from '../../src/data/rules/playlist/entry.ts';
import { makeLoop, makeRifff, type Sound, sine } from './loops.ts';
import { RATE } from './offline.ts';

/** A whole number of the blocks that a context renders: a tick of half a second, as late as in a hidden page. */
const TICK_SEC = (188 * 128) / RATE;

interface Shape {
  readonly loopCount?: number;
  readonly fadeOut?: number;
}

const base = (shape: Shape) => ({
  id: newId(),
  itemId: newId(),
  jamId: 'jam',
  title: '',
  user: 'test',
  displayName: 'Test',
  addedBy: 'test',
  created: 0,
  shareId: null,
  reactions: [],
  loopCount: shape.loopCount ?? 1,
  fadeOut: shape.fadeOut ?? 0,
});

/** An entry of a rifff. */
export function rifffEntry(rifff: Rifff, shape: Shape = {}): PlaylistEntry {
  // The rules ask for files by their attachments; loops of tests have an address of their own.
  const loops = rifff.loops.map((loop) => ({
    ...loop,
    cdn_attachments: loop.url ? { oggAudio: { url: loop.url } } : {},
  })) as Rifff['loops'];
  return entryOfItem({ ...base(shape), type: 'audio', data: { ...rifff, loops } })!;
}

/** A rifff of eight bars in one second: a tone of so many periods in it. */
export const secondOf = (periods: number, amplitude = 0.25): Rifff =>
  makeRifff([makeLoop({ sound: sine(periods, amplitude), bps: 8, barLength: 4, length16ths: 32 })]);

/** A track of a sound, as a server takes it. */
export async function makeTrack(
  kind: 'ogg' | 'flac',
  sampleRate: number,
  frames: number,
  sound: Sound,
): Promise<Track> {
  const samples = Float32Array.from({ length: frames }, (_, n) => sound(n, frames));
  const channels = [samples, samples.slice()];
  const file =
    kind === 'ogg'
      ? await encodeOgg({ channels, sampleRate }, OGG_QUALITY)
      : await encodeFlac({ channels, sampleRate });
  const url = URL.createObjectURL(file);
  const durationSec = frames / sampleRate;
  const named = {
    id: newId(),
    name: kind,
    user_id: 'test',
    created: 0,
    mime: file.type,
    peaks: '',
  };
  return { ...named, url, durationSec };
}

/** An entry of a track. */
export const trackEntry = (track: Track, shape: Shape = {}): PlaylistEntry =>
  entryOfItem({ ...base(shape), type: 'track', data: track })!;

/** Waits until everything that is wanted is here. */
export async function settled(list: Playlist): Promise<void> {
  while (list.isFetching) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** What hands do: asked before each tick. @returns nothing, or a promise that the tick waits for */
type Move = (sec: number, list: Playlist) => unknown;

/** Opens a place to play lists in: its loops are decoded once. */
export function openLists() {
  const maker = new PatternMaker();

  /**
   * Renders a list from its first entry on.
   * @param tickSec between two ticks; each waits until what is wanted has come, unless `isImpatient`
   */
  async function render(
    entries: readonly PlaylistEntry[],
    seconds: number,
    {
      move,
      tickSec = TICK_SEC,
      isImpatient = false,
      playlistId = 'list' as string | null,
    }: {
      readonly move?: Move;
      readonly tickSec?: number;
      readonly isImpatient?: boolean;
      readonly playlistId?: string | null;
    } = {},
  ) {
    const context = new OfflineAudioContext(2, Math.round(seconds * RATE), RATE);
    let tick = () => {};
    const list = new Playlist({
      open: async () => ({ context, output: context.destination }),
      maker,
      hush: () => {},
      hold: () => () => {},
      onTick(listener) {
        tick = listener;
        return () => {};
      },
      listen: () => {},
    });
    const wait = () => (isImpatient ? Promise.resolve() : settled(list));
    list.setEntries(playlistId, entries);
    await list.play(0);
    await wait();
    let failure: unknown;
    const blocks = Math.round((tickSec * RATE) / 128);
    for (let at = 1; (at * blocks * 128) / RATE < seconds; at++) {
      const sec = (at * blocks * 128) / RATE;
      void context.suspend(sec).then(async () => {
        // Also when it fails: the test shall fail by what it expects and not by waiting.
        try {
          if (failure) return;
          await move?.(sec, list);
          await wait();
          tick();
          await wait();
          tick();
        } catch (error) {
          failure ??= error;
        } finally {
          await context.resume();
        }
      });
    }
    const startMs = performance.now();
    const rendered = await context.startRendering();
    if (failure) throw failure;
    const tookSec = (performance.now() - startMs) / 1000;
    return { left: rendered.getChannelData(0), right: rendered.getChannelData(1), list, tookSec };
  }

  return { maker, render, close: () => maker.dispose() };
}

/** The first frame of what plays first: a command's lead, and the cross-over. */
export const FIRST_FRAME = 960 + 240;

/** A tone that an entry is made of. */
export interface Tone {
  readonly entry: PlaylistEntry;
  readonly hz: number;
  readonly amplitude: number;
}

/** A tone that sounds on some frames: its sine begins on `originFrame`. */
export interface Segment {
  readonly hz: number;
  readonly amplitude: number;
  readonly originFrame: number;
  readonly fromFrame: number;
  readonly endFrame: number;
  readonly fadeOutFrames?: number;
}

/** What segments sound like to the sample: between raised cosines of 240 frames, faded out by cos(π/2 · x). */
export function idealSegments(segments: readonly Segment[], frames: number): Float32Array {
  const wave = new Float32Array(frames);
  for (const { hz, amplitude, originFrame, fromFrame, endFrame, fadeOutFrames = 0 } of segments) {
    for (let n = Math.max(0, fromFrame - 240); n < Math.min(frames, endFrame); n++) {
      const before = Math.max(0, fromFrame - n) / 240;
      const after = Math.max(0, n - (endFrame - 240)) / 240;
      const cut =
        (0.5 + 0.5 * Math.cos(Math.PI * before)) * (0.5 + 0.5 * Math.cos(Math.PI * after));
      const faded = fadeOutFrames ? Math.max(0, n - (endFrame - fadeOutFrames)) / fadeOutFrames : 0;
      const gain = amplitude * cut * Math.cos((Math.PI / 2) * faded);
      wave[n]! += gain * Math.sin((2 * Math.PI * hz * (n - originFrame)) / RATE);
    }
  }
  return wave;
}

/** Where the tones of a list lie, each from where the one before ends. */
export function segmentsOf(tones: readonly Tone[], firstFrame = FIRST_FRAME): Segment[] {
  let fromFrame = firstFrame;
  return tones.map(({ entry: { durationFrames, fadeOutFrames }, hz, amplitude }) => {
    const endFrame = fromFrame + durationFrames;
    const segment = { hz, amplitude, originFrame: fromFrame, fromFrame, endFrame, fadeOutFrames };
    fromFrame = endFrame;
    return segment;
  });
}
