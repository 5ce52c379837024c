/** The file of a track as a server takes it. */
import { MAX_SOUND_SEC, SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { channelsOf } from '../loading/audioBuffer.ts';
import { withTrack } from '../loading/soundTrack.ts';
import { createEncoder, encodeOgg, type SoundEncoder } from '../workers/encode/encoder.ts';
import { type Bytes, MIME, type Pcm } from '../workers/encode/format.ts';
import { decodeFile } from './uploadFiles.ts';

/** Frames that are encoded at a time: 1.4 s at 48 kHz. */
const PIECE_FRAMES = 1 << 16;

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Is it Ogg Vorbis or FLAC already? */
async function isReady(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (textAt(head, 0, 4) === 'fLaC') return true;
  return textAt(head, 0, 4) === 'OggS' && textAt(head, 29, 6) === 'vorbis';
}

const tooLong = (maxSec: number) => new Error(`It lasts more than ${maxSec / 60} minutes.`);

/**
 * Takes frames as they are decoded, and has them encoded some at a time: never more, never fewer than were declared.
 */
class PieceWriter {
  readonly parts: Bytes[] = [];
  private readonly encoder: SoundEncoder;
  private readonly piece: Pcm;
  private held = 0;
  private left: number;

  constructor(encoder: SoundEncoder, channels: number, frames: number) {
    this.encoder = encoder;
    this.piece = Array.from({ length: channels }, () => new Float32Array(PIECE_FRAMES));
    this.left = frames;
  }

  /** Takes `frames` more; `copy` fills a part of a channel from a frame of them on. */
  async add(
    frames: number,
    copy: (into: Float32Array, channel: number, from: number) => void,
  ): Promise<void> {
    for (let from = 0; from < frames && this.left > 0; ) {
      const some = Math.min(frames - from, PIECE_FRAMES - this.held, this.left);
      for (const [c, channel] of this.piece.entries()) {
        copy(channel.subarray(this.held, this.held + some), c, from);
      }
      from += some;
      this.held += some;
      this.left -= some;
      if (this.held === PIECE_FRAMES) await this.write();
    }
  }

  private async write(): Promise<void> {
    const channels = this.piece.map((channel) => channel.slice(0, this.held));
    this.held = 0;
    this.parts.push(await this.encoder.write(channels, 'given'));
  }

  /** What a file says that it has and does not is silence. */
  async end(): Promise<Blob> {
    while (this.left > 0) {
      const missing = Math.min(this.left, PIECE_FRAMES);
      await this.add(missing, (into) => into.fill(0));
    }
    if (this.held > 0) await this.write();
    this.parts.push(await this.encoder.end());
    return new Blob(this.parts, { type: MIME.ogg });
  }
}

/**
 * Ogg Vorbis of a file of any length, at its own rate, decoded and encoded some seconds at a time, so that half an hour
 * takes no more memory than a minute.
 * @returns null where the browser does not decode it in pieces (WebCodecs), or does not know its container
 * @throws Error in words for people, when it lasts more than `maxSec`
 */
export async function encodeInPieces(file: Blob, maxSec: number): Promise<Blob | null> {
  const opened = await withTrack(file, async ({ AudioSampleSink }, track) => {
    if (!(await track.canDecode())) return null;
    const { sampleRate } = track;
    const durationSec = await track.computeDuration();
    if (durationSec > maxSec) return tooLong(maxSec);
    const frames = Math.max(1, Math.round(durationSec * sampleRate));
    const channels = Math.min(2, track.numberOfChannels);
    const encoder = await createEncoder('ogg', { sampleRate, channels, frames });
    const writer = new PieceWriter(encoder, channels, frames);
    try {
      for await (const sample of new AudioSampleSink(track).samples()) {
        // What a codec needs to begin lies before the first frame.
        const skipped = Math.max(0, -Math.round(sample.timestamp * sampleRate));
        const count = sample.numberOfFrames - skipped;
        await writer.add(count, (into, planeIndex, from) =>
          sample.copyTo(into, {
            planeIndex,
            format: 'f32-planar',
            frameOffset: skipped + from,
            frameCount: into.length,
          }),
        );
        sample.close();
      }
      return await writer.end();
    } catch (error) {
      encoder.cancel();
      throw error;
    }
  }).catch((cause: unknown) => {
    console.info('A track is not encoded in pieces', cause);
    return null;
  });
  if (opened instanceof Error) throw opened;
  return opened;
}

/** Seconds that a file says it has; 0 where its container is not known. */
const durationOf = (file: Blob) =>
  withTrack(file, (_, track) => track.computeDuration()).catch(() => 0);

/**
 * A track as a server takes it: Ogg Vorbis or FLAC as they are, anything else decoded and encoded as Ogg Vorbis of
 * one or two channels. What lasts more than five minutes never is in memory as a whole.
 * @param maxSec seconds that it may last
 * @throws Error in words for people, when it cannot be read or lasts longer
 */
export async function encodeTrack(file: Blob, maxSec = MAX_SOUND_SEC): Promise<Blob> {
  if (await isReady(file)) return file;
  const isLong = (await durationOf(file)) > MAX_SOUND_SEC;
  const inPieces = isLong ? await encodeInPieces(file, maxSec) : null;
  if (inPieces) return inPieces;
  if (isLong) throw new Error('This browser cannot read a sound this long: save it as Ogg Vorbis.');
  const decoded = await decodeFile(file, SAMPLE_RATE_HZ).catch((cause: unknown) => {
    throw new Error('This browser cannot read the sound of this file.', { cause });
  });
  if (decoded.duration > MAX_SOUND_SEC) throw tooLong(MAX_SOUND_SEC);
  const channels = channelsOf(decoded).slice(0, 2);
  return encodeOgg({ channels, sampleRate: SAMPLE_RATE_HZ });
}
