/** Pupils of classes: what their class lets them see, and who sees them. */
import type { Session } from '../../src/data/contract/auth.ts';
import type { Queries } from '../ports/database/database.ts';
import { mapRows } from '../ports/database/mapRows.ts';
import { findRows } from '../ports/database/rows.ts';
import type { AccountRow } from '../ports/database/schemaAccounts.ts';

/** A class as far as it decides what a pupil may do. */
export type PupilOf = Readonly<NonNullable<Session['pupilOf']>>;

/** Who asks, as far as classes decide. Null is anyone. */
type Asking = { readonly userId?: string; readonly pupilOf?: PupilOf } | null;

/** The classes of those of the accounts that are pupils, by user id. */
export const findPupilsOf = (
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, PupilOf>> =>
  mapRows(
    userIds,
    queries
      .selectFrom('pupils')
      .innerJoin('classes', 'classes.id', 'pupils.classId')
      .where('pupils.userId', 'in', userIds)
      // A class that is on its way out has no teacher, and its pupils are signed out.
      .where('classes.teacherId', '!=', '')
      .select(['pupils.userId', 'classes.id as classId', 'classes.clubId'])
      .select(['classes.isOpen', 'pupils.isMuted', 'classes.isPaused']),
    ({ userId, ...pupilOf }) => [userId, pupilOf],
  );

/**
 * The club of a pupil whose class is not open: its channels and their own jam are all that they may read. Undefined for
 * everyone else.
 */
export function closedClubOf(reader: Asking): string | undefined {
  return reader?.pupilOf?.isOpen === false ? reader.pupilOf.clubId : undefined;
}

/**
 * Those of the accounts that a reader may know: pupils are known to their class alone, and a pupil whose class is not open
 * knows no one outside of it. Without pupils it asks nothing.
 */
export async function findKnown<T extends Pick<AccountRow, 'id' | 'classId'>>(
  queries: Queries,
  reader: Asking,
  accounts: readonly T[],
): Promise<T[]> {
  const isClosed = closedClubOf(reader) !== undefined;
  const others = accounts.filter(({ id }) => id !== reader?.userId);
  if (!others.some(({ classId }) => classId || isClosed)) return [...accounts];
  const own = reader?.pupilOf?.classId;
  const classIds = new Set(
    [own, ...others.map(({ classId }) => classId)].flatMap((id) => id ?? []),
  );
  const classes = await findRows(queries, 'classes', { id: [...classIds] }, ['id', 'teacherId']);
  const teachers = new Map(classes.map(({ id, teacherId }) => [id, teacherId]));
  return accounts.filter(({ id, classId }) => {
    if (id === reader?.userId) return true;
    if (!classId) return !isClosed || teachers.get(own!) === id;
    return classId === own || (reader?.userId && teachers.get(classId) === reader.userId);
  });
}
