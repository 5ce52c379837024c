import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRawSync } from 'node:zlib';
import { type Checksum, checksumOf } from './checksum.ts';

/** What changes a document without saying so (an operator in the database) is seen after this time. */
export const KEPT_MS = 10 * 60_000;
/** What an entry costs besides its bytes. */
const ENTRY_BYTES = 500;
/** A window of 8 kB is as good for pieces of 10, and is made in two thirds of the time. */
const DEFLATE = { level: 6, windowBits: 13, memLevel: 5, finishFlush: constants.Z_SYNC_FLUSH };

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

/** Compresses a piece on the pool of threads: answers go on meanwhile. */
export async function makeEmbed(json: string, creators: readonly string[]): Promise<Embed> {
  const plain = Buffer.from(json);
  const packed = await deflate(plain, DEFLATE);
  // What zlib answers lies in a chunk of 16 kB, which would be kept with it.
  const deflated = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(deflated);
  return { deflated, checksum: checksumOf(plain), creators };
}

/** The JSON of a piece. */
export function plainOf({ deflated }: Embed): Buffer {
  return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
}

interface Entry {
  readonly embed: Embed;
  readonly madeMs: number;
}

export type Kept = ReturnType<typeof createKept>;

/**
 * Pieces of answers by name, the least recently read going first. A new epoch (`epoch.ts`) empties it.
 *
 * @param budgetBytes all entries together
 */
export function createKept(budgetBytes: number) {
  const entries = new Map<string, Entry>();
  let usedBytes = 0;
  let epochNow: string | null = null;

  const sizeOf = ({ deflated }: Embed) => ENTRY_BYTES + deflated.length;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    usedBytes -= sizeOf(entry.embed);
  }

  return {
    /** Bytes that are kept at present. */
    get usedBytes(): number {
      return usedBytes;
    },

    /** Forgets everything that was made in another epoch; true when this one is new. */
    enter(epoch: string | null): boolean {
      if (epoch === epochNow) return false;
      entries.clear();
      usedBytes = 0;
      epochNow = epoch;
      return true;
    },

    get(key: string, nowMs: number): Embed | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (nowMs - entry.madeMs > KEPT_MS) {
        drop(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.embed;
    },

    /** Keeps a piece that was read in `epoch`; what is out of date by now is answered once and not kept. */
    keep(key: string, embed: Embed, epoch: string | null, nowMs: number): void {
      if (epoch !== epochNow) return;
      drop(key);
      entries.set(key, { embed, madeMs: nowMs });
      usedBytes += sizeOf(embed);
      for (const oldest of entries.keys()) {
        if (usedBytes <= budgetBytes) return;
        drop(oldest);
      }
    },
  };
}
