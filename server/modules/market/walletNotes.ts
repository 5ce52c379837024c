import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { isTold } from '../jams/noteAnswer.ts';

/**
 * Tells an account, in the transaction that does it, that an account of the chain that it had linked is another's
 * now. No person did it, so blocks change nothing here. Null where they have left.
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
