import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { AccountsContext } from '../auth/context.ts';
import { checkOwnPassword } from '../auth/passwordCalls.ts';
import { endAllSessions, lockAccount } from '../auth/sessions.ts';
import * as feed from '../feed/ownership.ts';
import * as jams from '../jams/ownership.ts';
import { removeUnused } from '../media/content.ts';
import * as moderation from '../moderation/ownership.ts';
import * as uploads from '../uploads/ownership.ts';
import { presentAccessRights, presentProfile, presentSettings } from './present.ts';
import * as repo from './repo.ts';

export type BelongingsService = ReturnType<typeof belongingsService>;

/** Taking everything along, and leaving. Both are about the caller's own account. */
export function belongingsService(context: AccountsContext & { blobs: BlobStore }) {
  const { database, blobs } = context;

  return {
    /** Everything that the account owns; no secrets. */
    async export({ userId }: Identity): Promise<Record<string, unknown>> {
      const { queries } = database;
      const account = await repo.findAccount(queries, userId);
      if (!account) throw new ApiError('unauthorised', 'This account is gone');
      const shares = await repo.countShares(queries, [userId]);
      const { access, license } = presentAccessRights(account);
      const { client, referralId } = account;
      return {
        exported: Date.now(),
        profile: presentProfile(account, shares.get(userId) ?? 0),
        settings: presentSettings(account, context.settings.accounts),
        accessRights: { access, license },
        signup: { client, referralId },
        sessions: await repo.findSessions(queries, userId),
        jams: await jams.exportOwned(queries, userId),
        feed: await feed.exportOwned(queries, userId),
        uploads: await uploads.exportOwned(queries, userId),
        moderation: await moderation.exportOwned(queries, userId),
      };
    },

    /**
     * Deletes the account of a caller who repeats the password. What others built on keeps its lineage; the
     * name is never issued again. Throws a `ValidationFailure` of `password`.
     */
    async delete(identity: Identity, password: string): Promise<Record<string, never>> {
      const { userId } = await checkOwnPassword(context, identity, { field: 'password', password });
      const content = await database.transaction(async (queries) => {
        await lockAccount(database, queries, userId);
        const avatar = await repo.findAvatar(queries, userId);
        const nowMs = Date.now();
        // What the feed shows of rifffs is found by the rifffs, so it goes before them.
        await feed.removeOwned(queries, userId, nowMs);
        await jams.removeOwned(queries, userId, nowMs);
        const sounds = await uploads.removeOwned(queries, userId);
        await moderation.removeOwned(queries, userId);
        await endAllSessions(queries, userId);
        await repo.deleteAvatar(queries, userId);
        await repo.eraseAccount(queries, userId);
        return avatar ? [avatar.hash, ...sounds] : sounds;
      });
      for (const hash of content) await removeUnused({ database, blobs }, hash);
      return {};
    },
  };
}
