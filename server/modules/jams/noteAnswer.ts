import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { NoticeRow, RifffRow } from '../../ports/database/schemaJams.ts';

/** Hears of notices after the commit that they were stored in; never throws and never waits. */
export type NoticeListener = (notice: NoticeRow) => void;

type Answer = Pick<RifffRow, 'jamId' | 'id' | 'userId' | 'created' | 'parentJamId' | 'parentId'>;

/**
 * Tells the author of a rifff that somebody answered it (in the same jam) or made a remix of it (elsewhere), in the
 * transaction of the answer. Not of one's own, nor to whoever blocks its maker or has left.
 * @returns the notice, to be told after the commit; null where nobody is told
 */
export async function noteAnswer(
  queries: Queries,
  answer: Answer,
  author: string,
): Promise<NoticeRow | null> {
  const { jamId, id, userId, created, parentJamId, parentId } = answer;
  if (author === userId) return null;
  const isHeard = await queries
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', author)
    .where('isDeleted', '=', false)
    .where('isDemo', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blocks')
            .select('blocks.userId')
            .where('blocks.userId', '=', author)
            .where('blocks.blockedId', '=', userId),
        ),
      ),
    )
    .executeTakeFirst();
  if (!isHeard) return null;
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
  await queries.insertInto('notices').values(notice).execute();
  return notice;
}
