import { RIFFF_PEAK_BINS } from '../../src/data/contract/constants.ts';
import { RifffSchema } from '../../src/data/contract/rifff.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { hashPassword } from '../modules/auth/passwords.ts';
import type { Database, Queries } from '../ports/database/database.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { TEST_PASSWORD } from './calls.ts';
import { postable } from './rifffs.ts';

/** Rows in one statement. */
const BATCH = 50;
/** Rows in one transaction. */
const STORED = 2000;

export interface HoardOptions {
  readonly userId: string;
  /** Rifffs in its personal jam, each of eight loops and about 10 kB. */
  readonly rifffs: number;
  /** Every so many of them is shared; left out: every tenth. */
  readonly shareEvery?: number;
  /** Loops and tracks that the account uploaded, whose files need not be there. */
  readonly uploads?: number;
}

/** What the account has beside its rifffs. */
export interface Hoard extends TestAccount {
  /** Ids of its rifffs in the order of their time. */
  readonly rifffIds: string[];
  readonly shareIds: string[];
}

/** Peaks that no two rifffs have alike, with three decimals as those of the server. */
const peaksOf = (seed: number) =>
  Array.from({ length: RIFFF_PEAK_BINS }, (_, at) => ((at * 7919 + seed * 104_729) % 1000) / 1000);

function rifffRow(userId: string, at: number, created: number) {
  const doc = RifffSchema.parse({
    ...postable([0, 1, 2, 3, 4, 5, 6, 7]),
    jamId: userId,
    created,
    userName: userId,
    creators: [userId, 'house'],
    scale: 0,
    root: 0,
    peakData: peaksOf(at),
  });
  return {
    jamId: userId,
    id: doc._id,
    userId,
    created,
    parentJamId: null,
    parentId: null,
    originalId: null,
    digest: doc._id,
    access: 'none',
    license: 'all-rights-reserved',
    doc: JSON.stringify(doc),
  };
}

async function storeRifffs(
  queries: Queries,
  rows: readonly ReturnType<typeof rifffRow>[],
): Promise<void> {
  await queries.insertInto('rifffs').values(rows).execute();
  const held = rows.flatMap(({ jamId, id }) =>
    Array.from({ length: 8 }, (_, at) => ({ jamId, rifffId: id, loopId: `loop-of-all-${at}` })),
  );
  await queries.insertInto('rifffLoops').values(held).execute();
}

async function storeShares(queries: Queries, userId: string, rifffIds: readonly string[]) {
  const shares = rifffIds.map((rifffId, at) => ({
    id: newId(),
    jamId: userId,
    rifffId,
    userId,
    title: `Share ${at}`,
    isPrivate: false,
    created: Date.now(),
    likeCount: 1,
    source: null,
    isRemoved: false,
  }));
  for (let from = 0; from < shares.length; from += BATCH) {
    const some = shares.slice(from, from + BATCH);
    const likes = some.map(({ id }) => ({ shareId: id, userId, created: 1 }));
    await queries.insertInto('shares').values(some).execute();
    await queries.insertInto('likes').values(likes).execute();
  }
  return shares.map(({ id }) => id);
}

async function storeUploads(queries: Queries, userId: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const [loopId, hash] = [newId(), `${newId()}`.padEnd(64, '0')];
    const doc = { _id: loopId, creatorUserName: userId, created: at, name: `Loop ${at}` };
    const timing = { startOffsetSamples: 0, barLength: 16, length16ths: 16, bps: 2 };
    await queries
      .insertInto('loops')
      .values({
        id: loopId,
        creatorId: userId,
        created: at,
        category: 'drums',
        packId: null,
        nameFolded: `loop ${at}`,
        isLibrary: false,
        origin: 'upload',
        approval: 'approved',
        isRemoved: false,
        doc: JSON.stringify({ ...doc, ...timing, sampleRate: 48_000, category: 'drums' }),
        digest: hash,
      })
      .execute();
    const file = { hash, mime: 'audio/ogg', size: 1 };
    await queries
      .insertInto('media')
      .values({ ...file, key: newId(), loopId })
      .execute();
    const jamId = userId;
    await queries.insertInto('jamLoops').values({ jamId, loopId, userId, created: at }).execute();
    await queries
      .insertInto('tracks')
      .values({
        ...file,
        id: newId(),
        userId,
        jamId,
        isPinned: false,
        name: `Track ${at}`,
        created: at,
        digest: hash,
        key: newId(),
        durationSec: 1,
        peaks: '',
      })
      .execute();
  }
}

/**
 * Stores an account that owns much, with a password to sign in with (`TEST_PASSWORD`) and a session, without the
 * calls that would take hours for it. The database was migrated.
 */
export async function makeHoard(database: Database, options: HoardOptions): Promise<Hoard> {
  const { userId, rifffs, shareEvery = 10, uploads = 0 } = options;
  const account = await makeAccount(database, userId);
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const { queries } = database;
  await queries.updateTable('accounts').set({ passwordHash }).where('id', '=', userId).execute();
  const rifffIds: string[] = [];
  const first = Date.now() - rifffs;
  for (let from = 0; from < rifffs; from += STORED) {
    await database.transaction(async (transaction) => {
      for (let at = from; at < Math.min(from + STORED, rifffs); at += BATCH) {
        const count = Math.min(BATCH, rifffs - at);
        const rows = Array.from({ length: count }, (_, by) =>
          rifffRow(userId, at + by, first + at + by),
        );
        await storeRifffs(transaction, rows);
        rifffIds.push(...rows.map(({ id }) => id));
      }
    });
  }
  const shared = rifffIds.filter((_, at) => at % shareEvery === 0);
  const shareIds = await database.transaction(async (transaction) => {
    await storeUploads(transaction, userId, uploads);
    return storeShares(transaction, userId, shared);
  });
  await queries.updateTable('jams').set({ rifffCount: rifffs }).where('id', '=', userId).execute();
  return { ...account, rifffIds, shareIds };
}
