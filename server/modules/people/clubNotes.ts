/** What an account is told of a club of its own. */

import type { ClubNews } from '../../../src/data/contract/noticeOptions.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';

/** Rows in one statement. */
const BATCH = 200;

type Told = Pick<ClubRow, 'id' | 'name'>;

/** No person did it, so blocks change nothing here; the club may be gone when it is read. */
const noticeOf = ({ id: clubId, name }: Told, news: ClubNews, userId: string): NoticeRow => ({
  id: newId(),
  userId,
  kind: 'club',
  created: Date.now(),
  isRead: false,
  fromId: '',
  jamId: '',
  rifffId: null,
  parentJamId: null,
  parentId: null,
  clubId,
  text: `${news} ${name}`,
});

const staying = (queries: Queries) =>
  queries.selectFrom('accounts').where('isDeleted', '=', false).where('isDemo', '=', false);

/** Tells one account; null where it has left, or is part of the demo. As `notes.ts` does. */
export async function noteClub(
  queries: Queries,
  club: Told,
  news: ClubNews,
  userId: string,
): Promise<NoticeRow | null> {
  const row = await staying(queries).select('id').where('id', '=', userId).executeTakeFirst();
  if (!row) return null;
  const notice = noticeOf(club, news, userId);
  await insertRows(queries, 'notices', notice);
  return notice;
}

/** Tells everyone who is in a club, but for the account that did it. */
export async function noteClubMembers(
  queries: Queries,
  club: Told,
  news: ClubNews,
  fromId = '',
): Promise<NoticeRow[]> {
  const rows = await staying(queries)
    .innerJoin('clubMembers', 'clubMembers.userId', 'accounts.id')
    .select('accounts.id')
    .where('clubMembers.clubId', '=', club.id)
    .where('clubMembers.isBlocked', '=', false)
    .where('clubMembers.userId', '!=', fromId)
    .execute();
  const notices = rows.map(({ id }) => noticeOf(club, news, id));
  for (let at = 0; at < notices.length; at += BATCH) {
    await insertRows(queries, 'notices', notices.slice(at, at + BATCH));
  }
  return notices;
}
