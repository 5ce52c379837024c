import type { ExportOwned } from '../../kernel/ownership.ts';
import { inPages, ownedRows } from '../../ports/database/batches.ts';

/** The class that holds an account, and the classes that it teaches, as its export lists them. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const own = queries
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.classId')
    .select(['classes.id', 'classes.name', 'pupils.isMuted', 'pupils.created'])
    .where('pupils.userId', '=', userId);
  return {
    memberships: inPages(own, ['created', 'id']),
    taught: ownedRows(queries, userId)(
      'classes',
      ['created', 'id'],
      ['name', 'clubId', 'isOpen', 'isPaused'],
      { teacherId: userId },
    ),
  };
};
