import { type RawBuilder, sql } from 'kysely';
import type { SearchKind } from '../../../src/data/contract/search.ts';
import { isOpenJam } from '../jams/repo.ts';

/** Whom search passes over: who left, who is suspended, whom the reader blocked. Few are, so each list is read once. */
function isHeard(userId: string, readerId: string | undefined, nowMs: number): RawBuilder<boolean> {
  const id = sql.ref(userId);
  const blocked =
    readerId === undefined
      ? sql``
      : sql`and ${id} not in (select "blockedId" from "blocks" where "userId" = ${readerId})`;
  return sql<boolean>`${id} not in (select "userId" from "departures")
    and ${id} not in (
      select "userId" from "suspensions" where "until" is null or "until" > ${nowMs})
    ${blocked}`;
}

/** What the reader left out of their lists: shares, and rifffs of jams. */
function isUnhidden(readerId: string | undefined): RawBuilder<boolean> {
  if (readerId === undefined) return sql<boolean>`1 = 1`;
  return sql<boolean>`"shares"."id" not in (select "shareId" from "hides" where "userId" = ${readerId})
    and ("shares"."jamId", "shares"."rifffId") not in (
      select "jamId", "rifffId" from "rifffHides" where "userId" = ${readerId})`;
}

interface Seen {
  /** What is looked at besides the index; one row by its id. */
  readonly table: 'shares' | 'accounts' | 'jams' | 'loops';
  readonly likes: RawBuilder<number>;
  /** The reader may see it, as it is now. */
  readonly where: RawBuilder<boolean>;
}

/** How the things of a kind are judged at the moment of reading. The index knows what is there, not for whom. */
export function seenBy({
  kind,
  readerId,
  nowMs,
}: {
  readonly kind: SearchKind;
  readonly readerId: string | undefined;
  readonly nowMs: number;
}): Seen {
  const none = sql<number>`0`;
  switch (kind) {
    case 'rifffs':
      return {
        table: 'shares',
        likes: sql<number>`"shares"."likeCount"`,
        where: sql<boolean>`"shares"."isRemoved" = false
          and ("shares"."isPrivate" = false or "shares"."userId" = ${readerId ?? ''})
          and ${isHeard('shares.userId', readerId, nowMs)} and ${isUnhidden(readerId)}`,
      };
    case 'people':
      return {
        table: 'accounts',
        likes: none,
        where: sql<boolean>`"accounts"."isDeleted" = false
          and ${isHeard('accounts.id', readerId, nowMs)}`,
      };
    case 'jams':
      return {
        table: 'jams',
        likes: none,
        // An own jam is made with every account: it is somewhere to go once there is something in it.
        where: sql<boolean>`${isOpenJam()}
          and ("jams"."kind" = 'room' or "jams"."rifffCount" > 0) and ${isHeard('jams.ownerId', readerId, nowMs)}`,
      };
    case 'loops':
      return {
        table: 'loops',
        likes: none,
        where: sql<boolean>`"loops"."isRemoved" = false
          and ("loops"."product" is null or exists (
            select 1 from "grants" where "grants"."userId" = ${readerId ?? ''}
              and "grants"."product" = "loops"."product"
              and ("grants"."until" is null or "grants"."until" > ${nowMs})))
          and not exists (
            select 1 from "accounts"
            where "accounts"."id" = "loops"."creatorId" and "accounts"."isDeleted" = true)
          and ${isHeard('loops.creatorId', readerId, nowMs)}`,
      };
  }
}
