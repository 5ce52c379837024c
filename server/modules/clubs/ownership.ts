import { inPages, type Pages, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { noteLoose } from '../media/content.ts';

/** Rows of an export at a time. */
const PAGE = 100;
/** Pictures that go in one transaction. */
const IMAGES = 50;

/** Clubs that an account is in or owns, the codes that it made and its pictures of clubs, as its export lists them. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const memberships = queries
    .selectFrom('clubMembers')
    .innerJoin('clubs', 'clubs.id', 'clubMembers.clubId')
    .select(['clubMembers.clubId', 'clubs.name', 'clubMembers.role', 'clubMembers.since'])
    .where('clubMembers.userId', '=', userId)
    .where('clubMembers.isBlocked', '=', false);
  const owned = queries
    .selectFrom('clubs')
    .select(['id', 'name', 'description', 'access', 'created', 'closes'])
    .where('ownerId', '=', userId);
  const codes = queries
    .selectFrom('codes')
    .select(['code', 'target as clubId', 'note', 'created', 'expires', 'maxUses', 'used'])
    .where('createdBy', '=', userId)
    .where('kind', '=', 'club');
  const images = queries
    .selectFrom('clubImages')
    .select(['key', 'clubId', 'kind', 'mime', 'size'])
    .where('userId', '=', userId);
  return {
    memberships: inPages(memberships, ['since', 'clubId'], PAGE),
    clubs: inPages(owned, ['created', 'id'], PAGE),
    codes: inPages(codes, ['created', 'code'], PAGE),
    images: inPages(images, ['key'], PAGE),
  };
}

/** Pictures that the account made for clubs go, as those for jams do. */
const ownImages: RemovalStep = async (queries, userId) => {
  const some = queries.selectFrom('clubImages').select('key').where('userId', '=', userId);
  const gone = await queries
    .deleteFrom('clubImages')
    .where('key', 'in', some.limit(IMAGES))
    .returning(['key', 'hash'])
    .execute();
  await noteLoose(
    queries,
    gone.map(({ hash }) => hash),
  );
  const keys = gone.map(({ key }) => key);
  if (keys.length > 0) {
    const clubs = queries.updateTable('clubs');
    await clubs.set({ iconKey: null }).where('iconKey', 'in', keys).execute();
    await clubs.set({ bannerKey: null }).where('bannerKey', 'in', keys).execute();
    const jams = queries.updateTable('jams').set({ coverKey: null });
    await jams.where('coverKey', 'in', keys).execute();
  }
  return gone.length < IMAGES ? null : [];
};

/** Where it was blocked. It left its clubs when it was closed (`passingOn.ts`). */
const ownRows: RemovalStep = async (queries, userId) => {
  await queries.deleteFrom('clubMembers').where('userId', '=', userId).execute();
  return null;
};

/** Takes what clubs keep for an account that was closed. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownImages, ownRows];
