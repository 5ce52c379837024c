import { ApiError } from '../../../src/data/contract/errors.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeShares } from '../feed/ownership.ts';
import { forgetEmbeds } from '../feed/repo.ts';
import { findReadableRifff } from '../jams/access.ts';
import type { CommitContext } from '../jams/commit.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import { buryRifffs } from '../jams/ownership.ts';
import { findJam, findRifff, type StoredRifff } from '../jams/repo.ts';

const REPORTS = { max: 30, windowMs: 3_600_000 };

/** A rifff as an address names it: by the short or long id of its jam. */
interface Named {
  readonly id: string;
  readonly rifffId: string;
}

/**
 * Ends the shares of a rifff that goes; every node forgets what it keeps of them. Throws `forbidden` where a moderator
 * took one out: then it stays for them to judge by.
 */
async function endShares(queries: Queries, identity: Identity, { jamId, id }: StoredRifff) {
  const shares = await queries
    .selectFrom('shares')
    .select(['id', 'isRemoved'])
    .where('jamId', '=', jamId)
    .where('rifffId', '=', id)
    .execute();
  if (shares.length === 0) return;
  if (shares.some(({ isRemoved }) => isRemoved) && !hasOffice(identity.roles)) {
    throw new ApiError('forbidden', 'A moderator removed this; it cannot be taken back');
  }
  await removeShares(
    queries,
    shares.map((share) => share.id),
  );
  await forgetEmbeds(queries);
}

/** What people do about a rifff of a jam that should not be there, or that they do not want to see. */
export function judgingService({ database, announcer }: CommitContext) {
  const { queries } = database;
  const find = (identity: Identity, { id, rifffId }: Named) =>
    findReadableRifff(queries, identity, id, rifffId);

  /** The rifff and who may take it out. Moderators reach it in jams that they may not read, too. */
  async function findRemovable(identity: Identity, named: Named) {
    const isModerator = hasOffice(identity.roles);
    const jam = await findJam(queries, named.id);
    let rifff: StoredRifff | undefined;
    if (isModerator && jam) rifff = await findRifff(queries, jam.id, named.rifffId);
    else rifff = await find(identity, named);
    if (!rifff || !jam) throw new ApiError('not_found', 'There is no such rifff');
    const isTheirs = [rifff.userId, jam.ownerId].includes(identity.userId);
    if (!isTheirs && !isModerator) {
      throw new ApiError('forbidden', 'Only its author, the owner of the jam and moderators may');
    }
    return rifff;
  }

  return {
    /** Tells the moderators; again: with the new reason. */
    async report(identity: Identity, named: Named, reason: string): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id: ref } = await find(identity, named);
      await limit(queries, `report:${userId}`, { ...REPORTS, nowMs: Date.now() });
      const row = { kind: 'rifff', jamId, ref, userId, reason, created: Date.now() } as const;
      await writeFor(database, userId, (transaction) =>
        transaction
          .insertInto('jamReports')
          .values({ ...row, isOpen: true })
          .onConflict((conflict) =>
            conflict
              .columns(['kind', 'jamId', 'ref', 'userId'])
              .doUpdateSet({ reason, isOpen: true, created: row.created }),
          )
          .execute(),
      );
      return {};
    },

    /** The rifff is in no history of the caller any more; it can still be asked for by its id. */
    async hide(identity: Identity, named: Named): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id: rifffId } = await find(identity, named);
      await writeFor(database, userId, (transaction) =>
        transaction
          .insertInto('rifffHides')
          .values({ userId, jamId, rifffId, created: Date.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return {};
    },

    async unhide(identity: Identity, named: Named): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id: rifffId } = await find(identity, named);
      await queries
        .deleteFrom('rifffHides')
        .where('userId', '=', userId)
        .where('jamId', '=', jamId)
        .where('rifffId', '=', rifffId)
        .execute();
      return {};
    },

    /** Leaves a tombstone: its place, time and lineage stay, its sound and its shares go. Again: nothing changes. */
    async remove(identity: Identity, named: Named): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id } = await findRemovable(identity, named);
      const nowMs = Date.now();
      const event = await writeFor(database, userId, async (transaction) => {
        await lockJam(database, transaction, jamId);
        const rifff = await findRifff(transaction, jamId, id);
        if (!rifff || rifff.digest === '') return undefined;
        await endShares(transaction, identity, rifff);
        await transaction
          .deleteFrom('rifffLoops')
          .where('jamId', '=', jamId)
          .where('rifffId', '=', id)
          .execute();
        await buryRifffs(transaction, [rifff]);
        await transaction
          .updateTable('jamReports')
          .set({ isOpen: false })
          .where('kind', '=', 'rifff')
          .where('jamId', '=', jamId)
          .where('ref', '=', id)
          .execute();
        return appendEvent(database, transaction, {
          jamId,
          kind: 'rifff-removed',
          ref: id,
          userId,
          nowMs,
        });
      });
      if (event) announcer.announce(jamId, [event]);
      return {};
    },
  };
}
