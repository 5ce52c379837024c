import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { RifffRow } from '../../ports/database/schema.ts';

type Answer = Pick<RifffRow, 'jamId' | 'id' | 'userId' | 'created' | 'parentJamId' | 'parentId'>;

/**
 * Tells the author of a rifff that somebody answered it (in the same jam) or made a remix of it (elsewhere), in the
 * transaction of the answer. Not of one's own, nor to whoever blocks its maker or has left.
 */
export async function noteAnswer(queries: Queries, answer: Answer, author: string): Promise<void> {
  const { jamId, id, userId, created, parentJamId, parentId } = answer;
  if (author === userId) return;
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
  if (!isHeard) return;
  await queries
    .insertInto('notices')
    .values({
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
    })
    .execute();
}
