/** Writing of bits and bytes, for the tiny sounds of the self-test. */

/** Bits in the order of a format: `most` significant first (FLAC, AAC) or `least` first (Vorbis). */
export class BitWriter {
  private readonly bytes: number[] = [];
  private used = 0;
  private readonly order: 'most' | 'least';

  constructor(order: 'most' | 'least') {
    this.order = order;
  }

  /** Adds the lowest `count` bits of `value` (0–32). */
  put(value: number, count: number): this {
    for (let at = 0; at < count; at++) {
      const from = this.order === 'most' ? count - 1 - at : at;
      const bit = (value >>> from) & 1;
      const place = this.used % 8;
      if (place === 0) this.bytes.push(0);
      const shift = this.order === 'most' ? 7 - place : place;
      this.bytes[this.bytes.length - 1]! |= bit << shift;
      this.used += 1;
    }
    return this;
  }

  /** Everything so far; the last byte is filled up with zeros. */
  take(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** A number in `count` bytes, most significant first. */
export function big(value: number, count: number): Uint8Array {
  return Uint8Array.from(
    { length: count },
    (_, at) => Math.floor(value / 256 ** (count - 1 - at)) & 255,
  );
}

/** A number in `count` bytes, least significant first. */
export const little = (value: number, count: number): Uint8Array => big(value, count).reverse();

export function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Cyclic redundancy check, most significant bit first, starting from 0. */
export function crc(bytes: Uint8Array, polynomial: number, bits: 8 | 16 | 32): number {
  const top = 2 ** (bits - 1);
  const mask = 2 ** bits - 1;
  let sum = 0;
  for (const byte of bytes) {
    sum = (sum ^ (byte * 2 ** (bits - 8))) >>> 0;
    for (let bit = 0; bit < 8; bit++) {
      sum =
        ((sum & top) !== 0 ? ((sum * 2) % (mask + 1)) ^ polynomial : (sum * 2) % (mask + 1)) >>> 0;
    }
  }
  return sum;
}
