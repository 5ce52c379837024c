import { removeFiles } from '../../kernel/content.ts';
import type { ExportOwned } from '../../kernel/ownership.ts';
import { inPages, ownedRows, type RemovalStep, removalOf } from '../../ports/database/batches.ts';
import { updateRows, valuesOf } from '../../ports/database/rows.ts';

/** Pictures that go in one transaction. */
const IMAGES = 50;

/** Clubs that an account is in or owns, the codes that it made and its pictures of clubs, as its export lists them. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const memberships = queries
    .selectFrom('clubMembers')
    .innerJoin('clubs', 'clubs.id', 'clubMembers.clubId')
    .select(['clubMembers.clubId', 'clubs.name', 'clubMembers.role', 'clubMembers.since'])
    .where('clubMembers.userId', '=', userId)
    .where('clubMembers.isBlocked', '=', false);
  const codes = queries
    .selectFrom('codes')
    .select(['code', 'target as clubId', 'note', 'created', 'expires', 'maxUses', 'used'])
    .where('createdBy', '=', userId)
    .where('kind', '=', 'club');
  return {
    memberships: inPages(memberships, ['since', 'clubId']),
    clubs: rows('clubs', ['created', 'id'], ['name', 'description', 'access', 'closes'], {
      ownerId: userId,
    }),
    codes: inPages(codes, ['created', 'code']),
    images: rows('clubImages', ['key'], ['clubId', 'kind', 'mime', 'size']),
  };
};

/** Pictures that the account made for clubs go, as those for jams do. */
const ownImages: RemovalStep = async (queries, userId) => {
  const some = { column: 'key', size: IMAGES } as const;
  const gone = await removeFiles(queries, 'clubImages', { userId }, some);
  const keys = valuesOf(gone, 'key');
  await updateRows(queries, 'clubs', { iconKey: keys }, { iconKey: null });
  await updateRows(queries, 'clubs', { bannerKey: keys }, { bannerKey: null });
  await updateRows(queries, 'jams', { coverKey: keys }, { coverKey: null });
  return gone.length < IMAGES ? null : [];
};

/** Takes what clubs keep for an account that was closed. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownImages,
  // Where it was blocked. It left its clubs when it was closed (`passingOn.ts`).
  removalOf('clubMembers', 'clubId'),
];
