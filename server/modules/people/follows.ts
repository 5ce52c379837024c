import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { FollowState, PeopleQuerySchema, Person } from '../../../src/data/contract/people.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { findPersonId } from '../../plugins/accounts.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limitPace } from '../../plugins/limits.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import { insertOnce, removeRows, valuesOf } from '../../ports/database/rows.ts';
import {
  countFollowed,
  countFollows,
  findFollowed,
  findFollowPage,
  isBlockedEitherWay,
  lockHearing,
} from './followsRepo.ts';
import { noteFollow } from './notes.ts';

const PACE = { atOnce: 30, perHour: 600 };
/** People that one account follows at most. */
export const FOLLOWS_MAX = 5000;

type Query = z.output<typeof PeopleQuerySchema>;
type Side = 'following' | 'followers';
interface PeoplePage {
  readonly people: Person[];
  readonly total: number;
  readonly next: string | null;
}

export type FollowsService = ReturnType<typeof followsService>;

/** Following people, and who follows whom. */
export function followsService({
  database,
  events,
  publicUrl,
}: Pick<Server, 'database' | 'events' | 'publicUrl'>) {
  const { queries } = database;

  async function known(name: string): Promise<string> {
    const id = await findPersonId(queries, name);
    if (id === undefined) throw new ApiError('not_found', 'No one goes by this name');
    return id;
  }

  async function stateOf(reader: string, userId: string): Promise<FollowState> {
    const [counts, followed] = await Promise.all([
      countFollows(queries, [userId]),
      findFollowed(queries, reader, [userId]),
    ]);
    const followers = counts.get(userId)?.followers ?? 0;
    return { userId, isFollowed: followed.has(userId), followers };
  }

  async function list(
    reader: Identity | null,
    side: Side,
    name: string,
    { limit: size, after }: Query,
  ): Promise<PeoplePage> {
    const userId = await known(name);
    const readerId = reader?.userId;
    const rows = await findFollowPage(queries, { side, userId, readerId, size: size + 1, after });
    const shown = rows.slice(0, size);
    const [counts, followed] = await Promise.all([
      countFollows(queries, [userId]),
      findFollowed(queries, readerId, valuesOf(shown, 'id')),
    ]);
    const last = rows.length > size ? shown.at(-1) : undefined;
    return {
      people: shown.map(({ id, displayName, avatarKey, isDemo, created }) => ({
        user_id: id,
        displayName,
        isDemo,
        since: created,
        avatarUrl: avatarKey === null ? null : mediaUrl(avatarKey, publicUrl),
        isFollowed: followed.has(id),
      })),
      total: counts.get(userId)?.[side] ?? 0,
      next: last ? `${last.created}.${last.id}` : null,
    };
  }

  return {
    /** Whom an account follows; open to anyone. Throws `not_found`. */
    async following(reader: Identity | null, name: string, query: Query) {
      const { people, ...page } = await list(reader, 'following', name, query);
      return { following: people, ...page };
    },

    /** Who follows an account; open to anyone. Throws `not_found`. */
    async followers(reader: Identity | null, name: string, query: Query) {
      const { people, ...page } = await list(reader, 'followers', name, query);
      return { followers: people, ...page };
    },

    /** Throws `not_found`, `bad_request` for oneself, `forbidden` where one of the two has blocked the other. */
    async follow({ userId: followerId }: Identity, name: string): Promise<FollowState> {
      const userId = await known(name);
      if (userId === followerId) throw new ApiError('bad_request', 'userId: is your own');
      await limitPace(queries, 'follow', followerId, PACE);
      const notice = await writeFor(database, followerId, async (transaction) => {
        await lockHearing(database, transaction, [userId]);
        // An account that left or blocked meanwhile did so before this.
        if ((await findPersonId(transaction, userId)) === undefined) {
          throw new ApiError('not_found', 'No one goes by this name');
        }
        if (await isBlockedEitherWay(transaction, followerId, userId)) {
          throw new ApiError('forbidden', 'You cannot follow this person');
        }
        if ((await findFollowed(transaction, followerId, [userId])).size > 0) return null;
        if ((await countFollowed(transaction, followerId)) >= FOLLOWS_MAX) {
          const most = FOLLOWS_MAX.toLocaleString('en');
          throw new ApiError(
            'forbidden',
            `You follow ${most} people, and that is the most: unfollow one first`,
          );
        }
        const created = Date.now();
        const isStored =
          (await insertOnce(transaction, 'follows', { followerId, userId, created })) > 0;
        return isStored ? noteFollow(transaction, { userId, followerId, created }) : null;
      });
      if (notice) events.tell('notice', notice);
      return stateOf(followerId, userId);
    },

    /** An account that was not followed stays so. Throws `not_found`. */
    async unfollow({ userId: followerId }: Identity, name: string): Promise<FollowState> {
      const userId = await known(name);
      await removeRows(queries, 'follows', { followerId, userId });
      return stateOf(followerId, userId);
    },
  };
}
