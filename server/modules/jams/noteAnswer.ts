import { isTold, noticeOf } from '../../plugins/notices.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { NoticeRow, RifffRow } from '../../ports/database/schemaJams.ts';

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
  const notice = noticeOf({
    userId: author,
    kind: parentJamId === jamId ? 'answer' : 'remix',
    created,
    fromId: userId,
    jamId,
    rifffId: id,
    parentJamId,
    parentId,
  });
  await insertRows(queries, 'notices', notice);
  return notice;
}
