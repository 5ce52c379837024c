import type { ExportOwned } from '../../kernel/ownership.ts';
import { inPages, ownedRows } from '../../ports/database/batches.ts';

/** The class that holds an account, and the classes that it teaches, as its export lists them. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const holding = queries.selectFrom('pupils').select('classId').where('userId', '=', userId);
  const own = queries
    .selectFrom('classes')
    .select(['id', 'name', 'created'])
    .where('id', 'in', holding);
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
