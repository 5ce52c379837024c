import { crc32 } from 'node:zlib';

/** CRC-32 as gzip has it (RFC 1952, section 8), its bits in reverse: x⁰ is the highest. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** A checksum that can be put behind others without the bytes that it is of. */
export interface Checksum {
  readonly crc: number;
  /** Bytes that it is of. */
  readonly length: number;
  /** What moves the checksum of bytes before over as many bytes: x to the power of 8 · length. */
  readonly shift: number;
}

/** Product of two polynomials over GF(2), modulo that of the CRC (as `multmodp` of zlib 1.2.13, crc32.c). */
function product(a: number, b: number): number {
  let [sum, factor] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return sum >>> 0;
}

/** x to the power of 8 · `length`. */
function shiftOf(length: number): number {
  let shift = ONE;
  // x⁸, and then its squares.
  let square = ONE >>> 8;
  for (let left = length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(square, shift);
    square = product(square, square);
  }
  return shift;
}

/** The checksum of bytes, ready to be put behind others. */
export function checksumOf(bytes: Buffer): Checksum {
  return { crc: crc32(bytes), length: bytes.length, shift: shiftOf(bytes.length) };
}

/** CRC-32 of bytes whose CRC-32 is `crc`, followed by those of a checksum. */
export function appendChecksum(crc: number, next: Checksum): number {
  return (product(next.shift, crc) ^ next.crc) >>> 0;
}
