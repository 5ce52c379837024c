import type { Queries } from '../../ports/database/database.ts';
import { countFollows, findFollowed } from '../people/followsRepo.ts';
import type { ProfileFacts } from './present.ts';
import { countShares, findPublicShareIds, type StoredAccount } from './repo.ts';

/**
 * What profiles say beside the accounts themselves, as a reader sees them.
 * @param readerId undefined for a visitor
 * @returns the facts of one of these accounts by its id
 */
export async function findProfileFacts(
  queries: Queries,
  accounts: readonly Pick<StoredAccount, 'id' | 'bannerShareId'>[],
  readerId: string | undefined,
): Promise<(userId: string) => ProfileFacts> {
  const ids = accounts.map(({ id }) => id);
  const banners = accounts.flatMap(({ bannerShareId }) => bannerShareId ?? []);
  const [shares, follows, followed, visible] = await Promise.all([
    countShares(queries, ids),
    countFollows(queries, ids),
    findFollowed(queries, readerId, ids),
    findPublicShareIds(queries, banners),
  ]);
  const bannerOf = new Map(accounts.map(({ id, bannerShareId }) => [id, bannerShareId]));
  return (userId) => {
    const banner = bannerOf.get(userId);
    return {
      sharedCount: shares.get(userId) ?? 0,
      followers: follows.get(userId)?.followers ?? 0,
      following: follows.get(userId)?.following ?? 0,
      isFollowed: followed.has(userId),
      bannerShareId: banner && visible.has(banner) ? banner : null,
    };
  };
}
