/** What an account is told of a club of its own. */

import type { ClubNews } from '../../../src/data/contract/noticeOptions.ts';
import { isTold, noticeOf, toldAccounts } from '../../plugins/notices.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';

/** Rows in one statement. */
const BATCH = 200;

type Told = Pick<ClubRow, 'id' | 'name'>;

/** No person did it, so blocks change nothing here; the club may be gone when it is read. */
const newsOf = ({ id: clubId, name }: Told, news: ClubNews, userId: string): NoticeRow =>
  noticeOf({ userId, kind: 'club', clubId, text: `${news} ${name}` });

/** Tells one account; null where it has left, or is part of the demo. As `notes.ts` does. */
export async function noteClub(
  queries: Queries,
  club: Told,
  news: ClubNews,
  userId: string,
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, userId, ''))) return null;
  const notice = newsOf(club, news, userId);
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
  const rows = await toldAccounts(queries)
    .innerJoin('clubMembers', 'clubMembers.userId', 'accounts.id')
    .select('accounts.id')
    .where('clubMembers.clubId', '=', club.id)
    .where('clubMembers.isBlocked', '=', false)
    .where('clubMembers.userId', '!=', fromId)
    .execute();
  const notices = rows.map(({ id }) => newsOf(club, news, id));
  for (let at = 0; at < notices.length; at += BATCH) {
    await insertRows(queries, 'notices', notices.slice(at, at + BATCH));
  }
  return notices;
}
