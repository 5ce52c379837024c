import type { Transaction } from 'kysely';
import type * as z from 'zod';
import type {
  AccessRights,
  AccessRightsBodySchema,
  AccountSettings,
  Profile,
  ProfileBodySchema,
  SettingsBodySchema,
} from '../../../src/data/contract/accounts.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { isOfficialName } from '../../../src/data/contract/reservedNames.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { findKnown } from '../../plugins/pupils.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import { givenOf, ValidationFailure } from '../../plugins/validation.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { AccountsContext } from '../auth/context.ts';
import { claimName } from '../auth/names.ts';
import { foldUserId } from '../auth/repo.ts';
import { lockJam } from '../jams/events.ts';
import { findImportedNames } from '../jams/importedNames.ts';
import { requireOpenable } from '../jams/importedRights.ts';
import { renamePersonalJam } from '../jams/personalJam.ts';
import { changeNoticeSettings, readNoticeSettings } from '../people/choices.ts';
import { indexJams, indexPeople } from '../searchIndex/indexing.ts';
import { createPictureMaker } from '../uploads/pictures.ts';
import { requireSpace } from '../uploads/quota.ts';
import { findPinned } from '../uploads/repo.ts';
import { presentTrack } from '../uploads/tracks.ts';
import { removeAvatar, storeAvatar } from './avatars.ts';
import {
  presentAccessRights,
  presentImported,
  presentProfile,
  presentSettings,
} from './present.ts';
import { findProfileFacts } from './profileFacts.ts';
import * as repo from './repo.ts';

const HOUR_MS = 3_600_000;
const PICTURES = { max: 30, windowMs: HOUR_MS };

const LOOKS_TAKEN =
  'Another person goes by this name, or by one that looks like it: choose another';
const OFFICIAL = 'This name is kept for the people who run this server: choose another';

/** Throws a `ValidationFailure` where a name speaks for the house and the account may not. */
function refuseOfficial({ roles }: Identity, displayName: string): void {
  const isOffice = roles.includes('admin') || roles.includes('moderator');
  if (!isOffice && isOfficialName(displayName)) {
    throw new ValidationFailure({ displayName: OFFICIAL });
  }
}

/**
 * Inside a transaction: gives an account another name to be shown by. Throws a `ValidationFailure`. @returns did it
 * change?
 */
async function rename(
  transaction: Transaction<Schema>,
  identity: Identity,
  displayName: string,
): Promise<boolean> {
  const { userId } = identity;
  if (displayName === identity.displayName) return false;
  refuseOfficial(identity, displayName);
  // One that looks like an own name may always be taken, and one that looks like another's never.
  if (!(await claimName(transaction, { userId, displayName }))) {
    throw new ValidationFailure({ displayName: LOOKS_TAKEN });
  }
  await repo.updateAccount(transaction, userId, { displayName });
  await indexPeople(transaction, [userId]);
  await renamePersonalJam(transaction, { userId, displayName });
  return true;
}

export type AccountsService = ReturnType<typeof accountsService>;

/** Profiles, which anyone may read, and what an account decides about itself. */
export function accountsService(
  context: AccountsContext & Pick<Server, 'blobs' | 'publicUrl'> & { jobs: ChildJobs },
) {
  const { database, blobs, jobs, announcer, publicUrl } = context;
  const { accounts: rules } = context.settings;
  const { queries } = database;
  const pictures = createPictureMaker(jobs);

  /** The caller's own account. It cannot be missing: the session was checked a moment ago. */
  async function own({ userId }: Identity): Promise<repo.StoredAccount> {
    const account = await repo.findAccount(queries, userId);
    if (!account) throw new ApiError('unauthorised', 'This account is gone');
    return account;
  }

  async function profile(userId: string, reader: Identity | null = null): Promise<Profile> {
    const account = await repo.findAccount(queries, userId);
    const [known] = account ? await findKnown(queries, reader, [account]) : [];
    if (!account || !known) throw new ApiError('not_found', 'No one goes by this name');
    const [facts, pinned] = await Promise.all([
      findProfileFacts(queries, [account], reader?.userId),
      findPinned(queries, account.id),
    ]);
    return presentProfile(
      account,
      facts(account.id),
      publicUrl,
      pinned && presentTrack(pinned, publicUrl),
    );
  }

  const presentOwnSettings = async (identity: Identity): Promise<AccountSettings> =>
    presentSettings(await own(identity), rules, await readNoticeSettings(queries, identity.userId));

  return {
    /** Open to everyone who may know the account; the name in any case. Throws `not_found`. */
    profile,

    /**
     * Open to everyone: in the order asked, each once, without names that are not known. Those who came along with an
     * imported jam stand behind them by their names there.
     */
    async profiles(
      reader: Identity | null,
      userIds: readonly string[],
    ): Promise<{ profiles: Profile[] }> {
      const wanted = [...new Set(userIds.map(foldUserId))];
      const found = await repo.findAccounts(queries, wanted);
      const all = wanted.flatMap((folded) => found.get(folded) ?? []);
      const accounts = await findKnown(queries, reader, all);
      const facts = await findProfileFacts(queries, accounts, reader?.userId);
      const profiles = accounts.map((row) => presentProfile(row, facts(row.id), publicUrl));
      const imported = await findImportedNames(queries, userIds);
      return {
        profiles: [...profiles, ...[...imported].map(([id, name]) => presentImported(id, name))],
      };
    },

    async changeProfile(
      identity: Identity,
      { bio, externalLinks, displayName, bannerShareId }: z.output<typeof ProfileBodySchema>,
    ): Promise<Profile> {
      const { userId } = identity;
      const links = Object.entries(externalLinks).filter(([, address]) => address);
      const changes = { bio, externalLinks: JSON.stringify(Object.fromEntries(links)) };
      const isRenamed = await writeFor(database, userId, async (transaction) => {
        if (bannerShareId && !(await repo.isPublicShareOf(transaction, userId, bannerShareId))) {
          throw new ValidationFailure({ bannerShareId: 'is no public share of yours' });
        }
        const banner = bannerShareId === undefined ? {} : { bannerShareId };
        await repo.updateAccount(transaction, userId, { ...changes, ...banner });
        return displayName !== undefined && (await rename(transaction, identity, displayName));
      });
      if (isRenamed) announcer.recheck(userId);
      return profile(userId, identity);
    },

    /** Gives the caller another name to be shown by; the user name stays. Throws a `ValidationFailure`. */
    async changeDisplayName(identity: Identity, displayName: string): Promise<void> {
      const { userId } = identity;
      const isRenamed = await writeFor(database, userId, (transaction) =>
        rename(transaction, identity, displayName),
      );
      if (isRenamed) announcer.recheck(userId);
    },

    async settings(identity: Identity): Promise<AccountSettings> {
      return presentOwnSettings(identity);
    },

    async changeSettings(
      identity: Identity,
      { settings }: z.output<typeof SettingsBodySchema>,
    ): Promise<AccountSettings> {
      const { termsVersionAccepted, productUpdates, answerMails, notifications, digest } = settings;
      await writeFor(database, identity.userId, async (transaction) => {
        await changeNoticeSettings(transaction, identity.userId, { notifications, digest });
        const given = givenOf({ termsVersionAccepted, productUpdates, answerMails });
        await repo.updateAccount(transaction, identity.userId, given);
      });
      return presentOwnSettings(identity);
    },

    async accessRights(identity: Identity): Promise<AccessRights> {
      return presentAccessRights(await own(identity));
    },

    async changeAccessRights(
      identity: Identity,
      { access, license }: z.output<typeof AccessRightsBodySchema>,
    ): Promise<AccessRights> {
      const { userId } = identity;
      await writeFor(database, userId, async (transaction) => {
        if (access !== 'none') {
          await lockJam(database, transaction, userId);
          await requireOpenable(transaction, userId);
        }
        await repo.updateAccount(transaction, userId, { access, license });
        // A personal jam is open while what its owner keeps is.
        await indexJams(transaction, [userId]);
      });
      return presentAccessRights(await own(identity));
    },

    /** Counts a picture before its bytes are read. Throws `too_many_requests`. */
    async beforePicture({ userId }: Identity): Promise<void> {
      await limit(queries, `avatar:${userId}`, { ...PICTURES, nowMs: Date.now() });
    },

    /** Makes the picture of the caller's account of a file; returns its address. */
    async changePicture({ userId }: Identity, file: Buffer): Promise<{ avatarUrl: string }> {
      const picture = await pictures.square(userId, file);
      const key = await storeAvatar({ database, blobs }, userId, picture, (transaction) =>
        requireSpace(transaction, rules, userId),
      );
      return { avatarUrl: mediaUrl(key, publicUrl) };
    },

    async removePicture({ userId }: Identity): Promise<Profile> {
      await removeAvatar({ database, blobs }, userId);
      return profile(userId);
    },
  };
}
