import {
  type ExpressionWrapper,
  expressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import { OPEN_ACCESS } from '../../../src/data/contract/accountOptions.ts';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { isOfStayingAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import { findRow, isMeant } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { JamRow, RifffRow } from '../../ports/database/schemaJams.ts';
import { unindexedFlag } from '../../ports/database/unindexed.ts';
import { isChannelOf, isNotClosing } from './clubs.ts';

/** A rifff as it is stored: its row, with the document that the server checked when it came. */
export type StoredRifff = Omit<Selectable<RifffRow>, 'doc'> & { readonly doc: Rifff };

/** Key of a rifff: the same id may stand in several jams. */
export interface RifffKey {
  readonly jamId: string;
  readonly rifffId: string;
}

/** A key as one text, for maps. Ids hold no spaces. */
export const keyText = ({ jamId, rifffId }: RifffKey): string => `${jamId} ${rifffId}`;

/** A row as it was read. */
export const asRifff = (row: Selectable<RifffRow>): StoredRifff => ({
  ...row,
  doc: row.doc as Rifff,
});

/**
 * Condition on a row of `jams`: anyone may listen to everything in it. It is open itself and its club, if it has one, is
 * not closing, or it is the personal jam of a person who opened what they keep.
 */
export function isOpenJam(): ExpressionWrapper<Schema, 'jams', SqlBool> {
  const build = expressionBuilder<Schema, 'jams'>();
  const owner = build
    .selectFrom('accounts')
    .select('accounts.id')
    .whereRef('accounts.id', '=', 'jams.ownerId')
    .where('accounts.isDeleted', '=', false)
    .where('accounts.classId', 'is', null)
    .where('accounts.access', 'in', OPEN_ACCESS);
  return build.or([
    build.and([build('jams.access', '=', 'public'), isNotClosing()]),
    build.and([build('jams.kind', '=', 'personal'), build.exists(owner)]),
  ]);
}

/**
 * Condition on a row of `jams`: the account is in it, as its owner, a member, or a guest while the jam takes guests; in a
 * channel as its club says. Accounts that left or were removed are not. The house band is where it was invited.
 */
export function isJamOf(userId: string): ExpressionWrapper<Schema, 'jams', SqlBool> {
  const build = expressionBuilder<Schema, 'jams'>();
  const rows = build
    .selectFrom('members')
    .select('members.userId')
    .whereRef('members.jamId', '=', 'jams.id')
    .where('members.userId', '=', userId)
    .where('members.isRemoved', '=', false)
    .where((where) =>
      where.or([where('members.role', '=', 'member'), where('jams.access', '!=', 'private')]),
    );
  const isRoomOf =
    userId === HOUSE_BAND_ID
      ? build('jams.hasBand', '=', true)
      : build.or([build('jams.ownerId', '=', userId), build.exists(rows)]);
  return build.or([build.and([build('jams.clubId', 'is', null), isRoomOf]), isChannelOf(userId)]);
}

/**
 * Condition on a row of `rifffLoops`: a share of its rifff is there, public ones alone unless `byLink`, which counts those
 * too that are reached by their link alone.
 */
export function isSharedRifff({
  byLink,
}: {
  byLink: boolean;
}): ExpressionWrapper<Schema, 'rifffLoops', SqlBool> {
  const build = expressionBuilder<Schema, 'rifffLoops'>();
  const shares = build
    .selectFrom('shares')
    .select('shares.id')
    .whereRef('shares.jamId', '=', 'rifffLoops.jamId')
    .whereRef('shares.rifffId', '=', 'rifffLoops.rifffId')
    .where('shares.isRemoved', '=', false)
    .where(isOfStayingAccount());
  return build.exists(byLink ? shares : shares.where('shares.isPrivate', '=', false));
}

/** Jams with their access as it is now, whatever opened them. */
const selectJams = (queries: Queries) =>
  queries
    .selectFrom('jams')
    .selectAll('jams')
    .select(() => [isOpenJam().as('isOpen')]);

function asJam({ isOpen, ...row }: JamRow & { isOpen: unknown }): JamRow {
  // A channel stands there as public while its club is closing.
  const closed = row.clubId ? 'private' : row.access;
  return { ...row, access: isOpen ? 'public' : closed };
}

/** Jams by id or long id, under the name that each was asked for by. */
export async function findJams(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, JamRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectJams(queries)
    .where((where) => where.or([where('id', 'in', ids), where('longId', 'in', ids)]))
    .execute();
  const asked = new Set(ids);
  return new Map(
    rows
      .map(asJam)
      .flatMap((row) =>
        [row.id, row.longId].filter((id) => asked.has(id)).map((id) => [id, row] as const),
      ),
  );
}

/** A jam by its id or its long id. */
export async function findJam(queries: Queries, id: string): Promise<JamRow | undefined> {
  return (await findJams(queries, [id])).get(id);
}

/** Condition on a row of `jams`: it is being imported, and not all of it is there yet. */
function isComingIn(): ExpressionWrapper<Schema, 'jams', SqlBool> {
  const build = expressionBuilder<Schema, 'jams'>();
  const open = build
    .selectFrom('imports')
    .select('imports.id')
    .whereRef('imports.jamId', '=', 'jams.id')
    .where('imports.state', '=', 'open');
  return build.exists(open);
}

/**
 * Jams that an account is in, the personal one first, then its rooms and those that it joined, newest first. Those that are
 * still being imported are not among them.
 */
export async function findJamsOf(queries: Queries, userId: string): Promise<JamRow[]> {
  const rows = await selectJams(queries)
    .where(isJamOf(userId))
    .where(({ not }) => not(isComingIn()))
    .orderBy((order) => order.case().when('kind', '=', 'personal').then(0).else(1).end())
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(asJam);
}

/** One rifff; `jamId` is the short id. */
export async function findRifff(
  queries: Queries,
  jamId: string,
  rifffId: string,
): Promise<StoredRifff | undefined> {
  const row = await findRow(queries, 'rifffs', { jamId, id: rifffId });
  return row && asRifff(row);
}

/** Condition: the columns, those of `rifffs` unless given, name one of these rifffs (short jam ids). At least one key. */
export function isOneOfRifffs(
  keys: readonly RifffKey[],
  { jam = 'jamId', rifff = 'id' }: { readonly jam?: string; readonly rifff?: string } = {},
) {
  const each = keys.map(({ jamId, rifffId }) => isMeant({ [jam]: jamId, [rifff]: rifffId }));
  return sql<boolean>`((${sql.join(each, sql`) or (`)}))`;
}

/** Rifffs by key (short jam ids), in no order; at most a few hundred at once. */
export async function findRifffs(
  queries: Queries,
  keys: readonly RifffKey[],
): Promise<StoredRifff[]> {
  if (keys.length === 0) return [];
  const rows = await queries.selectFrom('rifffs').selectAll().where(isOneOfRifffs(keys)).execute();
  return rows.map(asRifff);
}

/** A share that everyone can see. */
export interface PublicShare {
  readonly jamId: string;
  readonly rifffId: string;
  readonly shareId: string;
  readonly title: string;
}

/** The latest public share of each rifff that has one, by `keyText`. */
export const findPublicShares = (queries: Queries, keys: readonly RifffKey[]) =>
  mapRows(
    keys,
    queries
      .selectFrom('shares')
      .select(['jamId', 'rifffId', 'id as shareId', 'title'])
      .where(unindexedFlag('isPrivate'), '=', false)
      .where(unindexedFlag('isRemoved'), '=', false)
      .where(isOfStayingAccount())
      .where(isOneOfRifffs(keys, { rifff: 'rifffId' }))
      .orderBy('created')
      .orderBy('id'),
    (row) => [keyText(row), row],
  );
