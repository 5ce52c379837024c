import { ApiError } from '../../../src/data/contract/errors.ts';
import type { HiddenRifff } from '../../../src/data/contract/jams.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { insertOnce, removeRows } from '../../ports/database/rows.ts';
import { storeReport, writeAudit } from '../audit/audit.ts';
import { removeRifff } from '../feed/removeRifff.ts';
import { findReadableRifff, refuseFrozen, withRoles } from '../jams/access.ts';
import { briefRifff } from '../jams/brief.ts';
import { keepsOrder } from '../jams/clubs.ts';
import type { CommitContext } from '../jams/commit.ts';
import { presentReadable } from '../jams/present.ts';
import { findJam, findRifff, keyText, type StoredRifff } from '../jams/repo.ts';
import type { RoomsContext } from './context.ts';

/** Hidden rifffs that are listed. */
const HIDDEN_MAX = 100;
const REPORTS = { max: 30, windowMs: 3_600_000 };

/** A rifff as an address names it: by the short or long id of its jam. */
interface Named {
  readonly id: string;
  readonly rifffId: string;
}

/** What judging needs: as a commit does, and the origin of addresses. */
type JudgingContext = Pick<CommitContext, 'database' | 'announcer'> &
  Pick<RoomsContext, 'publicUrl'>;

/** What people do about a rifff of a jam that should not be there, or that they do not want to see. */
export function judgingService({ database, announcer, publicUrl }: JudgingContext) {
  const { queries } = database;
  const find = (identity: Identity, { id, rifffId }: Named) =>
    findReadableRifff(queries, identity, id, rifffId);

  /** The rifff, and whether a moderator takes it out. They reach it in jams that they may not read, too. */
  async function findRemovable(identity: Identity, named: Named) {
    const isModerator = hasOffice(identity.roles);
    const found = await findJam(queries, named.id);
    const [jam] = await withRoles(queries, identity, found ? [found] : []);
    let rifff: StoredRifff | undefined;
    if (isModerator && jam) rifff = await findRifff(queries, jam.id, named.rifffId);
    else rifff = await find(identity, named);
    if (!rifff || !jam) throw new ApiError('not_found', 'There is no such rifff');
    const isTheirs = rifff.userId === identity.userId || keepsOrder(jam.role);
    if (!isTheirs && !isModerator) {
      throw new ApiError('forbidden', 'Only its author, the owner of the jam and moderators may');
    }
    if (!isModerator) refuseFrozen(jam);
    return { rifff, isDeed: !isTheirs };
  }

  return {
    /** Tells the moderators; again: with the new reason. */
    async report(identity: Identity, named: Named, reason: string): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id: ref } = await find(identity, named);
      await limit(queries, `report:${userId}`, { ...REPORTS, nowMs: Date.now() });
      const row = { kind: 'rifff', jamId, ref, userId, reason, created: Date.now() } as const;
      await writeFor(database, userId, (transaction) => storeReport(transaction, row));
      return {};
    },

    /** The rifff is in no history of the caller any more; it can still be asked for by its id. */
    async hide(identity: Identity, named: Named): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id: rifffId } = await find(identity, named);
      await writeFor(database, userId, (transaction) =>
        insertOnce(transaction, 'rifffHides', { userId, jamId, rifffId, created: Date.now() }),
      );
      return {};
    },

    /** What the caller hid and may still read, the latest first. */
    async hidden(identity: Identity): Promise<{ hidden: HiddenRifff[] }> {
      const rows = await queries
        .selectFrom('rifffHides')
        .innerJoin('jams', 'jams.id', 'rifffHides.jamId')
        .select(['rifffHides.jamId', 'rifffHides.rifffId', 'rifffHides.created', 'jams.name'])
        .where('rifffHides.userId', '=', identity.userId)
        .orderBy('rifffHides.created', 'desc')
        .orderBy('rifffHides.rifffId')
        .limit(HIDDEN_MAX)
        .execute();
      const rifffs = await presentReadable(queries, identity, rows, publicUrl);
      const hidden = rows.flatMap((row) => {
        const rifff = rifffs.get(keyText(row));
        const { jamId, name: jamName, created } = row;
        return rifff ? [{ jamId, jamName, created, rifff: briefRifff(rifff) }] : [];
      });
      return { hidden };
    },

    async unhide(identity: Identity, named: Named): Promise<Record<string, never>> {
      const { userId } = identity;
      const { jamId, id: rifffId } = await find(identity, named);
      await removeRows(queries, 'rifffHides', { userId, jamId, rifffId });
      return {};
    },

    /** Leaves a tombstone: its place, time and lineage stay, its sound and its shares go. Again: nothing changes. */
    async remove(identity: Identity, named: Named): Promise<Record<string, never>> {
      const { userId } = identity;
      const { rifff, isDeed } = await findRemovable(identity, named);
      const event = await writeFor(database, userId, async (transaction) => {
        const removed = await removeRifff(database, transaction, identity, rifff);
        if (removed && isDeed) {
          const reason = 'Removed in its room';
          const about = { action: 'remove-rifff', userId: rifff.userId, reason } as const;
          await writeAudit(transaction, identity, about);
        }
        return removed;
      });
      if (event) announcer.announce(rifff.jamId, [event]);
      return {};
    },
  };
}
