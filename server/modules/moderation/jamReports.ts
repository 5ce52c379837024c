import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamReport, Reported } from '../../../src/data/contract/moderation.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import type { Attachment } from '../chat/present.ts';
import { removeMessage } from '../chat/remove.ts';
import { findMessage } from '../chat/repo.ts';
import { findRifff } from '../jams/repo.ts';
import type { Stores } from '../media/content.ts';
import { requireModerator, writeAudit } from './audit.ts';

const LIST_MAX = 200;

export interface JamReportsContext extends Stores {
  readonly announcer: Announcer;
}

export type JamReportsService = ReturnType<typeof jamReportsService>;

/** Writes down that a moderator deleted a message in the room itself, where no reason is asked for. */
export async function noteDeed(
  transaction: Queries,
  moderator: Identity,
  userId: string,
): Promise<void> {
  const reason = 'Deleted in its room';
  await writeAudit(transaction, moderator, { action: 'remove-message', userId, reason });
}

/** Open reports, oldest first; who left is not named. */
async function findReports(queries: Queries): Promise<JamReport[]> {
  const rows = await queries
    .selectFrom('jamReports')
    .leftJoin('jams', 'jams.id', 'jamReports.jamId')
    .leftJoin('messages', (join) =>
      join.onRef('messages.id', '=', 'jamReports.ref').on('jamReports.kind', '=', 'message'),
    )
    .leftJoin('rifffs', (join) =>
      join
        .onRef('rifffs.id', '=', 'jamReports.ref')
        .onRef('rifffs.jamId', '=', 'jamReports.jamId')
        .on('jamReports.kind', '=', 'rifff'),
    )
    .leftJoin('accounts as reporters', (join) =>
      join.onRef('reporters.id', '=', 'jamReports.userId').on('reporters.isDeleted', '=', false),
    )
    .select(['jamReports.jamId', 'jamReports.kind', 'jamReports.ref'])
    .select(['jamReports.reason', 'jamReports.created'])
    .select(['jams.name as jamName', 'reporters.id as reporter'])
    .select(['messages.userId as author', 'messages.html', 'messages.attachments'])
    .select('rifffs.userId as maker')
    .where('jamReports.isOpen', '=', true)
    .orderBy('jamReports.created')
    .orderBy('jamReports.ref')
    .limit(LIST_MAX)
    .execute();
  return rows.map(({ jamId, kind, ref, reason, created, jamName, reporter, ...row }) => ({
    ...{ jamId, kind, ref, reason, created },
    jamName: jamName ?? '',
    reporter: reporter ?? '',
    user: row.author ?? row.maker ?? '',
    message: row.html ?? '',
    files: ((row.attachments ?? []) as readonly Attachment[]).map((one) => ({
      url: `/media/${one.key}`,
      isSound: 'durationSec' in one,
    })),
  }));
}

/** Closes the open reports of something; true when there were any. */
async function closeReports(queries: Queries, { jamId, kind, ref }: Reported): Promise<boolean> {
  const rows = await queries
    .updateTable('jamReports')
    .set({ isOpen: false })
    .where('kind', '=', kind)
    .where('jamId', '=', jamId)
    .where('ref', '=', ref)
    .where('isOpen', '=', true)
    .returning('ref')
    .execute();
  return rows.length > 0;
}

/** What moderators do about messages and rifffs that were reported in jams, whether or not they may read those. */
export function jamReportsService(context: JamReportsContext) {
  const { database, announcer } = context;
  const { queries } = database;

  /** Whose it is. Throws `not_found`. */
  async function findAuthor({ jamId, kind, ref }: Reported): Promise<string> {
    const found =
      kind === 'message' ? await findMessage(queries, ref) : await findRifff(queries, jamId, ref);
    if (found?.jamId !== jamId) throw new ApiError('not_found', 'There is nothing of that kind');
    return found.userId;
  }

  return {
    async list(identity: Identity): Promise<{ reports: JamReport[] }> {
      requireModerator(identity);
      return { reports: await findReports(queries) };
    },

    /** Deletes a message for good. A rifff is removed in its jam. Throws `not_found`. */
    async remove(identity: Identity, at: Reported, reason: string): Promise<Record<string, never>> {
      requireModerator(identity);
      const userId = await findAuthor(at);
      if (at.kind === 'rifff') {
        throw new ApiError('bad_request', 'kind: a rifff is removed in its jam');
      }
      const message = { id: at.ref, jamId: at.jamId };
      const event = await removeMessage(context, identity, message, (transaction) =>
        writeAudit(transaction, identity, { action: 'remove-message', userId, reason }),
      );
      if (event) announcer.announce(at.jamId, [event]);
      return {};
    },

    /** Closes the reports of something and leaves it. Throws `not_found`. */
    async dismiss(
      identity: Identity,
      at: Reported,
      reason: string,
    ): Promise<Record<string, never>> {
      requireModerator(identity);
      const userId = await findAuthor(at);
      const action = at.kind === 'message' ? 'dismiss-message' : 'dismiss-rifff';
      await database.transaction(async (transaction) => {
        if (!(await closeReports(transaction, at))) return;
        await writeAudit(transaction, identity, { action, userId, reason });
      });
      return {};
    },
  };
}
