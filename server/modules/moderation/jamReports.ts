import { ApiError } from '../../../src/data/contract/errors.ts';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { JamReport, Reported } from '../../../src/data/contract/moderation.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Stores } from '../../kernel/content.ts';
import type { Events } from '../../kernel/events.ts';
import { peopleHtml } from '../../peopleHtml.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, hasRow, updateRows } from '../../ports/database/rows.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import type { Settings } from '../../settings.ts';
import { requireModerator, writeAudit } from '../audit/audit.ts';
import type { Attachment } from '../chat/present.ts';
import { removeMessage } from '../chat/remove.ts';
import { findMessage } from '../chat/repo.ts';
import { takeComment } from '../feed/comments.ts';
import { findComment } from '../feed/commentsRepo.ts';
import { removeRifff } from '../feed/removeRifff.ts';
import { findShare, lockShare } from '../feed/repo.ts';
import { presentByKey } from '../jams/present.ts';
import { findRifff, findRifffs, keyText } from '../jams/repo.ts';
import { findLookMaker, takeOutLook } from '../looks/takeOut.ts';

const LIST_MAX = 200;

export interface JamReportsContext extends Stores {
  readonly announcer: Announcer;
  readonly settings: Pick<Settings, 'publicUrl'>;
  readonly events: Events;
  /** Takes a club out at once; `note` is stored with it. Again: nothing. */
  takeOutClub(
    moderator: Identity,
    clubId: string,
    note: (transaction: Queries, ownerId: string) => Promise<void>,
  ): Promise<void>;
}

export type JamReportsService = ReturnType<typeof jamReportsService>;

/** The rifffs that these reports are about, by `keyText`; tombstones are left out. */
async function findReported(
  queries: Queries,
  reports: readonly Reported[],
  publicUrl: string | undefined,
): Promise<Map<string, Rifff>> {
  const keys = reports.flatMap(({ jamId, kind, ref }) =>
    kind === 'rifff' ? [{ jamId, rifffId: ref }] : [],
  );
  return presentByKey(queries, null, await findRifffs(queries, keys), publicUrl);
}

/** Open reports, oldest first; who left is not named. */
async function findReports(queries: Queries, publicUrl: string | undefined): Promise<JamReport[]> {
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
    .leftJoin('comments', (join) =>
      join.onRef('comments.id', '=', 'jamReports.ref').on('jamReports.kind', '=', 'comment'),
    )
    .leftJoin('clubs', (join) =>
      join.onRef('clubs.id', '=', 'jamReports.ref').on('jamReports.kind', '=', 'club'),
    )
    .leftJoin('looks', (join) =>
      join.onRef('looks.id', '=', 'jamReports.ref').on('jamReports.kind', '=', 'look'),
    )
    .leftJoin('accounts as reporters', (join) =>
      join.onRef('reporters.id', '=', 'jamReports.userId').on('reporters.isDeleted', '=', false),
    )
    .select(['jamReports.jamId', 'jamReports.kind', 'jamReports.ref'])
    .select(['jamReports.reason', 'jamReports.created'])
    .select(['jams.name as jamName', 'reporters.id as reporter'])
    .select(['messages.userId as author', 'messages.html', 'messages.attachments'])
    .select('rifffs.userId as maker')
    .select(['comments.userId as commenter', 'comments.text', 'comments.shareId'])
    .select(['clubs.ownerId', 'clubs.name as clubName', 'clubs.description'])
    .select(['looks.ownerId as lookOwner', 'looks.document'])
    .where('jamReports.isOpen', '=', true)
    .orderBy('jamReports.created')
    .orderBy('jamReports.ref')
    .limit(LIST_MAX)
    .execute();
  const rifffs = await findReported(queries, rows, publicUrl);
  return rows.map(({ jamId, kind, ref, reason, created, jamName, reporter, ...row }) => {
    const look = row.document as LookDocument | null;
    return {
      jamId,
      kind,
      ref,
      reason,
      created,
      rifff: kind === 'rifff' ? (rifffs.get(keyText({ jamId, rifffId: ref })) ?? null) : null,
      look,
      jamName: look?.name ?? jamName ?? row.clubName ?? '',
      reporter: reporter ?? '',
      shareId: row.shareId ?? '',
      user: row.author ?? row.maker ?? row.commenter ?? row.ownerId ?? row.lookOwner ?? '',
      message: row.html ?? peopleHtml(row.text ?? row.description ?? ''),
      files: ((row.attachments ?? []) as readonly Attachment[]).map((one) => ({
        url: mediaUrl(one.key, publicUrl),
        isSound: 'durationSec' in one,
      })),
    };
  });
}

/** Closes the open reports of something; true when there were any. */
async function closeReports(queries: Queries, { jamId, kind, ref }: Reported): Promise<boolean> {
  const open = { kind, jamId, ref, isOpen: true };
  return (await updateRows(queries, 'jamReports', open, { isOpen: false })) > 0;
}

/** What moderators do about messages and rifffs that were reported in jams, whether or not they may read those. */
export function jamReportsService(context: JamReportsContext) {
  const { database, announcer } = context;
  const { queries } = database;
  const { publicUrl } = context.settings;

  /** A comment on a rifff that is shared, as something of its jam. */
  async function findCommentInJam(ref: string) {
    const comment = await findComment(queries, ref);
    const share = comment && (await findShare(queries, comment.shareId));
    return share && { jamId: share.jamId, userId: comment.userId };
  }

  async function findClub(id: string) {
    const row = await findRow(queries, 'clubs', { id }, ['ownerId']);
    return row && { jamId: id, userId: row.ownerId };
  }

  /** A look; one that is gone as long as a jam has a copy, or a report of it is open. */
  async function findLook(id: string) {
    const userId = await findLookMaker(queries, id);
    const about = { kind: 'look', ref: id, isOpen: true } as const;
    if (userId === undefined && !(await hasRow(queries, 'jamReports', about))) return undefined;
    return { jamId: id, userId: userId ?? '' };
  }

  /** Whose it is. Throws `not_found`. */
  async function findAuthor({ jamId, kind, ref }: Reported): Promise<string> {
    const find = {
      message: () => findMessage(queries, ref),
      rifff: () => findRifff(queries, jamId, ref),
      comment: () => findCommentInJam(ref),
      club: () => findClub(ref),
      look: () => findLook(ref),
    };
    const found = await find[kind]();
    if (found?.jamId !== jamId) throw new ApiError('not_found', 'There is nothing of that kind');
    return found.userId;
  }

  async function removeComment(
    identity: Identity,
    id: string,
    reason: string,
  ): Promise<Record<string, never>> {
    await writeFor(database, identity.userId, async (transaction) => {
      const found = await findComment(transaction, id);
      const share = found && (await lockShare(transaction, found.shareId));
      // Another may have taken it away before the lock was ours.
      const comment = await findComment(transaction, id);
      if (!share || !comment) return;
      await takeComment(transaction, share, comment, Date.now());
      await context.events.within(transaction, 'commentRemoved', { commentId: id });
      const { userId } = comment;
      await writeAudit(transaction, identity, { action: 'remove-comment', userId, reason });
    });
    return {};
  }

  return {
    async list(identity: Identity): Promise<{ reports: JamReport[] }> {
      requireModerator(identity);
      return { reports: await findReports(queries, publicUrl) };
    },

    /** Deletes a message for good, leaves a tombstone of a rifff, or takes a club or look out. Throws `not_found`. */
    async remove(identity: Identity, at: Reported, reason: string): Promise<Record<string, never>> {
      requireModerator(identity);
      const userId = await findAuthor(at);
      const { jamId, kind, ref: id } = at;
      if (kind === 'comment') return removeComment(identity, id, reason);
      if (kind === 'look') {
        await takeOutLook(context, identity, id, reason);
        return {};
      }
      if (kind === 'club') {
        await context.takeOutClub(identity, id, async (transaction, ownerId) => {
          await closeReports(transaction, at);
          const about = { action: 'remove-club', userId: ownerId, reason } as const;
          await writeAudit(transaction, identity, about);
        });
        return {};
      }
      const action = kind === 'message' ? 'remove-message' : 'remove-rifff';
      const note = (transaction: Queries) =>
        writeAudit(transaction, identity, { action, userId, reason });
      const event =
        kind === 'message'
          ? await removeMessage(context, identity, { id, jamId }, note)
          : await writeFor(database, identity.userId, async (transaction) => {
              const removed = await removeRifff(database, transaction, identity, { jamId, id });
              if (removed) await note(transaction);
              return removed;
            });
      if (event) announcer.announce(jamId, [event]);
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
      const action = `dismiss-${at.kind}` as const;
      await database.transaction(async (transaction) => {
        if (!(await closeReports(transaction, at))) return;
        await writeAudit(transaction, identity, { action, userId, reason });
      });
      return {};
    },
  };
}
