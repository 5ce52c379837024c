import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import { ARCADE_DAYS, ARCADE_SIZE } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { chooseField } from '../../../src/data/rules/arcade/chooseField.ts';
import { type FieldEntry, fieldOf } from '../../../src/data/rules/arcade/field.ts';
import { dayOf, dayStartMs } from '../../../src/data/rules/arcade/seeds.ts';
import type { Database } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import { presentRifffs } from '../jams/present.ts';
import { findRifffs, keyText, type StoredRifff } from '../jams/repo.ts';
import { presentRifff, slotLoopIds } from '../library/present.ts';
import { findLoopsById, findStarterRifffs } from '../library/repo.ts';
import * as repo from './repo.ts';

const DAY_MS = 86_400_000;
/** Shares that are looked at for a field. */
const CANDIDATES = { best: 300, latest: 100 };
/** Documents that are read at a time, so that others get their turn. */
const AT_ONCE = 50;
/** Fields of days that are kept in memory; one takes about 100 kB. */
const MOST_FIELDS = 32;
/** Other choices than that of the day are made again after this time. */
const OTHER_MS = 10 * 60_000;

/** A rifff of the house as the field has it. */
export interface HouseRifff {
  readonly id: string;
  readonly title: string;
  /** With whole loops. */
  readonly rifff: Rifff;
}

export type Fields = ReturnType<typeof createFields>;

/** Categories of the rings of a rifff that sound, the outermost first. */
function ringsOf({ state }: Rifff): string[] {
  return state.playback
    .flatMap(({ slot: { current } }) =>
      current && current.on !== false ? categoryOf(current.category).slug : [],
    )
    .reverse();
}

/**
 * What stands in the arcade on a day: made once, with the first that asks, and kept, so that missions can be played
 * again.
 */
export function createFields(database: Database, publicUrl: string | undefined) {
  const { queries } = database;
  const kept = new LRUCache<string, repo.KeptField>({ max: MOST_FIELDS });
  const others = new LRUCache<number, { day: string; ids: string[] }>({
    max: MOST_FIELDS,
    ttl: OTHER_MS,
  });
  const making = new Map<string, Promise<repo.KeptField>>();

  /** The rifffs of the house with their loops. */
  async function findHouse(): Promise<HouseRifff[]> {
    const rows = await findStarterRifffs(queries);
    const loops = await findLoopsById(queries, [
      ...new Set(rows.flatMap(({ doc }) => slotLoopIds(doc))),
    ]);
    return rows.map(({ id, title, doc }) => ({
      id,
      title,
      rifff: presentRifff(doc, loops, publicUrl),
    }));
  }

  async function readRifffs(keys: readonly { jamId: string; rifffId: string }[]) {
    const rows: StoredRifff[] = [];
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      rows.push(...(await findRifffs(queries, keys.slice(from, from + AT_ONCE))));
    }
    return new Map(rows.map((row) => [keyText({ jamId: row.jamId, rifffId: row.id }), row]));
  }

  /** The best of the days before the end of one, unlike each other; those of the house where there are too few. */
  async function choose(day: string, days: number): Promise<FieldEntry[]> {
    const sinceMs = dayStartMs(day) + DAY_MS - days * DAY_MS;
    const shares = await repo.findCandidates(queries, sinceMs, CANDIDATES);
    const rows = await readRifffs(shares);
    const candidates = shares.flatMap((share) => {
      const row = rows.get(keyText(share));
      if (!row) return [];
      const categories = ringsOf(row.doc);
      const { bps } = row.doc.state;
      return categories.length > 0
        ? [{ id: share.id, maker: share.userId, bps, categories, row }]
        : [];
    });
    const chosen = chooseField(candidates, ARCADE_SIZE, day);
    const rifffs = await presentRifffs(queries, null, valuesOf(chosen, 'row'), publicUrl);
    const entries = chosen.map(({ id, maker }, at) => ({ id, maker, rifff: rifffs[at]! }));
    const missing = ARCADE_SIZE - entries.length;
    if (missing === 0) return entries;
    const house = (await findHouse()).slice(0, missing);
    return [...entries, ...house.map(({ id, rifff }) => ({ id, maker: rifff.userName, rifff }))];
  }

  async function make(day: string): Promise<repo.KeptField> {
    const field = fieldOf(day, await choose(day, ARCADE_DAYS));
    const made = { field, salt: randomBytes(16).toString('hex') };
    await repo.insertField(queries, made);
    // Of two nodes that made it at once, one was first.
    return (await repo.findField(queries, day)) ?? made;
  }

  /** Reads or makes a field, once however many ask for it at the same time. */
  function read(day: string, isToday: boolean): Promise<repo.KeptField> {
    const underWay = making.get(day);
    if (underWay) return underWay;
    const work = (async () => {
      const stored = await repo.findField(queries, day);
      if (stored) return stored;
      if (isToday) return make(day);
      throw new ApiError('not_found', 'The arcade was not open on that day');
    })().finally(() => making.delete(day));
    making.set(day, work);
    return work;
  }

  return {
    findHouse,

    /**
     * The field of a day. Throws `not_found` for days without one: those to come, and those on which no call asked for
     * one.
     */
    async of(day: string, nowMs = Date.now()): Promise<repo.KeptField> {
      const known = kept.get(day);
      if (known) return known;
      const field = await read(day, day === dayOf(nowMs));
      kept.set(day, field);
      return field;
    },

    /** Ids in the order of the field: of the day's own, or of one that looks back fewer days. */
    async idsFor(days: number, nowMs = Date.now()): Promise<readonly string[]> {
      const day = dayOf(nowMs);
      if (days === ARCADE_DAYS) return (await this.of(day, nowMs)).field.rifffs.map(({ id }) => id);
      const known = others.get(days);
      if (known?.day === day) return known.ids;
      const ids = (await choose(day, days)).map(({ id }) => id);
      others.set(days, { day, ids });
      return ids;
    },
  };
}
