import { ApiError } from '../../../src/data/contract/errors.ts';
import type { ProfileReport } from '../../../src/data/contract/moderation.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { findKnown } from '../../plugins/pupils.ts';
import { requireModerator, writeAudit } from '../audit/audit.ts';
import * as repo from './repo.ts';
import { LIST_MAX } from './service.ts';

/** Shared with the reports of shares and comments. */
const PER_HOUR = { max: 60, windowMs: 3_600_000 };

export type ProfileReportsService = ReturnType<typeof profileReportsService>;

/** Reports of what people show of themselves, and what moderators do about them. */
export function profileReportsService({ database }: Pick<Server, 'database'>) {
  const { queries } = database;
  return {
    /**
     * Reports a profile. Once for each account: another time the words are new, and the report is open again.
     * A block between the two is no hindrance, or who blocks could not be reported.
     * @throws ApiError `not_found`, `bad_request` for one's own
     */
    async report(identity: Identity, name: string, reason: string): Promise<Record<string, never>> {
      const { userId } = identity;
      if (name.toLowerCase() === userId.toLowerCase()) {
        throw new ApiError('bad_request', 'This is your own profile');
      }
      await limit(queries, `report:${userId}`, { ...PER_HOUR, nowMs: Date.now() });
      await writeFor(database, userId, async (transaction) => {
        const person = await repo.findPerson(transaction, name);
        const [known] = person ? await findKnown(transaction, identity, [person]) : [];
        if (!known) throw new ApiError('not_found', 'No one goes by this name');
        const report = { reason, created: Date.now() };
        await repo.putProfileReport(transaction, { personId: known.id, userId, ...report });
      });
      return {};
    },

    async list(identity: Identity): Promise<{ reports: ProfileReport[] }> {
      requireModerator(identity);
      return { reports: await repo.findProfileReports(queries, LIST_MAX) };
    },

    /** Closes the reports of a profile and leaves it. Throws `not_found`. */
    async dismiss(
      identity: Identity,
      name: string,
      reason: string,
    ): Promise<Record<string, never>> {
      requireModerator(identity);
      await database.transaction(async (transaction) => {
        const person = await repo.findPerson(transaction, name);
        if (!person) throw new ApiError('not_found', 'No one goes by this name');
        if (!(await repo.closeProfileReports(transaction, person.id))) return;
        const deed = { action: 'dismiss-profile', userId: person.id, reason } as const;
        await writeAudit(transaction, identity, deed);
      });
      return {};
    },
  };
}
