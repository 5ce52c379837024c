import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { isTold } from '../jams/noteAnswer.ts';

/**
 * Tells somebody, in the transaction that does it, that an account of the chain that they had linked is somebody else's
 * now. Nobody's deed, so that it is told whomever they do not hear. Null where they have left.
 */
export async function noteWalletTaken(
  queries: Queries,
  userId: string,
  accountId: string,
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, userId, ''))) return null;
  const notice: NoticeRow = {
    ...{ id: newId(), userId, kind: 'wallet', created: Date.now(), isRead: false, fromId: '' },
    ...{ jamId: '', rifffId: null, parentJamId: null, parentId: null, text: accountId },
  };
  await insertRows(queries, 'notices', notice);
  return notice;
}
