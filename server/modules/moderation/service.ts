import { ApiError } from '../../../src/data/contract/errors.ts';
import type { AuditEntry, Report } from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import type { AuditRow, ShareRow } from '../../ports/database/schema.ts';
import { lockShare } from '../feed/repo.ts';
import * as repo from './repo.ts';

const LIST_MAX = 200;

export type ModerationService = ReturnType<typeof moderationService>;

/** Does the work on a locked share; answers whether anything changed. */
type Act = (queries: Queries, share: ShareRow) => Promise<boolean>;

/** Throws `forbidden` for whoever is not a moderator, whatever a route let through. */
function requireModerator({ roles }: Identity): void {
  if (roles.includes('moderator') || roles.includes('admin')) return;
  throw new ApiError('forbidden', 'Only moderators may do this');
}

/** What moderators do: every change is written down with its reason in the same transaction. */
export function moderationService({ database }: { readonly database: Database }) {
  const { queries } = database;

  async function act(
    identity: Identity,
    action: AuditRow['action'],
    shareId: string,
    reason: string,
    work: Act,
  ): Promise<Record<string, never>> {
    requireModerator(identity);
    await database.transaction(async (transaction) => {
      const share = await lockShare(transaction, shareId);
      if (!share) throw new ApiError('not_found', 'There is no such shared rifff');
      if (!(await work(transaction, share))) return;
      const moderatorId = identity.userId;
      const entry = { id: newId(), moderatorId, action, shareId, reason, created: Date.now() };
      await repo.insertAudit(transaction, entry);
    });
    return {};
  }

  return {
    /** Open reports, oldest first. */
    async reports(identity: Identity): Promise<{ reports: Report[] }> {
      requireModerator(identity);
      return { reports: await repo.findOpenReports(queries, LIST_MAX) };
    },

    /** Takes a share out of the feed and closes its reports. One that is out stays as it is. */
    remove(identity: Identity, shareId: string, reason: string) {
      return act(identity, 'remove', shareId, reason, async (transaction, share) => {
        await repo.closeReports(transaction, shareId);
        if (!share.isRemoved) await repo.setRemoved(transaction, shareId, true);
        return !share.isRemoved;
      });
    },

    /** Brings a removed share back. One that is there stays as it is. */
    restore(identity: Identity, shareId: string, reason: string) {
      return act(identity, 'restore', shareId, reason, async (transaction, share) => {
        if (share.isRemoved) await repo.setRemoved(transaction, shareId, false);
        return share.isRemoved;
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
      return { entries: await repo.findAudit(queries, LIST_MAX) };
    },
  };
}
