/** Frames of a FLAC file (RFC 9639, section 9) one by one, each checked before it is decoded. */
import { FileWindow, type ReadAt } from './fileWindow.ts';
import { SoundFault } from './sound.ts';

/** 65,535 frames of two channels in 32 bits, as they are, and room for heads: nothing that is longer is a frame. */
const MAX_FRAME_BYTES = 640 * 1024;
const HEAD_BYTES = 42;
/** The longest head: sync to assignment 4, number 7, block size 2, rate 2, checksum 1. */
const MAX_HEAD_BYTES = 16;
/** Head, one byte of a subframe, checksum. */
const MIN_FRAME_BYTES = 9;

const CRC8 = Uint8Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80 ? (value << 1) ^ 0x07 : value << 1;
  return value;
});

const CRC16 = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index << 8;
  for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ 0x8005 : value << 1;
  return value;
});

/** One frame: its bytes from sync to checksum, and how many frames of sound it says it holds, of each channel. */
export interface FlacFrame {
  readonly bytes: Uint8Array;
  readonly frames: number;
  readonly channels: number;
}

interface FrameHead {
  readonly frames: number;
  readonly channels: number;
}

/** Frames of the block that a head names (section 9.1.1): 0 where it may not, −1 or −2 bytes where they stand behind. */
function blockFrames(code: number): number {
  if (code === 0) return 0;
  if (code === 1) return 192;
  if (code <= 5) return 576 * 2 ** (code - 2);
  return code <= 7 ? 5 - code : 256 * 2 ** (code - 8);
}

/** The head that begins at `at`, or null when none does (section 9.1). */
function readHead(bytes: Uint8Array, at: number): FrameHead | null {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xfe) !== 0xf8) return null;
  const rateCode = bytes[at + 2]! & 15;
  const assignment = bytes[at + 3]! >> 4;
  if (rateCode === 15 || assignment > 10 || (bytes[at + 3]! & 1) !== 0) return null;
  let end = at + 4;
  // The number is told as in UTF-8: as many bytes as its first has ones at its head.
  const lead = Math.clz32(~(bytes[end]! << 24));
  if (lead === 1 || lead > 7) return null;
  end += Math.max(1, lead);
  let frames = blockFrames(bytes[at + 2]! >> 4);
  if (frames === 0) return null;
  if (frames === -1) frames = bytes[end++]! + 1;
  else if (frames === -2) {
    frames = bytes[end]! * 256 + bytes[end + 1]! + 1;
    end += 2;
  }
  if (rateCode >= 12) end += rateCode === 12 ? 1 : 2;
  if (end >= bytes.length) return null;
  let crc = 0;
  for (let byte = at; byte < end; byte++) crc = CRC8[crc ^ bytes[byte]!]!;
  if (crc !== bytes[end]) return null;
  return { frames, channels: assignment < 8 ? assignment + 1 : 2 };
}

/** Where the first frame begins. Other blocks than the first are passed over unread. @throws SoundFault */
function firstFrame(read: ReadAt): number {
  const head = new Uint8Array(4);
  let at = 4;
  for (let isLast = false; !isLast; ) {
    if (read(head, at) < 4) throw new SoundFault('it breaks off');
    isLast = head[0]! >= 128;
    at += 4 + head[1]! * 65_536 + head[2]! * 256 + head[3]!;
  }
  return at;
}

/**
 * Where the frame at the beginning of `ahead` ends: where its checksum comes out and the next begins, or the file is
 * over; 0 when it does not. A byte is looked at once, whatever stands there.
 */
function frameEnd(ahead: Uint8Array): number {
  const most = Math.min(ahead.length, MAX_FRAME_BYTES);
  let crc = 0;
  for (let end = 0; end < most; end++) {
    const mayEnd = crc === 0 && end >= MIN_FRAME_BYTES && ahead[end] === 0xff;
    if (mayEnd && readHead(ahead, end)) return end;
    crc = ((crc << 8) & 0xffff) ^ CRC16[(crc >> 8) ^ ahead[end]!]!;
  }
  return most === ahead.length && crc === 0 ? most : 0;
}

/**
 * The frames of a whole file, one at a time; the next overwrites its bytes.
 * @throws SoundFault where something stands that is no whole frame
 */
export function* flacFrames(read: ReadAt): Generator<FlacFrame> {
  const file = new FileWindow(read, firstFrame(read), 2 * MAX_FRAME_BYTES);
  for (;;) {
    const ahead = file.ahead(MAX_FRAME_BYTES + MAX_HEAD_BYTES);
    if (ahead.length === 0) return;
    const head = readHead(ahead, 0);
    const end = head && frameEnd(ahead);
    if (!head || !end) throw new SoundFault('a part of it is damaged');
    yield { bytes: ahead.subarray(0, end), ...head };
    file.skip(end);
  }
}

/** Frames of sound that STREAMINFO says there are, 0 when it does not say (section 8.2). @throws SoundFault */
export function flacTotal(read: ReadAt): number {
  const head = new Uint8Array(HEAD_BYTES);
  if (read(head, 0) < HEAD_BYTES) throw new SoundFault('it breaks off');
  return (head[21]! & 15) * 2 ** 32 + new DataView(head.buffer).getUint32(22);
}
