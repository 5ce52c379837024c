/**
 * The samples of a sound file at its own rate, wherever they are asked for: decoded packet by packet where the browser
 * does that (WebCodecs), so that little of them is held; else the whole file.
 */
import type { AudioSample, InputAudioTrack } from 'mediabunny';
import { MAX_SOUND_SEC } from '../../data/contract/constants.ts';
import { flacFrames, isFlac, sniffSampleRate, vorbisFrames } from '../../dsp/soundHead.ts';
import { channelsOf } from '../loading/audioBuffer.ts';
import { bufferBytes } from '../loading/byteCache.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import { decodeBytes } from '../loading/decodeBytes.ts';

type Channels = Float32Array<ArrayBuffer>[];

/** A sound file that can be read. */
export interface TrackReader {
  /** Hz, that of the file. */
  readonly sampleRate: number;
  /** Frames of the file at its rate. */
  readonly frames: number;
  /** Decoded bytes that are held now. */
  readonly bytes: number;
  /** Frames from `from` up to `to`, both within the file, one array a channel. Reads follow one another. */
  read(from: number, to: number): Promise<Channels>;
  dispose(): void;
}

/** Where reading begins ahead of what is wanted: no packet of Vorbis is longer (Vorbis I, section 4.2.2). */
const RUN_UP_FRAMES = 8192;
/** What lies farther ahead is gone to instead of decoded. */
const JUMP_SEC = 4;

interface Chunk {
  readonly from: number;
  readonly channels: Channels;
}

/** Frames that a piece of memory has of a chunk, copied to where they belong. */
function copyInto(target: Channels, targetFrom: number, { from, channels }: Chunk): void {
  target.forEach((channel, c) => {
    const source = channels[Math.min(c, channels.length - 1)]!;
    const skip = Math.max(0, targetFrom - from);
    const at = Math.max(0, from - targetFrom);
    channel.set(source.subarray(skip, Math.max(skip, skip + channel.length - at)), at);
  });
}

function channelsOfSample(sample: AudioSample): Channels {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const channel = new Float32Array(sample.numberOfFrames);
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
    return channel;
  });
}

type Media = typeof import('mediabunny');

class PacketReader implements TrackReader {
  readonly sampleRate: number;
  readonly frames: number;
  private readonly media: Media;
  private readonly track: InputAudioTrack;
  private readonly close: () => void;
  private samples: AsyncGenerator<AudioSample, void, unknown> | null = null;
  private chunks: Chunk[] = [];
  /** Frame that comes next from `samples`. */
  private at = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(media: Media, track: InputAudioTrack, frames: number, close: () => void) {
    this.media = media;
    this.track = track;
    this.sampleRate = track.sampleRate;
    this.frames = frames;
    this.close = close;
  }

  get bytes(): number {
    return this.chunks.reduce(
      (sum, { channels }) => sum + 4 * channels.length * channels[0]!.length,
      0,
    );
  }

  read(from: number, to: number): Promise<Channels> {
    const mine = this.queue.then(() => this.readNow(from, to));
    this.queue = mine.catch(() => undefined);
    return mine;
  }

  private async readNow(from: number, to: number): Promise<Channels> {
    const first = this.chunks[0]?.from ?? this.at;
    const isAhead = from > this.at + JUMP_SEC * this.sampleRate;
    if (!this.samples || from < first || isAhead) await this.goTo(from);
    this.chunks = this.chunks.filter((chunk) => chunk.from + chunk.channels[0]!.length > from);
    while (this.at < to) {
      if (this.isClosed) throw new Error('The track was closed');
      const { value, done } = await this.samples!.next();
      if (done) break;
      const channels = channelsOfSample(value);
      value.close();
      const chunk = { from: this.at, channels };
      this.at += channels[0]!.length;
      if (this.at > from) this.chunks.push(chunk);
    }
    const result = Array.from(
      { length: Math.min(2, this.track.numberOfChannels) },
      () => new Float32Array(to - from),
    );
    // What a damaged file lacks at its end stays silent.
    for (const chunk of this.chunks) if (chunk.from < to) copyInto(result, from, chunk);
    return result;
  }

  /**
   * Goes to a place. After a jump, the first packet of Vorbis only prepares the second: nothing comes of it, and
   * decoders stamp what comes then with the time of the first. So frames are counted from the second on.
   */
  private async goTo(frame: number): Promise<void> {
    await this.samples?.return();
    this.chunks = [];
    const { EncodedPacketSink, AudioSampleSink } = this.media;
    const fromSec = Math.max(0, frame - RUN_UP_FRAMES) / this.sampleRate;
    this.at = 0;
    if (fromSec > 0) {
      const packets = new EncodedPacketSink(this.track);
      const first = await packets.getPacket(fromSec);
      const isVorbis = this.track.codec === 'vorbis';
      const counted = first && isVorbis ? await packets.getNextPacket(first) : first;
      this.at = Math.round((counted?.timestamp ?? 0) * this.sampleRate);
    }
    this.samples = new AudioSampleSink(this.track).samples(fromSec);
  }

  dispose(): void {
    this.isClosed = true;
    this.chunks = [];
    void this.queue.then(async () => {
      await this.samples?.return();
      this.close();
    });
  }
}

/** Opens a file for reading packet by packet. @returns null where the browser cannot */
async function openPackets(file: Blob): Promise<TrackReader | null> {
  const media = await import('mediabunny');
  const { Input, BlobSource, FLAC, OGG } = media;
  const input = new Input({ source: new BlobSource(file), formats: [OGG, FLAC] });
  const close = () => input.dispose();
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track && (await track.canDecode())) {
      const frames = Math.round((await track.computeDuration()) * track.sampleRate);
      if (frames > 0) return new PacketReader(media, track, frames, close);
    }
  } catch (cause) {
    console.info('A track is not read in packets', cause);
  }
  close();
  return null;
}

/** Throws for a file whose samples would not fit into the memory of a phone. */
function refuseLong(bytes: Uint8Array, sampleRate: number): void {
  const frames = isFlac(bytes) ? flacFrames(bytes) : vorbisFrames(bytes);
  if ((frames ?? 0) <= MAX_SOUND_SEC * sampleRate) return;
  throw new Error('This browser cannot play a track this long in a list');
}

async function openWhole(file: Blob, signal: AbortSignal): Promise<TrackReader> {
  const bytes = await file.arrayBuffer();
  const sampleRate = sniffSampleRate(bytes);
  if (sampleRate === null) throw new Error('This is no sound file that can be played');
  refuseLong(new Uint8Array(bytes), sampleRate);
  const buffer = await decodeBytes(bytes, sampleRate, { signal, priority: 'next' });
  const channels = channelsOf(buffer);
  return {
    sampleRate,
    frames: buffer.length,
    bytes: bufferBytes(buffer),
    read: async (from, to) => channels.slice(0, 2).map((channel) => channel.slice(from, to)),
    dispose: () => {
      channels.length = 0;
    },
  };
}

/**
 * Opens a sound file.
 * @throws Error when nothing here decodes it; 'Buffer loading cancelled for rifff'
 */
export async function openTrackReader(file: Blob, signal: AbortSignal): Promise<TrackReader> {
  const reader = (await openPackets(file)) ?? (await openWhole(file, signal));
  if (signal.aborted) reader.dispose();
  throwIfCancelled(signal);
  return reader;
}
