/** A track in pieces of some seconds at 48 kHz, made one after the other and dropped after use. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { spanInput } from '../../dsp/resample.ts';
import { toBuffer } from '../loading/audioBuffer.ts';
import { bufferBytes } from '../loading/byteCache.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import { DECODING } from '../loading/decodeBytes.ts';
import { fetchFile } from '../loading/fetchFile.ts';
import { FADE_FRAMES } from '../looper/curves.ts';
import { playPool } from '../workers/playPool.ts';
import { openTrackReader, type TrackReader } from './trackReader.ts';

type Channels = Float32Array<ArrayBuffer>[];

/** Frames of a piece: four seconds, 1.5 MB in stereo. */
export const PIECE_FRAMES = 4 * SAMPLE_RATE_HZ;
/** Pieces that are kept beside the first: what sounds, and what comes after it. */
const KEPT_PIECES = 3;
/** Input frames at both ends that resampling reaches over, for each input frame of an output frame. */
const EDGE_FRAMES = 128;

export class TrackSound {
  /** Frames of the whole track at 48 kHz. */
  readonly frames: number;
  /** Its last 5 ms: they lie under the cross-over with which it begins, as the end of a loop does. */
  private end: AudioBuffer | null = null;
  private readonly reader: TrackReader;
  private readonly signal: AbortSignal;
  /** Input frames for each output frame. */
  private readonly step: number;
  private readonly pieces = new Map<number, AudioBuffer>();
  private readonly coming = new Map<number, Promise<AudioBuffer>>();
  private head: Channels = [];
  private tail: Channels = [];

  private constructor(reader: TrackReader, signal: AbortSignal) {
    this.reader = reader;
    this.signal = signal;
    this.frames = Math.max(1, Math.round((reader.frames * SAMPLE_RATE_HZ) / reader.sampleRate));
    this.step = reader.frames / this.frames;
  }

  /**
   * Fetches a track and makes its first piece.
   * @param signal ends it, also later
   * @throws Error that says why it cannot be played; 'Buffer loading cancelled for rifff'
   */
  static async open(url: string, signal: AbortSignal): Promise<TrackSound> {
    const file = await fetchFile(url, signal);
    const reader = await openTrackReader(file, signal);
    try {
      const sound = new TrackSound(reader, signal);
      const edge = Math.min(reader.frames, Math.ceil(EDGE_FRAMES * Math.max(1, sound.step)));
      sound.tail = await reader.read(reader.frames - edge, reader.frames);
      sound.head = await reader.read(0, edge);
      const fade = Math.min(FADE_FRAMES, sound.frames);
      sound.end = toBuffer({
        channels: await sound.span(sound.frames - fade, fade),
        sampleRate: SAMPLE_RATE_HZ,
      });
      await sound.piece(0);
      return sound;
    } catch (error) {
      reader.dispose();
      throw error;
    }
  }

  /** Its last 5 ms. */
  get ending(): AudioBuffer {
    return this.end!;
  }

  /** Decoded bytes that are held, without those that decks still play. */
  get bytes(): number {
    let bytes = this.reader.bytes;
    for (const piece of this.pieces.values()) bytes += bufferBytes(piece);
    return bytes;
  }

  /** Is a buffer among those that `bytes` counts? */
  holds(buffer: AudioBuffer): boolean {
    return [...this.pieces.values()].includes(buffer);
  }

  /** A piece that is here. */
  peek(index: number): AudioBuffer | undefined {
    return this.pieces.get(index);
  }

  /** A piece, made now where it is not here. The last one is shorter. @throws Error as `open` does */
  async piece(index: number): Promise<AudioBuffer> {
    const known = this.pieces.get(index) ?? this.coming.get(index);
    if (known) return known;
    const work = this.make(index);
    this.coming.set(index, work);
    try {
      return await work;
    } finally {
      this.coming.delete(index);
    }
  }

  private async make(index: number): Promise<AudioBuffer> {
    const from = index * PIECE_FRAMES;
    const frames = Math.min(PIECE_FRAMES, this.frames - from);
    const channels = await this.span(from, frames);
    throwIfCancelled(this.signal);
    const piece = toBuffer({ channels, sampleRate: SAMPLE_RATE_HZ });
    this.pieces.set(index, piece);
    for (const old of this.pieces.keys()) {
      if (this.pieces.size <= KEPT_PIECES + 1) break;
      if (old !== 0 && old !== index) this.pieces.delete(old);
    }
    return piece;
  }

  /** Frames at 48 kHz from a frame on. Each is resampled once, with what lies around the piece. */
  private async span(outFrom: number, outFrames: number): Promise<Channels> {
    const { reader, step } = this;
    if (reader.sampleRate === SAMPLE_RATE_HZ) return reader.read(outFrom, outFrom + outFrames);
    const { from, to } = spanInput({ step, outFrom, outFrames });
    const [first, last] = [Math.max(0, from), Math.min(reader.frames, to)];
    const inside = await reader.read(first, last);
    // The track goes round as a loop does: where it is repeated, no pass has an edge of its own.
    const channels = inside.map((channel, c) => {
      const padded = new Float32Array(to - from);
      padded.set(channel, first - from);
      const [head, tail] = [this.head[c], this.tail[c]];
      if (tail && from < 0) {
        const before = tail.subarray(Math.max(0, tail.length + from));
        padded.set(before, -from - before.length);
      }
      if (head && to > last) padded.set(head.subarray(0, to - last), last - from);
      return padded;
    });
    const job = { channels, inFrom: from, step, outFrom, outFrames };
    const transfer = channels.map(({ buffer }) => buffer);
    return playPool.run('span', job, { ...DECODING, transfer, signal: this.signal });
  }

  dispose(): void {
    this.pieces.clear();
    this.reader.dispose();
  }
}
