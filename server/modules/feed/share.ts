import type { Transaction } from 'kysely';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { ShareBodySchema, ShareSource } from '../../../src/data/contract/sharing.ts';
import type { AccountRules } from '../../accountRules.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { requireConfirmed } from '../../plugins/accounts.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { Schema, ShareRow } from '../../ports/database/schema.ts';
import { findReadableRifff } from '../jams/access.ts';
import { requirePublishable } from '../jams/importedRights.ts';
import { slotLoopIds } from '../library/present.ts';
import { findLoopIdentities, isShareBarred } from '../media/barred.ts';
import { copyLook } from './lookCopies.ts';
import { removeShares } from './removeShares.ts';
import * as repo from './repo.ts';
import { findLookKey } from './shareLooks.ts';
import type { ShowLooks, ShownLooks } from './shownLooks.ts';

/** Shares of one account; more come back with the seconds to wait. */
const SHARES = { max: 120, windowMs: 3_600_000 };

/** What may not be seen is not there. */
export const noShare = () => new ApiError('not_found', 'There is no such shared rifff');

/** True for readers who may see what was removed, and why. */
export function seesRemoved(reader: Identity | null, share: Pick<ShareRow, 'userId'>): boolean {
  if (!reader) return false;
  return hasOffice(reader.roles) || reader.userId === share.userId;
}

/** Locks a share that is there for everyone with its address. Throws `not_found`. */
export async function lockVisibleShare(queries: Queries, id: string): Promise<ShareRow> {
  const share = await repo.lockShare(queries, id);
  if (!share || share.isRemoved || (await repo.isLeaving(queries, share.userId))) throw noShare();
  return share;
}

/** Inside a transaction: an account shares, and moderators remove what it shared, one after the other. */
export async function lockShares(
  database: Database,
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> {
  await database.lock(transaction, `shares:${userId}`);
}

/** Throws `conflict` where a moderator removed a share of the same rifff. */
async function refuseRemoved(queries: Queries, share: ShareRow): Promise<void> {
  if (!(await repo.wasRemoved(queries, share))) return;
  throw new ApiError('conflict', 'A moderator removed this rifff from the feed');
}

/** Putting rifffs into the feed and taking them back. */
export function shareCalls(
  database: Database,
  rules: Pick<AccountRules, 'confirmsEmail'>,
  shownLooks: ShownLooks,
) {
  const { queries } = database;

  /** Why a share cannot be stored: it is there already, or something is in its way. */
  async function answerTaken(share: ShareRow, lookKey: string | null): Promise<{ id: string }> {
    const same = await repo.findShare(queries, share.id);
    if (!same) {
      throw new ApiError('conflict', 'You have shared this rifff already');
    }
    const isAgain =
      same.userId === share.userId &&
      same.jamId === share.jamId &&
      same.rifffId === share.rifffId &&
      same.title === share.title &&
      same.isPrivate === share.isPrivate &&
      same.source === share.source &&
      (await findLookKey(queries, share.id)) === lookKey;
    if (!isAgain) throw new ApiError('conflict', 'This share id stands for something else');
    return { id: share.id };
  }

  return {
    /**
     * Shares a rifff that the account may read and that it made or that stands in a jam of its own.
     * The same share again changes nothing. Throws `not_found`, also for its look, `bad_request` for a look that may not be
     * shown, `forbidden` or `conflict`.
     * @param source what it was made with, known by the server; null for the editor
     */
    async share(
      identity: Identity,
      body: z.output<typeof ShareBodySchema>,
      source: ShareSource | null = null,
    ): Promise<{ id: string }> {
      const rifff = await findReadableRifff(queries, identity, body.jamId, body.rifffId);
      const jam = await repo.findSharing(queries, rifff.jamId);
      if (jam?.classId)
        throw new ApiError('forbidden', 'What is made in a class stays in the class');
      if (rifff.userId !== identity.userId && jam?.ownerId !== identity.userId) {
        throw new ApiError('forbidden', 'Only its maker or the owner of its jam may share a rifff');
      }
      const share: ShareRow = {
        id: body.shareId,
        jamId: rifff.jamId,
        rifffId: rifff.id,
        userId: identity.userId,
        title: body.title,
        isPrivate: body.private,
        created: Date.now(),
        likeCount: 0,
        commentCount: 0,
        source,
        isRemoved: false,
      };
      const lookKey = body.look ?? null;
      if (await repo.findShare(queries, share.id)) return answerTaken(share, lookKey);
      await requirePublishable(queries, rifff);
      await refuseRemoved(queries, share);
      // What goes by its link alone is shown only to people who were given the link.
      if (!share.isPrivate) await requireConfirmed(queries, rules, identity.userId);
      await limit(queries, `share:${identity.userId}`, { ...SHARES, nowMs: Date.now() });
      const loops = await findLoopIdentities(queries, slotLoopIds(rifff.doc));
      const store = async (transaction: Transaction<Schema>, show: ShowLooks) => {
        // In turn with a moderator who removes a share of the same account.
        await lockShares(database, transaction, identity.userId);
        await refuseRemoved(transaction, share);
        if (await isShareBarred(transaction, identity.userId, loops)) {
          throw new ApiError(
            'forbidden',
            'A moderator took these loops out of the feed: a rifff with them cannot be shared',
          );
        }
        const look = lookKey === null ? null : await copyLook(transaction, identity, lookKey);
        if (look?.document) show([JSON.parse(look.document)]);
        const isNew = await repo.insertShare(transaction, share);
        if (isNew && look)
          await insertRows(transaction, 'shareLooks', { shareId: share.id, ...look });
        return isNew;
      };
      const isStored = await shownLooks.showing(identity.userId, (show) =>
        writeFor(database, identity.userId, (transaction) => store(transaction, show)),
      );
      return isStored ? { id: share.id } : answerTaken(share, lookKey);
    },

    /** Takes a share back, with its likes; the rifff stays. Throws `not_found` or `forbidden`. */
    async unshare(identity: Identity, id: string): Promise<Record<string, never>> {
      await database.transaction(async (transaction) => {
        const share = await repo.lockShare(transaction, id);
        if (!share || (share.isRemoved && !seesRemoved(identity, share))) throw noShare();
        if (share.userId !== identity.userId) {
          throw new ApiError('forbidden', 'Only the person who shared it may take it back');
        }
        if (share.isRemoved) {
          throw new ApiError('forbidden', 'A moderator removed this; it cannot be taken back');
        }
        await removeShares(transaction, [id]);
      });
      return {};
    },
  };
}
