import { ApiError } from '../../../src/data/contract/errors.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { findKnownId } from '../../plugins/accounts.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { insertOnce, removeRows } from '../../ports/database/rows.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import { endFollows, lockHearing } from '../people/followsRepo.ts';

/** People that one account blocks at most. */
const BLOCKS_MAX = 1000;

export type BlocksService = ReturnType<typeof blocksService>;

/** Whom an account does not hear, the latest first; who has left is not named. */
export async function findBlocked(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('blocks')
    .innerJoin('accounts', 'accounts.id', 'blocks.blockedId')
    .select('blocks.blockedId')
    .where('blocks.userId', '=', userId)
    .where('accounts.isDeleted', '=', false)
    .orderBy('blocks.created', 'desc')
    .orderBy('blocks.blockedId')
    .limit(BLOCKS_MAX)
    .execute();
  return rows.map(({ blockedId }) => blockedId);
}

/** Blocking a person, which ends following both ways, and taking that back. Only the open pages of the caller are told. */
export function blocksService({
  database,
  announcer,
}: {
  readonly database: Database;
  readonly announcer: Pick<LiveAnnouncer, 'recheck'>;
}) {
  const { queries } = database;
  const list = async ({ userId }: Identity) => ({ users: await findBlocked(queries, userId) });
  return {
    list,

    /** Throws `not_found` where no account has that name, `bad_request` for oneself. */
    async block(identity: Identity, name: string): Promise<{ users: string[] }> {
      const { userId } = identity;
      const blockedId = await findKnownId(queries, identity, name);
      if (!blockedId) throw new ApiError('not_found', 'There is no such account');
      if (blockedId === userId) throw new ApiError('bad_request', 'userId: is your own');
      const known = await list(identity);
      if (known.users.length >= BLOCKS_MAX && !known.users.includes(blockedId)) {
        throw new ApiError('bad_request', `At most ${BLOCKS_MAX} people can be blocked`);
      }
      await writeFor(database, userId, async (transaction) => {
        await lockHearing(database, transaction, [userId, blockedId]);
        await endFollows(transaction, userId, blockedId);
        await insertOnce(transaction, 'blocks', { userId, blockedId, created: Date.now() });
      });
      announcer.recheck(userId);
      return list(identity);
    },

    /** An account that was not blocked stays so. */
    async unblock(identity: Identity, name: string): Promise<{ users: string[] }> {
      const { users } = await list(identity);
      const folded = name.toLowerCase();
      const blockedId = users.find((one) => one.toLowerCase() === folded) ?? name;
      await removeRows(queries, 'blocks', { userId: identity.userId, blockedId });
      announcer.recheck(identity.userId);
      return list(identity);
    },
  };
}
