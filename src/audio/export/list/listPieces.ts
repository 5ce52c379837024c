/**
 * A playlist rendered in pieces, as the engine plays it: every entry begins on the frame on which the one before ends
 * and crosses over with it in the 5 ms before that frame; what rings of an entry goes on into the next. One entry is
 * held at a time, so that the memory does not grow with their number.
 */
import type { PlaylistEntry } from '../../../data/rules/playlist/entry.ts';
import { throwIfCancelled } from '../../loading/cancel.ts';
import type { PatternMaker } from '../../loading/patternMaker.ts';
import { FADE_FRAMES, fadeCurve } from '../../looper/curves.ts';
import { CHUNK_FRAMES, renderChunks } from '../chunks.ts';
import { loadLoops, soundingSlots } from '../desk.ts';
import { type Mix, ringFrames } from '../mixdown.ts';
import { trackChunks } from './trackChunks.ts';

type Channels = Float32Array<ArrayBuffer>[];

const silence = (frames: number): Channels => [new Float32Array(frames), new Float32Array(frames)];

/** Puts sounds that overlap into one, piece by piece: only what may still change is held. */
class Seams {
  /** Frames that were handed over. */
  private at = 0;
  private held: Channels = silence(0);

  /** Adds two channels that begin on a frame of the whole; what was handed over must lie before it. */
  add(fromFrame: number, channels: readonly Float32Array<ArrayBuffer>[]): void {
    const from = fromFrame - this.at;
    if (from < 0) throw new RangeError('That was handed over already');
    const end = from + channels[0]!.length;
    if (end > this.held[0]!.length) this.grow(end);
    channels.forEach((channel, c) => {
      const into = this.held[c]!;
      for (let n = 0; n < channel.length; n++) into[from + n]! += channel[n]!;
    });
  }

  /** Hands over everything before a frame of the whole; null where that is nothing. */
  take(toFrame: number): Mix | null {
    const frames = toFrame - this.at;
    if (frames <= 0) return null;
    if (frames > this.held[0]!.length) this.grow(frames);
    const channels = this.held.map((channel) => channel.slice(0, frames));
    this.held = this.held.map((channel) => channel.slice(frames));
    this.at = toFrame;
    return { channels, frames };
  }

  private grow(frames: number): void {
    const before = this.held;
    this.held = silence(frames);
    before.forEach((channel, c) => {
      this.held[c]!.set(channel);
    });
  }
}

export interface ListDesk {
  readonly maker: PatternMaker;
  readonly signal: AbortSignal;
  /** Frames of a piece; default `CHUNK_FRAMES`. */
  readonly chunkFrames?: number;
  /** An entry is begun. */
  begun?(entry: PlaylistEntry, at: number): void;
}

/** Frames that an entry sounds on after its end: what it sent to reverb and delay, unless it was faded out. */
function ringOf({ rifff, fadeOutFrames }: PlaylistEntry): number {
  return rifff && fadeOutFrames === 0 ? ringFrames(rifff) : 0;
}

/** Frames of the whole list, with what rings at its end. */
export function listFrames(entries: readonly PlaylistEntry[]): number {
  let end = 0;
  let last = 0;
  for (const entry of entries) {
    end += entry.durationFrames;
    last = Math.max(last, end + ringOf(entry));
  }
  return last;
}

/** The gains of a cross-over that ends at a boundary, without the boundary itself. */
const CUT = fadeCurve({ fromFrame: 0, frames: FADE_FRAMES }, 'out').subarray(0, FADE_FRAMES);

/**
 * A fade-out, one gain a frame: cos(π/2 · x) for x from 0 to 1, which is equal power, as the engine fades the entries of
 * a list.
 */
export function fadeGains(frames: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, n) => Math.cos((Math.PI * n) / (2 * frames)));
}

/** Lets the end of an entry go. @param fromFrame of the piece, from the beginning of the entry */
function letGo({ channels }: Mix, fromFrame: number, endFrame: number, gains: Float32Array): void {
  const first = Math.max(0, endFrame - gains.length);
  const skipped = gains.length - (endFrame - first);
  for (const channel of channels) {
    for (let n = Math.max(0, first - fromFrame); n < channel.length; n++) {
      channel[n]! *= gains[fromFrame + n - first + skipped] ?? 0;
    }
  }
}

async function* entryChunks(
  { maker, signal, chunkFrames = CHUNK_FRAMES }: ListDesk,
  { rifff, track, repetitions, durationFrames }: PlaylistEntry,
  leadFrames: number,
): AsyncGenerator<{ fromFrame: number; mix: Mix }, void> {
  if (track) {
    yield* trackChunks(track, durationFrames, { repetitions, leadFrames, signal, chunkFrames });
    return;
  }
  if (!rifff) return;
  const slots = soundingSlots(rifff);
  await loadLoops({ maker, rifff, signal }, slots);
  const plan = {
    turns: repetitions,
    tail: 'left',
    slots,
    leadFrames,
    chunkFrames,
    signal,
  } as const;
  let fromFrame = -leadFrames;
  for await (const mix of renderChunks(maker, rifff, plan)) {
    yield { fromFrame, mix };
    fromFrame += mix.frames;
  }
}

/**
 * The pieces in order, altogether `listFrames` frames, at the level that goes into the limiter.
 * @throws Error that names the loop or the track that is not to be had
 */
export async function* listPieces(
  desk: ListDesk,
  entries: readonly PlaylistEntry[],
): AsyncGenerator<Mix, void> {
  const seams = new Seams();
  let start = 0;
  for (const [at, entry] of entries.entries()) {
    desk.begun?.(entry, at);
    const end = start + entry.durationFrames;
    const endings = [
      // Of itself only the sound of loops crosses over.
      ...(entry.track ? [CUT] : []),
      ...(entry.fadeOutFrames > 0 ? [fadeGains(entry.fadeOutFrames)] : []),
    ];
    // The next entry fades in from here on.
    const safe = Math.max(0, end - FADE_FRAMES);
    for await (const { fromFrame, mix } of entryChunks(desk, entry, Math.min(start, FADE_FRAMES))) {
      throwIfCancelled(desk.signal);
      for (const gains of endings) letGo(mix, fromFrame, entry.durationFrames, gains);
      seams.add(start + fromFrame, mix.channels);
      const piece = seams.take(Math.min(start + fromFrame + mix.frames, safe));
      if (piece) yield piece;
    }
    start = end;
  }
  const rest = seams.take(listFrames(entries));
  if (rest) yield rest;
}
