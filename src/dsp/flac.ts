/** Reads FLAC files (RFC 9639) of one or two channels and 4 to 32 bits, frame by frame, in plain script. */
import { MAX_SOUND_SEC } from '../data/contract/constants.ts';
import { checkFormat, type DecodedAudio, SoundFileError } from './soundFile.ts';

const MARK = 0x664c_6143;
const HEAD_BYTES = 42;
/** What a frame begins with: 14 bits of sync and a zero. */
const SYNC = 0x7ffc;
/** Weights of the fixed predictors of orders 0 to 4 (section 9.2.5), newest sample first. */
const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

const broken = () => new SoundFileError('unreadable', 'This is no FLAC file, or it breaks off');

/** Bits from the most significant on. */
class Bits {
  private readonly data: Uint8Array;
  byte: number;
  private bit = 0;

  constructor(data: Uint8Array, byte: number) {
    this.data = data;
    this.byte = byte;
  }

  /** The next 32 bits; zeros behind the end. */
  private peek(): number {
    const { data, byte, bit } = this;
    const high =
      ((data[byte]! << 24) | (data[byte + 1]! << 16) | (data[byte + 2]! << 8) | data[byte + 3]!) >>>
      0;
    return bit === 0 ? high : ((high << bit) | (data[byte + 4]! >>> (8 - bit))) >>> 0;
  }

  private skip(count: number): void {
    const at = this.bit + count;
    this.byte += at >>> 3;
    this.bit = at & 7;
    if (this.byte > this.data.length) throw broken();
  }

  /** An unsigned number of 0 to 32 bits. */
  read(count: number): number {
    if (count === 0) return 0;
    const value = this.peek() >>> (32 - count);
    this.skip(count);
    return value;
  }

  /** A number in two's complement of 0 to 33 bits. */
  signed(count: number): number {
    if (count === 0) return 0;
    if (count > 32) return (this.read(1) === 0 ? 0 : -(2 ** 32)) + this.read(32);
    return (this.read(count) << (32 - count)) >> (32 - count);
  }

  /** Zeros before the next one. */
  unary(): number {
    let zeros = 0;
    for (;;) {
      const next = this.peek();
      const here = Math.clz32(next);
      this.skip(next === 0 ? 32 : here + 1);
      zeros += here;
      if (next !== 0) return zeros;
    }
  }

  toByte(): void {
    if (this.bit > 0) this.skip(8 - this.bit);
  }

  get isOver(): boolean {
    return this.byte + 2 > this.data.length;
  }
}

/** Adds the coded residual to `block` behind its warm-up (section 9.2.7). */
function readResidual(bits: Bits, block: Float64Array, frames: number, order: number): void {
  const method = bits.read(2);
  if (method > 1) throw broken();
  const width = method === 0 ? 4 : 5;
  const rawCode = 2 ** width - 1;
  const partitions = 2 ** bits.read(4);
  const each = frames / partitions;
  if (!Number.isInteger(each) || each < order) throw broken();
  for (let part = 0, at = order; part < partitions; part++) {
    const end = (part + 1) * each;
    const parameter = bits.read(width);
    if (parameter === rawCode) {
      const raw = bits.read(5);
      for (; at < end; at++) block[at] = bits.signed(raw);
      continue;
    }
    for (; at < end; at++) {
      const folded = bits.unary() * 2 ** parameter + bits.read(parameter);
      block[at] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
  }
}

/** Sums up a residual with what its predictor says (section 9.2.6). */
function predict(
  block: Float64Array,
  frames: number,
  weights: readonly number[],
  shift: number,
): void {
  const scale = 2 ** -shift;
  const order = weights.length;
  for (let at = order; at < frames; at++) {
    let sum = 0;
    for (let back = 0; back < order; back++) sum += weights[back]! * block[at - 1 - back]!;
    block[at]! += shift === 0 ? sum : Math.floor(sum * scale);
  }
}

function readSubframe(bits: Bits, block: Float64Array, frames: number, frameBits: number): void {
  if (bits.read(1) !== 0) throw broken();
  const type = bits.read(6);
  const wasted = bits.read(1) === 0 ? 0 : bits.unary() + 1;
  const size = frameBits - wasted;
  if (size < 1) throw broken();
  const warmUp = (order: number) => {
    if (order > frames) throw broken();
    for (let at = 0; at < order; at++) block[at] = bits.signed(size);
  };
  if (type === 0) block.fill(bits.signed(size), 0, frames);
  else if (type === 1) warmUp(frames);
  else if (type >= 8 && type <= 12) {
    const weights = FIXED[type - 8]!;
    warmUp(weights.length);
    readResidual(bits, block, frames, weights.length);
    predict(block, frames, weights, 0);
  } else if (type >= 32) {
    const order = type - 31;
    warmUp(order);
    const precision = bits.read(4) + 1;
    const shift = bits.signed(5);
    if (precision === 16 || shift < 0) throw broken();
    const weights = Array.from({ length: order }, () => bits.signed(precision));
    readResidual(bits, block, frames, order);
    predict(block, frames, weights, shift);
  } else throw broken();
  if (wasted > 0) for (let at = 0; at < frames; at++) block[at]! *= 2 ** wasted;
}

/** Left and right of what a frame has in their place (section 9.1.3): 8 left and side, 9 side and right, 10 mid and side. */
function unmix([a, b]: readonly Float64Array[], frames: number, assignment: number): void {
  for (let at = 0; at < frames; at++) {
    const [one, other] = [a![at]!, b![at]!];
    if (assignment === 8) b![at] = one - other;
    else if (assignment === 9) a![at] = one + other;
    else {
      const mid = one * 2 + Math.abs(other % 2);
      a![at] = (mid + other) / 2;
      b![at] = (mid - other) / 2;
    }
  }
}

/** Frames of the block that a head names (section 9.1.1), or −1 where they stand in the bytes behind it. */
function blockFrames(code: number): number {
  if (code === 1) return 192;
  if (code >= 2 && code <= 5) return 576 * 2 ** (code - 2);
  return code >= 8 ? 256 * 2 ** (code - 8) : -1;
}

interface Head {
  readonly frames: number;
  readonly assignment: number;
}

function readHead(bits: Bits): Head {
  if (bits.read(15) !== SYNC) throw broken();
  bits.read(1);
  const sizeCode = bits.read(4);
  const rateCode = bits.read(4);
  const assignment = bits.read(4);
  bits.read(4);
  // Which frame it is does not matter: they are read in order. Its length is told as in UTF-8.
  const lead = Math.clz32(~(bits.read(8) << 24));
  for (let more = 1; more < lead; more++) bits.read(8);
  const told = blockFrames(sizeCode);
  const frames = told > 0 ? told : bits.read(sizeCode === 6 ? 8 : 16) + 1;
  if (sizeCode === 0 || rateCode === 15) throw broken();
  if (rateCode >= 12) bits.read(rateCode === 12 ? 8 : 16);
  bits.read(8);
  return { frames, assignment };
}

interface StreamInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitDepth: number;
  /** 0 where the file does not say. */
  readonly total: number;
  /** Byte of the first frame. */
  readonly from: number;
}

function readInfo(bytes: Uint8Array): StreamInfo {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES || view.getUint32(0) !== MARK) throw broken();
  let from = 4;
  for (let isLast = false; !isLast; ) {
    if (from + 4 > bytes.length) throw broken();
    isLast = view.getUint8(from) >= 128;
    from += 4 + (view.getUint32(from) & 0xff_ffff);
  }
  const packed = view.getUint32(18);
  const info = {
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    bitDepth: ((packed >>> 4) & 31) + 1,
    total: (packed & 15) * 2 ** 32 + view.getUint32(22),
    from,
  };
  checkFormat(info);
  return info;
}

/**
 * Decodes a FLAC file; of one longer than five minutes the first five.
 * @returns samples from −1 to 1, one array a channel, and how many frames the whole file has
 * @throws SoundFileError when it is none, breaks off before what it says, or is one that we do not take
 */
export function decodeFlac(bytes: Uint8Array<ArrayBuffer>): DecodedAudio {
  const { sampleRate, channels: count, bitDepth, total, from } = readInfo(bytes);
  const most = Math.min(total || Number.POSITIVE_INFINITY, MAX_SOUND_SEC * sampleRate);
  const bits = new Bits(bytes, from);
  const blocks = Array.from({ length: count }, () => new Float64Array(65_536));
  const parts: Float32Array<ArrayBuffer>[][] = blocks.map(() => []);
  const scale = 2 ** (1 - bitDepth);
  let length = 0;
  while (length < most && !(total === 0 && bits.isOver)) {
    const { frames, assignment } = readHead(bits);
    if ((assignment < 8 ? assignment + 1 : 2) !== count || assignment > 10) throw broken();
    for (const [c, block] of blocks.entries()) {
      const isSide = assignment === 9 ? c === 0 : assignment >= 8 && c === 1;
      readSubframe(bits, block, frames, bitDepth + (isSide ? 1 : 0));
    }
    if (assignment >= 8) unmix(blocks, frames, assignment);
    bits.toByte();
    bits.read(16);
    const kept = Math.min(frames, most - length);
    for (const [c, block] of blocks.entries()) {
      parts[c]!.push(Float32Array.from(block.subarray(0, kept), (sample) => sample * scale));
    }
    length += kept;
  }
  const channels = parts.map((all) => {
    const channel = new Float32Array(length);
    let at = 0;
    for (const part of all) {
      channel.set(part, at);
      at += part.length;
    }
    return channel;
  });
  return { sampleRate, bitDepth, channels, length, totalFrames: total || length };
}
