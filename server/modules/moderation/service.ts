import { ApiError } from '../../../src/data/contract/errors.ts';
import type { AuditAction, AuditEntry, Report } from '../../../src/data/contract/sharing.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import { findAudit, requireModerator, writeAudit } from '../audit/audit.ts';
import { lockShare } from '../feed/repo.ts';
import { lockShares } from '../feed/share.ts';
import { findRifff } from '../jams/repo.ts';
import { slotLoopIds } from '../library/present.ts';
import {
  barShare,
  combinationOf,
  findLoopIdentities,
  type LoopIdentity,
  unbar,
} from '../media/barred.ts';
import * as repo from './repo.ts';

/** Lines of a list that moderators see. */
export const LIST_MAX = 200;

export type ModerationService = ReturnType<typeof moderationService>;

/** Does the work on a locked share; answers whether anything changed. */
type Act = (queries: Queries, share: ShareRow) => Promise<boolean>;

/** What moderators do to shares: every change is written down with its reason in the same transaction. */
export function moderationService({ database }: Pick<Server, 'database'>) {
  const { queries } = database;

  async function act(
    identity: Identity,
    action: AuditAction,
    shareId: string,
    reason: string,
    work: Act,
  ): Promise<Record<string, never>> {
    requireModerator(identity);
    await database.transaction(async (transaction) => {
      const found = await findRow(transaction, 'shares', { id: shareId }, ['userId']);
      if (found) await lockShares(database, transaction, found.userId);
      const share = await lockShare(transaction, shareId);
      if (!share) throw new ApiError('not_found', 'There is no such shared rifff');
      if (!(await work(transaction, share))) return;
      await writeAudit(transaction, identity, { action, shareId, reason });
    });
    return {};
  }

  /** The loops of a share's rifff; none where it is gone. */
  async function loopsOf(transaction: Queries, { jamId, rifffId }: ShareRow) {
    const rifff = await findRifff(transaction, jamId, rifffId);
    return findLoopIdentities(transaction, rifff ? slotLoopIds(rifff.doc) : []);
  }

  /** Takes one share out, and remembers what it held. */
  async function takeOut(
    transaction: Queries,
    share: ShareRow,
    loops: readonly LoopIdentity[],
  ): Promise<void> {
    await repo.closeReports(transaction, share.id);
    await repo.setRemoved(transaction, share.id, true);
    await barShare(transaction, share, loops);
  }

  /** Other shares of the same account that are the same again: of the same rifff, or of the same loops together. */
  async function findTwins(
    transaction: Queries,
    share: ShareRow,
    loops: readonly LoopIdentity[],
  ): Promise<{ twin: ShareRow; held: LoopIdentity[] }[]> {
    const combination = combinationOf(loops);
    const hashes = loops.flatMap((loop) => (loop.isUpload ? loop.hashes : []));
    const twins: { twin: ShareRow; held: LoopIdentity[] }[] = [];
    for (const twin of await repo.lockKin(transaction, share, hashes)) {
      const held = await loopsOf(transaction, twin);
      const isSame = twin.jamId === share.jamId && twin.rifffId === share.rifffId;
      const isAgain = combination !== undefined && combinationOf(held) === combination;
      if (isSame || isAgain) twins.push({ twin, held });
    }
    return twins;
  }

  return {
    /** Open reports, oldest first. */
    async reports(identity: Identity): Promise<{ reports: Report[] }> {
      requireModerator(identity);
      return { reports: await repo.findOpenReports(queries, LIST_MAX) };
    },

    /**
     * Takes a share out with its twins, closes their reports, and bars what it held (`media/barred.ts`). One that is
     * out stays as it is.
     */
    remove(identity: Identity, shareId: string, reason: string) {
      return act(identity, 'remove', shareId, reason, async (transaction, share) => {
        await repo.closeReports(transaction, shareId);
        if (share.isRemoved) return false;
        const loops = await loopsOf(transaction, share);
        for (const { twin, held } of await findTwins(transaction, share, loops)) {
          await takeOut(transaction, twin, held);
          await writeAudit(transaction, identity, { action: 'remove', shareId: twin.id, reason });
        }
        await takeOut(transaction, share, loops);
        return true;
      });
    },

    /** Brings a removed share back, and lets what it held be shared again. One that is there stays as it is. */
    restore(identity: Identity, shareId: string, reason: string) {
      return act(identity, 'restore', shareId, reason, async (transaction, share) => {
        if (!share.isRemoved) return false;
        await repo.setRemoved(transaction, shareId, false);
        await unbar(transaction, shareId);
        return true;
      });
    },

    /** Closes the reports of a share and leaves it. */
    dismiss(identity: Identity, shareId: string, reason: string) {
      return act(identity, 'dismiss', shareId, reason, (transaction) =>
        repo.closeReports(transaction, shareId),
      );
    },

    /** What moderators did, newest first. */
    async audit(identity: Identity): Promise<{ entries: AuditEntry[] }> {
      requireModerator(identity);
      return { entries: await findAudit(queries, LIST_MAX) };
    },
  };
}
