import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findsRow, insertRows } from '../../ports/database/rows.ts';
import type { NoticeRow, RifffRow } from '../../ports/database/schemaJams.ts';

/**
 * Is the account there, no part of the demo, and does it hear the account that did something? Accounts are not told of
 * their own deeds.
 */
export async function isTold(queries: Queries, userId: string, fromId: string): Promise<boolean> {
  if (userId === fromId) return false;
  return findsRow(
    queries
      .selectFrom('accounts')
      .where('id', '=', userId)
      .where('isDeleted', '=', false)
      .where('isDemo', '=', false)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('blocks')
              .select('blocks.userId')
              .where('blocks.userId', '=', userId)
              .where('blocks.blockedId', '=', fromId),
          ),
        ),
      ),
  );
}

type Answer = Pick<RifffRow, 'jamId' | 'id' | 'userId' | 'created' | 'parentJamId' | 'parentId'>;

/**
 * Tells the author of a rifff about an answer (in the same jam) or a remix (elsewhere), in the transaction of the
 * answer. Not about their own, not if they block its maker, and not if they have left.
 * @returns the notice, to be told after the commit; null where no one has to be told
 */
export async function noteAnswer(
  queries: Queries,
  answer: Answer,
  author: string,
): Promise<NoticeRow | null> {
  const { jamId, id, userId, created, parentJamId, parentId } = answer;
  if (!(await isTold(queries, author, userId))) return null;
  const notice: NoticeRow = {
    id: newId(created),
    userId: author,
    kind: parentJamId === jamId ? 'answer' : 'remix',
    created,
    isRead: false,
    fromId: userId,
    jamId,
    rifffId: id,
    parentJamId,
    parentId,
  };
  await insertRows(queries, 'notices', notice);
  return notice;
}
