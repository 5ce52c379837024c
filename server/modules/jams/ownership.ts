import { sql } from 'kysely';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { JAM_CODES } from '../../kernel/codes.ts';
import type { ExportOwned } from '../../kernel/ownership.ts';
import {
  endOf,
  inPages,
  mapPages,
  ownedRows,
  pageBehind,
  type RemovalStep,
  removalOf,
} from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { namedByNo } from '../library/repo.ts';
import { indexLoops } from '../searchIndex/indexing.ts';
import { rifffTombstone, withoutUnnamed } from './present.ts';
import { findRifffs, keyText, type RifffKey } from './repo.ts';

/** Documents of an export at a time: most take 8 kB, the largest 40, to be read and written in a few ms. */
const DOCUMENTS = 8;
/** Rifffs or loops that go in one transaction, with up to eight small rows each. */
const REMOVED = 24;

const RIFFF_ORDER = ['created', 'id', 'jamId'] as const;
const LOOP_ORDER = ['created', 'id'] as const;

interface OwnedRifff {
  readonly jamId: string;
  readonly access: string;
  readonly license: string;
  readonly doc: unknown;
}

async function presentOwned(queries: Queries, rows: readonly OwnedRifff[]) {
  const docs = await withoutUnnamed(
    queries,
    rows.map(({ doc }) => doc as Rifff),
  );
  return rows.map(({ jamId, access, license }, at) => ({ jamId, access, license, doc: docs[at] }));
}

/** Loops that the account uploaded. */
const uploadedLoops = (queries: Queries, userId: string) =>
  queries.selectFrom('loops').where('creatorId', '=', userId).where('origin', '=', 'upload');

/** Everything that jams keep for an account, as its owner may take it along. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const codes = queries
    .selectFrom('codes')
    .select(['code', 'target as jamId', 'kind as purpose', 'note', 'created', 'expires'])
    .where('createdBy', '=', userId)
    .where('kind', 'in', JAM_CODES);
  const documents = ownedRows(queries, userId, DOCUMENTS);
  const rifffPages = documents('rifffs', RIFFF_ORDER, ['access', 'license', 'doc']);
  const uploads = { creatorId: userId, origin: 'upload' } as const;
  const loopPages = documents('loops', LOOP_ORDER, ['doc'], uploads);
  return {
    jams: rows('jams', LOOP_ORDER, ['longId', 'kind', 'name', 'access'], {
      ownerId: userId,
      clubId: null,
    }),
    rifffs: mapPages(rifffPages, (page) => presentOwned(queries, page)),
    jamLoops: rows('jamLoops', ['created', 'jamId', 'loopId'], []),
    members: rows('members', ['since', 'jamId'], ['role'], { userId, isRemoved: false }),
    codes: inPages(codes, ['created', 'code']),
    hides: rows('rifffHides', ['created', 'jamId', 'rifffId'], []),
    loops: mapPages(loopPages, (page) => page.map(({ doc }) => doc)),
  };
};

/** Rows of a query whose jam and rifff are among these keys. */
const isOneOf = (columns: readonly [string, string], keys: readonly RifffKey[]) => {
  const values = sql.join(keys.map(({ jamId, rifffId }) => sql`(${jamId}, ${rifffId})`));
  const [jam, rifff] = columns;
  return sql<boolean>`(${sql.ref(jam)}, ${sql.ref(rifff)}) in (values ${values})`;
};

/** Those of the rifffs of an account that a rifff of another account names. */
async function findBuiltOn(
  queries: Queries,
  userId: string,
  keys: readonly RifffKey[],
): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('rifffs')
    .select(['parentJamId', 'parentId'])
    .distinct()
    .where('userId', '!=', userId)
    .where(isOneOf(['parentJamId', 'parentId'], keys))
    .execute();
  return new Set(
    rows.map(({ parentJamId, parentId }) =>
      keyText({ jamId: parentJamId ?? '', rifffId: parentId ?? '' }),
    ),
  );
}

/** Rifffs of these accounts hold no loop any more. */
export async function letGoOfLoops(queries: Queries, userIds: readonly string[]): Promise<void> {
  await queries
    .deleteFrom('rifffLoops')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rifffs')
          .select('rifffs.id')
          .where('rifffs.userId', 'in', userIds)
          .whereRef('rifffs.jamId', '=', 'rifffLoops.jamId')
          .whereRef('rifffs.id', '=', 'rifffLoops.rifffId'),
      ),
    )
    .execute();
}

/** Leaves of rifffs what lineage needs. A tombstone has no digest, a rifff always has one. */
export async function buryRifffs(
  queries: Queries,
  rows: readonly { jamId: string; id: string; doc: unknown }[],
): Promise<void> {
  for (const { jamId, id, doc } of rows) {
    const tombstone = JSON.stringify(rifffTombstone(doc as Rifff));
    await updateRows(queries, 'rifffs', { jamId, id }, { doc: tombstone, digest: '' });
  }
}

/** Deletes rifffs and counts them off. */
async function deleteRifffs(queries: Queries, keys: readonly RifffKey[]): Promise<void> {
  const gone = await queries
    .deleteFrom('rifffs')
    .where(isOneOf(['jamId', 'id'], keys))
    .returning('jamId')
    .execute();
  for (const jamId of new Set(gone.map((row) => row.jamId))) {
    const count = gone.filter((row) => row.jamId === jamId).length;
    await queries
      .updateTable('jams')
      .set((build) => ({
        rifffCount: sql<number>`${sql.ref('rifffCount')} - ${count}`,
        latest: build
          .selectFrom('rifffs')
          .select((max) => max.fn.max('rifffs.created').as('latest'))
          .whereRef('rifffs.jamId', '=', 'jams.id'),
      }))
      .where('id', '=', jamId)
      .execute();
  }
}

/** Every rifff of the account goes, except for the tombstones of those that others build on. */
const ownRifffs: RemovalStep = async (queries, userId, cursor) => {
  const heads = queries
    .selectFrom('rifffs')
    .select([...RIFFF_ORDER, 'digest'])
    .where('userId', '=', userId);
  const at = { cursor, size: REMOVED };
  const page = await pageBehind(heads, RIFFF_ORDER, at);
  const alive = page
    .filter(({ digest }) => digest !== '')
    .map(({ jamId, id }): RifffKey => ({ jamId, rifffId: id }));
  if (alive.length > 0) {
    const builtOn = await findBuiltOn(queries, userId, alive);
    const kept = alive.filter((key) => builtOn.has(keyText(key)));
    const gone = alive.filter((key) => !builtOn.has(keyText(key)));
    await queries
      .deleteFrom('rifffLoops')
      .where(isOneOf(['jamId', 'rifffId'], alive))
      .execute();
    await buryRifffs(queries, await findRifffs(queries, kept));
    if (gone.length > 0) await deleteRifffs(queries, gone);
  }
  return endOf(page, RIFFF_ORDER, REMOVED);
};

/** Uploaded loops stay where a rifff of another account holds them and lose their sound everywhere else. */
const ownLoops: RemovalStep = async (queries, userId, cursor) => {
  const heads = uploadedLoops(queries, userId).select([...LOOP_ORDER]);
  const at = { cursor, size: REMOVED };
  const page = await pageBehind(heads, LOOP_ORDER, at);
  if (page.length > 0) {
    await queries
      .updateTable('loops')
      .set({ isRemoved: true })
      .where('id', 'in', valuesOf(page, 'id'))
      .where(namedByNo('rifffLoops'))
      .execute();
    await indexLoops(queries, valuesOf(page, 'id'));
  }
  return endOf(page, LOOP_ORDER, REMOVED);
};

/** Codes that the account made and that have no other owner now: those of its own jam. */
const ownCodes: RemovalStep = async (queries, userId) => {
  await removeRows(queries, 'codes', { createdBy: userId, kind: JAM_CODES });
  return null;
};

/** Takes what jams keep for an account that was closed. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownRifffs,
  removalOf('jamLoops', 'loopId'),
  ownLoops,
  removalOf('members', 'jamId'),
  removalOf('rifffHides', 'rifffId'),
  ownCodes,
];
