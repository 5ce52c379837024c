/** Rows of accounts, and of signing in. */
import { DEFAULT_ACCESS, DEFAULT_LICENSE } from '../../../src/data/contract/accountOptions.ts';
import type { SignInWay } from '../../../src/data/contract/factors.ts';
import type { ProviderIntent } from '../../../src/data/contract/providers.ts';
import type { JsonColumn } from './schemaJams.ts';

/** A new account that has no password and no address, so that there is no signing in to it. */
export const EMPTY_ACCOUNT = {
  email: null,
  emailFolded: null,
  passwordHash: null,
  isDemo: false,
  isDeleted: false,
  termsVersionAccepted: 0,
  productUpdates: false,
  bio: '',
  externalLinks: '{}',
  avatarKey: null,
  access: DEFAULT_ACCESS,
  license: DEFAULT_LICENSE,
  referralId: null,
};

/** One accounts row. `id` is the `user_id`: it never changes and is never issued again. */
export interface AccountRow {
  id: string;
  /** Lower case: names differ by more than their case. */
  idFolded: string;
  displayName: string;
  /** Null once the account is deleted, and for demo accounts. */
  email: string | null;
  emailFolded: string | null;
  /** argon2id in PHC form; null: there is no signing in by a password. */
  passwordHash: string | null;
  created: number;
  isDemo: boolean;
  /** A deleted account keeps its row, so that its name is not issued again. */
  isDeleted: boolean;
  termsVersionAccepted: number;
  productUpdates: boolean;
  bio: string;
  /** `ExternalLinks` of the contract. */
  externalLinks: JsonColumn;
  /** Key of the picture in `/media`, or null for initials. */
  avatarKey: string | null;
  access: string;
  license: string;
  /** The jam that a guest came to; null for everybody with an account of their own. */
  guestOf?: string | null;
  /** The class of a pupil; null for everybody else. */
  classId?: string | null;
  /** Wants a mail when a person answers; false where it is left out. */
  answerMails?: boolean;
  /** Who sent them and from where, as they signed up. */
  client: string;
  referralId: string | null;
  /** Signed up where addresses are confirmed, and has not opened the link of the mail yet. */
  awaitsConfirmation?: boolean;
  /** The share whose rings are the banner of the profile; null for the latest. */
  bannerShareId?: string | null;
  /** Has a passkey or time codes, so that a password is not enough; false where it is left out. */
  hasSecondFactor?: boolean;
}

/** One codes row: it lets people in or gives them something, as often and as long as it is for. */
export interface CodeRow {
  /** Folded: upper case without dashes. Of a run: the SHA-256 of that, in hex. */
  code: string;
  /** `join` and `stage` are codes of a jam, `run` gives a run of the arcade to the account that brings it first. */
  kind: 'join' | 'stage' | 'club' | 'invitation' | 'gift' | 'run';
  /** Id of the jam, club, product or run; empty for an invitation. */
  target: string;
  /** Months of plus that a gift gives; null for good. */
  months: number | null;
  /** For those who manage the codes alone. */
  note: string;
  createdBy: string;
  created: number;
  expires: number | null;
  maxUses: number | null;
  used: number;
  isEnded: boolean;
}

/** One sessions row. Token and password of the credential are stored as SHA-256 only. */
export interface SessionRow {
  tokenHash: string;
  passwordHash: string;
  /** How lists name it; no secret. */
  id: string;
  userId: string;
  created: number;
  expires: number;
  lastUsed: number;
  device: string;
  /** When it last showed who is there; 0 where it is left out. */
  proven?: number;
  /** Where it signed in, as the host of the server says it. */
  region?: string | null;
  /** The providerLinks row that it came in by; null where it came by another way. */
  linkId?: string | null;
  /** What the provider calls its own session (claim `sid`). */
  providerSid?: string | null;
}

/** One passkeys row: a credential of WebAuthn. */
export interface PasskeyRow {
  /** The credential id, base64url. */
  id: string;
  userId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  /** List of texts. */
  transports: JsonColumn;
  name: string;
  isSynced: boolean;
  created: number;
  lastUsed: number | null;
}

/** One challenges row: what a passkey has to sign, once. */
export interface ChallengeRow {
  /** SHA-256 of the challenge. */
  key: string;
  kind: 'add' | 'login' | 'second-step' | 'proof';
  /** Empty for signing in: it is not known yet who comes. */
  userId: string;
  created: number;
  expires: number;
}

/** One timeCodes row: the secret of an account (RFC 6238). */
export interface TimeCodeRow {
  userId: string;
  /** Base32. */
  secret: string;
  isConfirmed: boolean;
  /** The last time step whose code was used; no code counts twice. */
  lastStep: number;
  created: number;
}

/** One recoveryCodes row. */
export interface RecoveryCodeRow {
  /** SHA-256 of the folded code. */
  hash: string;
  userId: string;
  created: number;
}

/** One signIns row: that an account signed in, or tries of an hour that were refused. */
export interface SignInRow {
  id: string;
  userId: string;
  at: number;
  way: SignInWay;
  device: string;
  region: string | null;
  /** SHA-256 of account, address and device. */
  placeKey: string;
  isNew: boolean;
  /** Its owner still has to be told of it by mail. */
  isToTell: boolean;
  count: number;
}

/** One providerLinks row: an account elsewhere that signs in to an account here. */
export interface ProviderLinkRow {
  id: string;
  /** With `subject` the key: an account elsewhere belongs to one account here. */
  issuer: string;
  subject: string;
  userId: string;
  /** Id of the provider in the settings, as it was then. */
  provider: string;
  /** What its owner knows it by: an address or a name there. */
  label: string;
  created: number;
}

/** One providerStarts row: a person who was sent to a provider and has not come back yet. */
export interface ProviderStartRow {
  /** SHA-256 of the state. */
  key: string;
  provider: string;
  /** Of PKCE. */
  verifier: string;
  nonce: string;
  /** SHA-256 of what stays in the browser that began. */
  binding: string;
  /** Empty for signing in. */
  userId: string;
  intent: ProviderIntent;
  created: number;
  expires: number;
}

/** One newcomers row: a person whom a provider knows and who has no account here yet. */
export interface NewcomerRow {
  /** SHA-256 of the ticket. */
  key: string;
  provider: string;
  issuer: string;
  subject: string;
  sid: string | null;
  /** Only an address that the provider has checked. */
  email: string | null;
  label: string;
  office: OfficeRow['office'] | null;
  created: number;
  expires: number;
}

/** One logoutTokens row: a token that ended sessions already. */
export interface LogoutTokenRow {
  /** SHA-256 of its provider and its `jti`. */
  key: string;
  expires: number;
}

/** One names row: what a name looks like, and whose it is. */
export interface NameRow {
  /** As `confusables.ts` makes it. */
  skeleton: string;
  userId: string;
}

/** One signInPlaces row: an address from which an account signed in. */
export interface SignInPlaceRow {
  /** SHA-256 of the account and the address. */
  key: string;
  userId: string;
  lastUsed: number;
}

/** One offices row: an account that is administrator or moderator, besides those that the settings name. */
export interface OfficeRow {
  userId: string;
  office: 'admin' | 'moderator';
  created: number;
  /** Id of the provider whose claim gives it; null for one that was given here. */
  provider?: string | null;
}

/** One storedSettings row: the text of an environment variable, where the environment sets none. */
export interface StoredSettingRow {
  name: string;
  value: string;
  changed: number;
}

/** One tickets row: a single-use token that a mail carries. */
export interface TicketRow {
  tokenHash: string;
  kind: 'reset' | 'email-login' | 'confirm' | 'setup' | 'second-step' | 'not-me' | 'move';
  /** Empty for the link that sets up the server: it belongs to no account. */
  userId: string;
  created: number;
  expires: number;
  /** The remote sign-in that an e-mail sign-in approves; of `not-me` the id of the sign-in that the mail is about. */
  remoteHash: string | null;
  /** Of a second step after a mail: what the device that the mail approved is called. Null where it is left out. */
  device?: string | null;
}

/** One remoteLogins row: a device that asks to be signed in. */
export interface RemoteLoginRow {
  tokenHash: string;
  secretHash: string;
  code: string;
  device: string;
  created: number;
  expires: number;
  state: 'waiting' | 'approved' | 'refused';
  userId: string | null;
  /** What decided: a person who is signed in, or the reader of a mail. Null where it is left out. */
  decidedBy?: 'session' | 'mail' | null;
}

/** One classes row. */
export interface ClassRow {
  id: string;
  name: string;
  /** Empty from when the class was deleted until the accounts of its pupils are closed. */
  teacherId: string;
  /** The club of the class, of which the teacher is the owner. */
  clubId: string;
  created: number;
  /** May pupils look at the public side? */
  isOpen: boolean;
  /** Is all sound of pupils stopped? */
  isPaused: boolean;
}

/** One pupils row: an account without password and address, which its class holds. */
export interface PupilRow {
  userId: string;
  classId: string;
  /** SHA-256 of the folded code of the card; null where the teacher ended it. */
  cardHash: string | null;
  isMuted: boolean;
  created: number;
}

/** One avatars row: the picture of an account, as `media` has it for sound. */
export interface AvatarRow {
  key: string;
  hash: string;
  mime: string;
  size: number;
  userId: string;
}
