import { isImportedId } from '../../../src/data/contract/accountOptions.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../src/data/contract/constants.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { SOMEONE_WHO_LEFT } from '../../../src/data/rules/sharing/credits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import { findRows } from '../../ports/database/rows.ts';
import { presentRifff, slotLoopIds } from '../library/present.ts';
import { findLoopsById } from '../library/repo.ts';
import { findReadableKeys, findReadableRifffs, type Reader } from './access.ts';
import { findImportedNames } from './importedNames.ts';
import { keyText, type RifffKey, type StoredRifff } from './repo.ts';

/** Those of the names whose account was deleted. */
export async function findDeleted(
  queries: Queries,
  names: ReadonlySet<string>,
): Promise<Set<string>> {
  if (names.size === 0) return new Set();
  const rows = await findRows(queries, 'accounts', { id: [...names], isDeleted: true }, ['id']);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Long ids of the personal jams of those accounts. The short one is the name of the owner; both stand for the
 * jam wherever one may stand, so who has left is not named and lineage holds.
 */
async function findLongIds(
  queries: Queries,
  deleted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (deleted.size === 0) return new Map();
  const rows = await findRows(queries, 'jams', { id: [...deleted] }, ['id', 'longId']);
  return new Map(rows.map(({ id, longId }) => [id, longId]));
}

/** Everyone that a rifff or one of its loops names, and its parent's jam, which may be called as its owner is. */
function namesIn({ userName, creators, loops, parent }: Rifff): string[] {
  const makers = [userName, ...(creators ?? []), ...loops.map((loop) => loop.creatorUserName)];
  return parent ? [...makers, parent.jamId] : makers;
}

/** Names that a rifff may not show: `isHidden` by a name and the jam of the rifff. */
interface Unnamed {
  readonly deleted: ReadonlySet<string>;
  isHidden(name: string, jamId: string | undefined): boolean;
}

/** The class that a jam belongs to, as a channel or as the own jam of a pupil; jams of no class are not there. */
const findClassesOf = (queries: Queries, jamIds: readonly string[]) =>
  mapRows(
    jamIds,
    queries
      .selectFrom('jams')
      .leftJoin('classes', 'classes.clubId', 'jams.clubId')
      .leftJoin('pupils', 'pupils.userId', 'jams.ownerId')
      .select(['jams.id', 'classes.id as ofClub', 'pupils.classId as ofOwner'])
      .where('jams.id', 'in', jamIds)
      .where((where) =>
        where.or([where('classes.id', 'is not', null), where('pupils.classId', 'is not', null)]),
      ),
    ({ id, ofClub, ofOwner }) => [id, ofClub ?? ofOwner],
  );

/** Which names rifffs do not show: of accounts that were deleted, and of pupils outside of their class. */
async function findUnnamed(queries: Queries, rifffs: readonly Rifff[]): Promise<Unnamed> {
  const names = [...new Set(rifffs.flatMap(namesIn))];
  const query = queries
    .selectFrom('accounts')
    .select(['id', 'classId', 'isDeleted'])
    .where('id', 'in', names)
    .where((where) => where.or([where('isDeleted', '=', true), where('classId', 'is not', null)]));
  const found = await mapRows(names, query, (row) => [row.id, row]);
  const rows = [...found.values()];
  const deleted = new Set(rows.flatMap(({ id, isDeleted }) => (isDeleted ? id : [])));
  const hasPupils = rows.length > deleted.size;
  const jamIds = hasPupils ? [...new Set(rifffs.flatMap(({ jamId }) => jamId ?? []))] : [];
  const classes = await findClassesOf(queries, jamIds);
  return {
    deleted,
    isHidden(name, jamId) {
      const row = found.get(name);
      if (!row || row.isDeleted) return row !== undefined;
      return jamId === undefined || classes.get(jamId) !== row.classId;
    },
  };
}

/** The same rifffs without the names of deleted accounts, and those of pupils in jams outside of their class. */
export async function withoutUnnamed(queries: Queries, rifffs: readonly Rifff[]): Promise<Rifff[]> {
  const { deleted, isHidden } = await findUnnamed(queries, rifffs);
  const longIds = await findLongIds(queries, deleted);
  return rifffs.map((rifff) => {
    const isOut = (name: string) => isHidden(name, rifff.jamId);
    if (!namesIn(rifff).some(isOut)) return rifff;
    const { userName, creators, loops, parent } = rifff;
    const shown = (name: string) => (isOut(name) ? '' : name);
    return {
      ...rifff,
      userName: shown(userName),
      ...(creators && { creators: creators.filter((name) => !isOut(name)) }),
      ...(parent && {
        parent: { ...parent, jamId: longIds.get(parent.jamId) ?? parent.jamId },
      }),
      loops: loops.map((loop) => ({ ...loop, creatorUserName: shown(loop.creatorUserName) })),
    };
  });
}

/** Keys under names that do not name accounts that left, in the same order. */
export async function keysWithoutDeleted(
  queries: Queries,
  keys: readonly RifffKey[],
): Promise<RifffKey[]> {
  const deleted = await findDeleted(queries, new Set(keys.map(({ jamId }) => jamId)));
  const longIds = await findLongIds(queries, deleted);
  return keys.map((key) => ({ ...key, jamId: longIds.get(key.jamId) ?? key.jamId }));
}

const GONE = { name: SOMEONE_WHO_LEFT, from: 'elsewhere' };

/** The same rifffs with what people are called in them who came along with an imported jam. */
async function withImportedNames(queries: Queries, rifffs: readonly Rifff[]): Promise<Rifff[]> {
  const ids = rifffs.flatMap(namesIn).filter(isImportedId);
  if (ids.length === 0) return [...rifffs];
  const names = await findImportedNames(queries, ids);
  return rifffs.map((rifff) => {
    const own = [...new Set(namesIn(rifff))].filter(isImportedId);
    if (own.length === 0) return rifff;
    // Whose import went with its account, of them nothing is left.
    const shown = own.map((id) => [id, names.get(id) ?? GONE] as const);
    return { ...rifff, importedNames: Object.fromEntries(shown) };
  });
}

/**
 * The same rifffs without a parent that the reader may not read: of a closed jam not even ids are told. Of their own
 * rifffs it stays, for they named it: what they post again is the same rifff. A person of an import is no jam of ours.
 *
 * @param rows those of `rifffs`
 */
async function withoutHiddenParents(
  queries: Queries,
  reader: Reader,
  rifffs: readonly Rifff[],
  rows: readonly Pick<StoredRifff, 'userId'>[],
): Promise<Rifff[]> {
  const isOwn = (at: number) => reader?.userId !== undefined && rows[at]?.userId === reader.userId;
  const parents = rifffs.flatMap(({ parent }, at) => (parent && !isOwn(at) ? [parent] : []));
  const known = await findReadableKeys(queries, reader, parents);
  return rifffs.map((rifff, at) => {
    const { parent, originalId: _original, ...rest } = rifff;
    const isTold = isOwn(at) || !parent || isImportedId(parent.jamId);
    if (isTold || known.has(keyText(parent))) return rifff;
    return { ...rest, parent: null };
  });
}

/** Finds loops by id, as `findLoopsById` does. */
export type FindLoops = typeof findLoopsById;

/**
 * Stored rifffs as answers show them to a reader who may read them, in the same order: full loops embedded in slot
 * order, tombstones for removed ones, addresses computed, accounts that were deleted not named, nor parents that the
 * reader may not read.
 */
export async function presentRifffs(
  queries: Queries,
  reader: Reader,
  rows: readonly StoredRifff[],
  publicUrl: string | undefined,
  findLoops: FindLoops = findLoopsById,
): Promise<Rifff[]> {
  const ids = new Set(rows.flatMap(({ doc }) => slotLoopIds(doc)));
  const loops = await findLoops(queries, [...ids]);
  const whole = rows.map(({ doc, isImported }) => ({
    ...presentRifff(doc, loops, publicUrl),
    ...(isImported && { isImported: true }),
  }));
  const shown = await withoutUnnamed(
    queries,
    await withoutHiddenParents(queries, reader, whole, rows),
  );
  return withImportedNames(queries, shown);
}

/** These stored rifffs as they are shown, by `keyText`; each once, and without tombstones. */
export async function presentByKey(
  queries: Queries,
  reader: Reader,
  stored: Iterable<StoredRifff>,
  publicUrl: string | undefined,
): Promise<Map<string, Rifff>> {
  const rows = [...new Set(stored)].filter(({ digest }) => digest !== '');
  if (rows.length === 0) return new Map();
  const rifffs = await presentRifffs(queries, reader, rows, publicUrl);
  return new Map(
    rows.map(({ jamId, id }, at) => [keyText({ jamId, rifffId: id }), rifffs[at]!] as const),
  );
}

/** The same of those rifffs that the reader may read. @param keys with short ids of jams */
export async function presentReadable(
  queries: Queries,
  reader: Reader,
  keys: readonly RifffKey[],
  publicUrl: string | undefined,
): Promise<Map<string, Rifff>> {
  const readable = await findReadableRifffs(queries, reader, keys);
  return presentByKey(queries, reader, readable.values(), publicUrl);
}

/** What is left of a rifff whose maker has left but on which others build: key, time and lineage. */
export function rifffTombstone({ _id, jamId, created, state, originalId, parent }: Rifff): Rifff {
  const { barLength, bps } = state;
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, () => ({ slot: { current: null } }));
  return {
    _id,
    ...(jamId !== undefined && { jamId }),
    created,
    userName: '',
    creators: [],
    state: { barLength, bps, playback },
    loops: [],
    scale: 0,
    root: 0,
    ...(originalId !== undefined && { originalId }),
    ...(parent !== undefined && { parent }),
    isRemoved: true,
  };
}
