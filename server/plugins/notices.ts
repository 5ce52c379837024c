/**
 * Notices: what accounts are told. A notice is stored in the transaction of what happened, and the event `notice` is told
 * after the commit.
 */
import { newId } from '../../src/data/rules/ids.ts';
import type { Queries } from '../ports/database/database.ts';
import { findsRow } from '../ports/database/rows.ts';
import type { NoticeRow } from '../ports/database/schemaJams.ts';

/** Accounts that are told of anything: those that are there and no part of the demo. */
export const toldAccounts = (queries: Queries) =>
  queries.selectFrom('accounts').where('isDeleted', '=', false).where('isDemo', '=', false);

/**
 * Is an account told of what another one did? It has to be there, no part of the demo, and not to block the other.
 * Accounts are not told of their own deeds, and no one outside of their class of those of pupils.
 * @param fromId empty where no person did it
 */
export async function isTold(queries: Queries, userId: string, fromId: string): Promise<boolean> {
  if (userId === fromId) return false;
  return findsRow(
    toldAccounts(queries)
      .where('id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('blocks')
              .select('blocks.userId')
              .where('blocks.userId', '=', userId)
              .where('blocks.blockedId', '=', fromId),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('pupils')
              .innerJoin('classes', 'classes.id', 'pupils.classId')
              .select('pupils.userId')
              .where('pupils.userId', '=', fromId)
              .where('classes.teacherId', '!=', userId)
              .where((pupil) =>
                pupil.or([
                  pupil('accounts.classId', 'is', null),
                  pupil('accounts.classId', '!=', pupil.ref('pupils.classId')),
                ]),
              ),
          ),
        ),
      ),
  );
}

/** A notice for an account: unread, of now, by no person and about no jam, but for what is given. */
export function noticeOf(
  given: Pick<NoticeRow, 'userId' | 'kind'> & Partial<NoticeRow>,
): NoticeRow {
  const { created = Date.now() } = given;
  return {
    id: newId(created),
    created,
    isRead: false,
    fromId: '',
    jamId: '',
    rifffId: null,
    parentJamId: null,
    parentId: null,
    ...given,
  };
}
