/** A tenth of a second in plain formats, written here byte by byte. */
import { ascii, BitWriter, big, crc, join, little } from './bits.ts';

export const TINY_RATE = 48_000;
export const TINY_FRAMES = 4800;

export interface TinySound {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Frames that a decoder must give at 48 kHz. */
  readonly frames: number;
  /** How many more or fewer are no fault: padding that the format cannot name. */
  readonly slack: number;
  /** Root mean square of the sound, 0 for silence. */
  readonly rms: number;
}

/** A tone of 1000 Hz at half of full scale, 16 bits. */
function tone(): Int16Array {
  return Int16Array.from({ length: TINY_FRAMES }, (_, at) =>
    Math.round(16_384 * Math.sin((2 * Math.PI * 1000 * at) / TINY_RATE)),
  );
}
const TONE_RMS = 0.5 / Math.SQRT2;
const exact = (bytes: Uint8Array<ArrayBuffer>): TinySound => ({
  bytes,
  frames: TINY_FRAMES,
  slack: 0,
  rms: TONE_RMS,
});

/** RIFF WAVE, PCM, 16 bits, one channel. */
export function tinyWav(): TinySound {
  const data = join(...Array.from(tone(), (value) => little(value & 0xffff, 2)));
  const format = join(
    little(1, 2),
    little(1, 2),
    little(TINY_RATE, 4),
    little(TINY_RATE * 2, 4),
    little(2, 2),
    little(16, 2),
  );
  const body = join(
    ascii('WAVEfmt '),
    little(format.length, 4),
    format,
    ascii('data'),
    little(data.length, 4),
    data,
  );
  return exact(join(ascii('RIFF'), little(body.length, 4), body));
}

/** AIFF 1.3, 16 bits, one channel; the rate is an 80-bit float. */
export function tinyAiff(): TinySound {
  const data = join(...Array.from(tone(), (value) => big(value & 0xffff, 2)));
  const exponent = Math.floor(Math.log2(TINY_RATE));
  const rate = join(big(16_383 + exponent, 2), big(TINY_RATE * 2 ** (31 - exponent), 4), big(0, 4));
  const common = join(big(1, 2), big(TINY_FRAMES, 4), big(16, 2), rate);
  const sound = join(big(0, 8), data);
  const body = join(
    ascii('AIFFCOMM'),
    big(common.length, 4),
    common,
    ascii('SSND'),
    big(sound.length, 4),
    sound,
  );
  return exact(join(ascii('FORM'), big(body.length, 4), body));
}

/** FLAC (RFC 9639): one frame of 4800 samples, kept as they are. */
export function tinyFlac(): TinySound {
  const info = new BitWriter('most')
    .put(TINY_FRAMES, 16)
    .put(TINY_FRAMES, 16)
    .put(0, 24)
    .put(0, 24)
    .put(TINY_RATE, 20)
    .put(0, 3)
    .put(15, 5)
    .put(0, 4)
    .put(TINY_FRAMES, 32)
    .take();
  const head = join(
    // Sync, fixed size; block size follows in 16 bits, 48 kHz; one channel, 16 bits; frame 0.
    Uint8Array.of(0xff, 0xf8, 0x7a, 0x08, 0x00),
    big(TINY_FRAMES - 1, 2),
  );
  const samples = join(...Array.from(tone(), (value) => big(value & 0xffff, 2)));
  const frame = join(head, big(crc(head, 0x07, 8), 1), Uint8Array.of(0x02), samples);
  const streamInfo = join(info, new Uint8Array(16));
  return exact(
    join(
      ascii('fLaC'),
      Uint8Array.of(0x80),
      big(streamInfo.length, 3),
      streamInfo,
      frame,
      big(crc(frame, 0x8005, 16), 2),
    ),
  );
}

/** MPEG-1 layer III: eight frames of silence at 48 kHz, 128 kbit/s, one channel. */
export function tinyMp3(): TinySound {
  const count = 8;
  const frame = new Uint8Array(384);
  frame.set([0xff, 0xfb, 0x94, 0xc0]);
  return {
    bytes: join(...Array.from({ length: count }, () => frame)),
    frames: count * 1152,
    slack: 2 * 1152,
    rms: 0,
  };
}
