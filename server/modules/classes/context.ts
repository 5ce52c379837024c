import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import type { ClassRow, PupilRow } from '../../ports/database/schemaAccounts.ts';
import type { Settings } from '../../settings.ts';
import type { BelongingsService } from '../accounts/belongings.ts';
import type { AccountsContext } from '../auth/context.ts';

/** What the calls of classes share. */
export interface ClassesContext
  extends AccountsContext,
    Pick<Server, 'presence' | 'owners' | 'publicUrl'> {
  readonly settings: AccountsContext['settings'] & Pick<Settings, 'teachers'>;
  /** Closes an account as its owner would. */
  readonly close: BelongingsService['close'];
}

/** May this account make classes? Never guests and pupils. */
export function mayTeach(
  { userId, roles, guestOf, pupilOf }: Identity,
  { teachers }: Pick<Settings, 'teachers'>,
): boolean {
  if (guestOf !== undefined || pupilOf) return false;
  if (roles.includes('admin')) return true;
  return teachers === 'everybody' || teachers.has(userId.toLowerCase());
}

/** Throws `forbidden` where the account may not make classes. */
export function requireTeacher(identity: Identity, settings: Pick<Settings, 'teachers'>): void {
  if (mayTeach(identity, settings)) return;
  throw new ApiError('forbidden', 'Classes are for teachers: ask who runs this server');
}

/** What the audit says of a class, and of how many pupils: names are for the class alone. */
export const describeClass = (id: string, pupils?: number): string =>
  pupils === undefined ? `Class ${id}` : `Class ${id}, pupils: ${pupils}`;

/** A class of the caller. Throws `not_found` for any other. */
export async function findTaught(
  queries: Queries,
  { userId: teacherId }: Pick<Identity, 'userId'>,
  id: string,
): Promise<ClassRow> {
  const row = await findRow(queries, 'classes', { id, teacherId });
  if (!row) throw new ApiError('not_found', 'You have no such class');
  return row;
}

/** A pupil of a class. Throws `not_found` for anyone else. */
export async function findPupil(
  queries: Queries,
  classId: string,
  userId: string,
): Promise<PupilRow> {
  const row = await findRow(queries, 'pupils', { userId, classId });
  if (!row) throw new ApiError('not_found', 'This class has no such pupil');
  return row;
}
