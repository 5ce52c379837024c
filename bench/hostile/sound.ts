/** Sounds and pictures that are small to send and large to read, made on the spot. */
import sharp from 'sharp';
import { oggOf, tone } from '../../server/testing/sounds.ts';
import { openFlac } from '../../src/audio/workers/encode/flac.ts';
import { OGG_HEADER_BYTES, oggCrc, readOggPages } from '../../src/dsp/oggPages.ts';

/** A file as it is sent. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mime: string;
}

/** Checksums of FLAC (RFC 9639, section 9.1.8 and 9.3): of the head of a frame, and of a whole frame. */
function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1;
  }
  return value & (2 ** bits - 1);
}

/** A number as frames of FLAC tell it, as in UTF-8; below 65,536. */
function utf8Number(value: number): number[] {
  if (value < 0x80) return [value];
  if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 63)];
  return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)];
}

/** `fLaC` and STREAMINFO of stereo in 16 bits. */
function flacHead(sampleRate: number, frames: number): Buffer {
  const head = Buffer.alloc(42);
  head.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34]);
  head.writeUInt16BE(16_384, 8);
  head.writeUInt16BE(16_384, 10);
  head.writeUInt32BE(((sampleRate << 12) | (1 << 9) | (15 << 4)) >>> 0, 18);
  head.writeUInt32BE(frames, 22);
  return head;
}

/** Blocks of 16,384 frames of nothing, 15 bytes each. */
function silentFlac(seconds: number, declared: (frames: number) => number): Buffer {
  const [rate, block] = [192_000, 16_384];
  const count = Math.floor((seconds * rate) / block);
  const blocks = Array.from({ length: count }, (_, number) => {
    // Sync, 16,384 frames at 192 kHz, left and right of 16 bits, and the number.
    const head = [0xff, 0xf8, 0xe3, 0x18, ...utf8Number(number)];
    const frame = [...head, crc(Uint8Array.from(head), 8, 0x107), 0, 0, 0, 0, 0, 0];
    const sum = crc(Uint8Array.from(frame), 16, 0x18005);
    return Buffer.from([...frame, sum >> 8, sum & 255]);
  });
  return Buffer.concat([flacHead(rate, declared(count * block)), ...blocks]);
}

/** Ogg Vorbis of a second, with so many bytes in its comment. */
async function commentedOgg(commentBytes: number): Promise<Buffer> {
  const whole = await oggOf(tone(48_000));
  const [first, second, ...rest] = readOggPages(new Uint8Array(whole))!;
  const commentEnd = second!.segments.findIndex((bytes) => bytes < 255) + 1;
  const old = second!.segments.subarray(0, commentEnd).reduce((sum, bytes) => sum + bytes, 0);
  const entry = Buffer.alloc(commentBytes, 'a');
  entry.write('COMMENT=');
  const counts = Buffer.alloc(12);
  counts.writeUInt32LE(1, 4);
  counts.writeUInt32LE(entry.length, 8);
  const comment = Buffer.concat([Buffer.from('\x03vorbis'), counts, entry, Buffer.from([1])]);
  const setup = second!.body.subarray(old);
  const lacing = (bytes: number) => [
    ...Array<number>(Math.floor(bytes / 255)).fill(255),
    bytes % 255,
  ];
  const segments = [...lacing(comment.length), ...lacing(setup.length)];
  const body = Buffer.concat([comment, setup]);
  const pages: Buffer[] = [Buffer.from(first!.bytes)];
  let at = 0;
  for (let from = 0; from < segments.length; from += 255) {
    const table = segments.slice(from, from + 255);
    const bytes = table.reduce((sum, length) => sum + length, 0);
    const isContinued = from > 0 && segments[from - 1] === 255;
    pages.push(oggPage(second!.bytes, { table, body: body.subarray(at, at + bytes), isContinued }));
    at += bytes;
  }
  for (const { bytes } of rest) pages.push(Buffer.from(bytes));
  return Buffer.concat(pages.map(renumbered));
}

function oggPage(
  like: Uint8Array,
  { table, body, isContinued }: { table: number[]; body: Buffer; isContinued: boolean },
): Buffer {
  const head = Buffer.from(like.subarray(0, OGG_HEADER_BYTES));
  head[5] = isContinued ? 1 : 0;
  head[26] = table.length;
  return Buffer.concat([head, Buffer.from(table), body]);
}

function renumbered(page: Buffer, number: number): Buffer {
  page.writeUInt32LE(number, 18);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

/** Stereo in 24 bits at 48 kHz as a musician exports it. */
async function ordinaryFlac(seconds: number): Promise<Buffer> {
  const piece = tone(48_000 * 10);
  const frames = piece[0]!.length * Math.floor(seconds / 10);
  const encoder = await openFlac({ sampleRate: 48_000, channels: 2, frames });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < frames; at += piece[0]!.length) parts.push(...(await encoder.write(piece)));
  return Buffer.concat([...parts, ...(await encoder.end())]);
}

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#406080' } });

const flac = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, mime: 'audio/flac' });
const ogg = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, mime: 'audio/ogg' });

/** 300 s of silence at 192 kHz stereo in about 55 kB: 460 MB as floats. */
export const silentFlacFile = (): HostileFile =>
  flac(
    'silence-192k.flac',
    silentFlac(300, (frames) => frames),
  );

/** The same that says it is a second long. */
export const lyingFlacFile = (): HostileFile =>
  flac(
    'lying-192k.flac',
    silentFlac(300, () => 192_000),
  );

/** The same that does not say how long it is. */
export const untoldFlacFile = (): HostileFile =>
  flac(
    'untold-192k.flac',
    silentFlac(300, () => 0),
  );

/** 75 s of silence, as long as such a file may be. */
export const longestSilenceFile = (): HostileFile =>
  flac(
    'longest-192k.flac',
    silentFlac(75, (frames) => frames),
  );

/** A second of sound behind a comment of 3 MB. */
export const commentedOggFile = async (): Promise<HostileFile> =>
  ogg('comment-3mb.ogg', await commentedOgg(3 * 1024 * 1024));

/** A second of sound behind a comment of almost 1 MB, which is allowed. */
export const allowedCommentOggFile = async (): Promise<HostileFile> =>
  ogg('comment-1mb.ogg', await commentedOgg(1000 * 1024));

/** 290 s at 48 kHz: nothing but long. */
export const ordinaryFlacFile = async (): Promise<HostileFile> =>
  flac('ordinary-290s.flac', await ordinaryFlac(290));

/** 7000 × 7000 pixels of one colour in about a kilobyte. */
export const largeAvifFile = async (): Promise<HostileFile> => ({
  name: 'large.avif',
  bytes: await plain(7000).avif({ effort: 0 }).toBuffer(),
  mime: 'image/avif',
});

/** As many pixels as are allowed: `side` squared, half of them as AVIF. Each of another format that is decoded whole. */
export async function largestPictureFiles(side: number): Promise<HostileFile[]> {
  return [
    {
      name: 'largest.avif',
      mime: 'image/avif',
      bytes: await plain(Math.floor(side / Math.SQRT2))
        .avif({ effort: 0 })
        .toBuffer(),
    },
    {
      name: 'largest.png',
      mime: 'image/png',
      bytes: await plain(side).png({ progressive: true }).toBuffer(),
    },
    {
      name: 'largest.webp',
      mime: 'image/webp',
      bytes: await plain(side).webp({ lossless: true, effort: 0 }).toBuffer(),
    },
    {
      name: 'largest.gif',
      mime: 'image/gif',
      bytes: await plain(side).gif({ effort: 1 }).toBuffer(),
    },
    {
      name: 'largest.jpg',
      mime: 'image/jpeg',
      bytes: await plain(side).jpeg({ progressive: true }).toBuffer(),
    },
  ];
}
