import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** What changes a document without saying so (an operator in the database) is seen by those who ask after this time. */
export const KEPT_MS = 10 * 60_000;
/** What an entry costs besides its bytes. */
const ENTRY_BYTES = 500;
/**
 * A window of 8 kB is as good for pieces of 10, and is made in two thirds of the time; level 4 takes half the time of 6
 * for 2.5 % more bytes.
 */
const DEFLATE = { level: 4, windowBits: 13, memLevel: 5, finishFlush: constants.Z_SYNC_FLUSH };
/** Up to so many bytes compressing takes this thread less time (0.1 ms for 13 kB) than giving it to another one does. */
const AT_ONCE_BYTES = 32 * 1024;

const deflate = promisify(deflateRaw);

/** A piece of an answer that was compressed once, to be put between others. */
export interface Embed {
  /**
   * JSON in UTF-8 as blocks of a deflate stream that begin and end on a byte, none of them the last, so that
   * streams can be put together from them (RFC 1951, section 3.2.4).
   */
  readonly deflated: Buffer;
  /** Of the JSON. */
  readonly checksum: Checksum;
  /** Everyone who made something of it. */
  readonly creators: readonly string[];
}

/** Compresses a piece, a large one on the pool of threads: answers go on meanwhile. */
export async function makeEmbed(json: string, creators: readonly string[]): Promise<Embed> {
  const plain = Buffer.from(json);
  const isSmall = plain.length <= AT_ONCE_BYTES;
  const packed = isSmall ? deflateRawSync(plain, DEFLATE) : await deflate(plain, DEFLATE);
  // What zlib answers lies in a chunk of 16 kB, which would be kept with it.
  const deflated = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(deflated);
  return { deflated, checksum: checksumOf(plain), creators };
}

/** The JSON of a piece. */
export function plainOf({ deflated }: Embed): Buffer {
  return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
}

/**
 * Pieces of answers by name, the least recently read going first. After ten minutes a piece is answered once more and
 * is to be made again meanwhile, so that no call waits for what is read all the time. A new epoch (`forgetEmbeds`)
 * empties it.
 *
 * @param budgetBytes all entries together
 * @param clock in place of real time, for tests
 */
export function createKept(budgetBytes: number, clock: { now(): number } = performance) {
  const entries = new LRUCache<string, Embed>({
    maxSize: budgetBytes,
    sizeCalculation: ({ deflated }) => ENTRY_BYTES + deflated.length,
    ttl: KEPT_MS,
    ttlResolution: 0,
    noDeleteOnStaleGet: true,
    perf: clock,
  });
  let epochNow: string | null = null;
  return {
    /** Bytes that are kept at present. */
    get usedBytes(): number {
      return entries.calculatedSize;
    },

    /** Forgets everything that was made in another epoch; true when this one is new. */
    enter(epoch: string | null): boolean {
      if (epoch === epochNow) return false;
      entries.clear();
      epochNow = epoch;
      return true;
    },

    /** A piece, and whether its time is over: then this caller is the one to make it again, and others have it as new. */
    get(key: string): { readonly embed: Embed; readonly isOld: boolean } | undefined {
      const status: LRUCache.Status<string, Embed> = {};
      const embed = entries.get(key, { allowStale: true, status });
      if (!embed) return undefined;
      const isOld = status.returnedStale === true;
      if (isOld) entries.set(key, embed);
      return { embed, isOld };
    },

    drop(key: string): void {
      entries.delete(key);
    },

    /** Keeps a piece that was read in `epoch`; what is out of date by now is answered once and not kept. */
    keep(key: string, embed: Embed, epoch: string | null): void {
      if (epoch === epochNow) entries.set(key, embed);
    },
  };
}

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
