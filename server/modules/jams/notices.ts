import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { NoticeRow, RifffRow } from '../../ports/database/schema.ts';

/** Hears of notices after the commit that they were stored in; never throws and never waits. */
export type NoticeListener = (notice: NoticeRow) => void;

/** The rifff that was stored, as far as a notice tells of it. */
export type AnsweringRifff = Pick<RifffRow, 'jamId' | 'id' | 'userId' | 'parentJamId' | 'parentId'>;

/**
 * Notes for the maker of its parent that a rifff answers theirs, in the transaction that stores it: an `answer` in the
 * same jam, a `remix` in another. Nobody is told of their own rifffs, of those of people whom they do not hear, or
 * once they have left.
 * @returns the notice, to be told after the commit; null where nobody is
 */
export async function noteAnswer(
  transaction: Queries,
  { jamId, id: rifffId, userId: fromId, parentJamId, parentId }: AnsweringRifff,
  nowMs: number,
): Promise<NoticeRow | null> {
  if (parentJamId === null || parentId === null) return null;
  const parent = await transaction
    .selectFrom('rifffs')
    .innerJoin('accounts', 'accounts.id', 'rifffs.userId')
    .select('rifffs.userId')
    .where('rifffs.jamId', '=', parentJamId)
    .where('rifffs.id', '=', parentId)
    .where('rifffs.userId', '!=', fromId)
    .where('accounts.isDeleted', '=', false)
    .where('accounts.isDemo', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blocks')
            .select('blocks.blockedId')
            .whereRef('blocks.userId', '=', 'rifffs.userId')
            .where('blocks.blockedId', '=', fromId),
        ),
      ),
    )
    .executeTakeFirst();
  if (!parent) return null;
  const notice: NoticeRow = {
    id: newId(),
    userId: parent.userId,
    kind: parentJamId === jamId ? 'answer' : 'remix',
    created: nowMs,
    isRead: false,
    fromId,
    jamId,
    rifffId,
    parentJamId,
    parentId,
  };
  await transaction.insertInto('notices').values(notice).execute();
  return notice;
}
