import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { presentRifffs } from '../jams/present.ts';
import { findRifffs, keyText, type RifffKey } from '../jams/repo.ts';

/** Documents that the feed keeps ready, both forms counted. */
const BUDGET_BYTES = 96 * 1024 * 1024;
/** What changes a document without saying so (an operator in the database) is seen after this time. */
const KEPT_MS = 60_000;
/** What an entry costs besides its bytes. */
const ENTRY_BYTES = 400;
const DEFLATE_LEVEL = 6;

const deflate = promisify(deflateRaw);

/** A rifff with its loops, ready to be put into an answer. */
export interface Embed {
  /** JSON in UTF-8. */
  readonly json: Buffer;
  /**
   * The same as blocks of a deflate stream that begin and end on a byte, none of them the last, so that
   * streams can be put together from them (RFC 1951, section 3.2.4). Undefined until it was compressed.
   */
  deflated: Buffer | undefined;
  /** Everyone who made something of it. */
  readonly creators: readonly string[];
}

interface Kept {
  readonly embed: Embed;
  readonly madeMs: number;
}

/** Keys of a loop that drawing and playing need; others' unknown keys stay out of lists. */
const LOOP_KEYS = [
  '_id',
  'name',
  'creatorUserName',
  'created',
  'cdn_attachments',
  'startOffsetSamples',
  'barLength',
  'length16ths',
  'bps',
  'sampleRate',
  'frames',
  'category',
  'isLibraryLoop',
  'isRemoved',
  'primaryColour',
  'family',
  'root',
  'scale',
  'loudnessLufs',
  'peaks',
  'bands',
] as const;

function slimLoop(loop: Loop): Partial<Loop> {
  const slim: Record<string, unknown> = {};
  for (const key of LOOP_KEYS) if (loop[key] !== undefined) slim[key] = loop[key];
  return slim;
}

function embedOf(rifff: Rifff): Embed {
  const creators = [rifff.userName, ...(rifff.creators ?? [])].filter((name) => name !== '');
  const json = Buffer.from(JSON.stringify({ ...rifff, loops: rifff.loops.map(slimLoop) }));
  return { json, deflated: undefined, creators: [...new Set(creators)] };
}

export interface EmbedsOptions {
  readonly queries: Queries;
  readonly publicUrl: string | undefined;
  readonly budgetBytes?: number;
}

export type Embeds = ReturnType<typeof createEmbeds>;

/**
 * Rifffs of the feed as JSON. A committed rifff never changes, so its JSON is kept, the least recently read
 * goes first, and is compressed once, behind the answers. A new epoch empties it.
 */
export function createEmbeds({ queries, publicUrl, budgetBytes = BUDGET_BYTES }: EmbedsOptions) {
  const kept = new Map<string, Kept>();
  /** Those that are counted in `usedBytes`. */
  const living = new WeakSet<Embed>();
  const waiting: Embed[] = [];
  let usedBytes = 0;
  let epochNow: string | null = null;
  let compressing: Promise<void> | undefined;

  const sizeOf = ({ json, deflated }: Embed) => ENTRY_BYTES + json.length + (deflated?.length ?? 0);

  function drop(key: string): void {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    living.delete(entry.embed);
    usedBytes -= sizeOf(entry.embed);
  }

  function trim(): void {
    for (const key of kept.keys()) {
      if (usedBytes <= budgetBytes) return;
      drop(key);
    }
  }

  function find(key: string, nowMs: number): Embed | undefined {
    const entry = kept.get(key);
    if (!entry) return undefined;
    kept.delete(key);
    kept.set(key, entry);
    if (nowMs - entry.madeMs <= KEPT_MS) return entry.embed;
    drop(key);
    return undefined;
  }

  async function compressWaiting(): Promise<void> {
    for (let embed = waiting.shift(); embed; embed = waiting.shift()) {
      if (!living.has(embed)) continue;
      // The pool of threads does it: answers go on meanwhile.
      const deflated = await deflate(embed.json, {
        level: DEFLATE_LEVEL,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      embed.deflated = deflated;
      if (living.has(embed)) usedBytes += deflated.length;
    }
    compressing = undefined;
    trim();
  }

  function keep(key: string, embed: Embed, nowMs: number): void {
    drop(key);
    kept.set(key, { embed, madeMs: nowMs });
    living.add(embed);
    usedBytes += sizeOf(embed);
    waiting.push(embed);
    compressing ??= compressWaiting();
  }

  return {
    /** Bytes that are kept at present. */
    get usedBytes(): number {
      return usedBytes;
    },
    /** Resolves once everything that is kept is compressed. */
    async settled(): Promise<void> {
      await compressing;
    },

    /** Embeds by `keyText`; a rifff that is not there is not in the answer. */
    async find(
      keys: readonly RifffKey[],
      epoch: string | null,
      nowMs: number,
    ): Promise<Map<string, Embed>> {
      if (epoch !== epochNow) {
        for (const key of [...kept.keys()]) drop(key);
        epochNow = epoch;
      }
      const found = new Map<string, Embed>();
      const missing: RifffKey[] = [];
      for (const key of keys) {
        const text = keyText(key);
        const embed = find(text, nowMs);
        if (embed) found.set(text, embed);
        else missing.push(key);
      }
      if (missing.length === 0) return found;
      const rows = await findRifffs(queries, missing);
      const rifffs = await presentRifffs(queries, rows, publicUrl);
      rifffs.forEach((rifff, at) => {
        const row = rows[at]!;
        const text = keyText({ jamId: row.jamId, rifffId: row.id });
        const embed = embedOf(rifff);
        found.set(text, embed);
        // What was read before the epoch changed may be out of date: it is answered once and not kept.
        if (epoch === epochNow) keep(text, embed, nowMs);
      });
      trim();
      return found;
    },
  };
}
