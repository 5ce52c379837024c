import type { ImportedName } from '../../../src/data/contract/accountOptions.ts';
import {
  DEFAULT_ACCESS,
  DEFAULT_LICENSE,
  LICENSES,
} from '../../../src/data/contract/accountOptions.ts';
import type {
  AccessRights,
  AccountSettings,
  Profile,
} from '../../../src/data/contract/accounts.ts';
import type { Track } from '../../../src/data/contract/uploads.ts';
import type { AccountRules } from '../../accountRules.ts';
import { peopleHtml } from '../../peopleHtml.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { NoticeSettings } from '../people/choices.ts';
import type { StoredAccount } from './repo.ts';

/** What a profile says beside the account itself. */
export type ProfileFacts = Pick<
  Profile,
  'sharedCount' | 'followers' | 'following' | 'isFollowed' | 'bannerShareId'
>;

/** A profile as a reader sees it; `pinnedTrack` is left out of lists. */
export function presentProfile(
  account: StoredAccount,
  facts: ProfileFacts,
  publicUrl: string | undefined,
  pinnedTrack: Track | null = null,
): Profile {
  const { id, displayName, bio, externalLinks, avatarKey, created, isDemo } = account;
  return {
    user_id: id,
    displayName,
    bio: peopleHtml(bio),
    externalLinks: externalLinks as Profile['externalLinks'],
    avatarUrl: avatarKey === null ? null : mediaUrl(avatarKey, publicUrl),
    created,
    isDemo,
    pinnedTrack,
    ...facts,
  };
}

/** A person who came along with an imported jam: a name, and nothing else. */
export const presentImported = (id: string, { name, from }: ImportedName): Profile => ({
  user_id: id,
  displayName: name,
  importedFrom: from,
  bio: '',
  externalLinks: {},
  avatarUrl: null,
  created: 0,
  isDemo: false,
  isImported: true,
  pinnedTrack: null,
  bannerShareId: null,
  sharedCount: 0,
  followers: 0,
  following: 0,
  isFollowed: false,
});

/** What an account decided, for itself alone. */
export function presentSettings(
  account: StoredAccount,
  { confirmsEmail }: Pick<AccountRules, 'confirmsEmail'>,
  { choices, digest }: Pick<NoticeSettings, 'choices' | 'digest'>,
): AccountSettings {
  const { id, email, displayName, termsVersionAccepted, productUpdates } = account;
  const { answerMails = false } = account;
  const awaitsConfirmation = confirmsEmail && account.awaitsConfirmation === true;
  return {
    user_id: id,
    email: email ?? '',
    displayName,
    termsVersionAccepted,
    productUpdates,
    answerMails,
    awaitsConfirmation,
    digest,
    notifications: choices as AccountSettings['notifications'],
  };
}

const PUBLIC_DOMAIN = LICENSES.find(({ slug }) => slug === 'cc0-1.0') ?? LICENSES[0];

/**
 * Who may use what an account makes. `ccLicense` is its Creative Commons licence, or the public-domain one
 * that would be offered first while all rights are reserved.
 */
export function presentAccessRights(account: StoredAccount): AccessRights {
  const license = LICENSES.find(({ slug }) => slug === account.license)?.slug ?? DEFAULT_LICENSE;
  const chosen = LICENSES.find(({ slug }) => slug === license && slug !== DEFAULT_LICENSE);
  return {
    access: (account.access || DEFAULT_ACCESS) as AccessRights['access'],
    license,
    ccLicense: { ...(chosen ?? PUBLIC_DOMAIN) },
    options: LICENSES.map((option) => ({ ...option })),
  };
}
