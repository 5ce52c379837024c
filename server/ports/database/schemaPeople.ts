import type { Digest } from '../../../src/data/contract/noticeOptions.ts';
import type { JsonColumn } from './schemaJams.ts';

/** One noticeSettings row: how an account wants to be told. Without one it chose nothing. */
export interface NoticeSettingsRow {
  userId: string;
  /** Kinds and channels that differ from `DEFAULT_NOTICE_CHOICES`. */
  choices: JsonColumn;
  digest: Digest;
  /** When the last digest was claimed, or digests were turned on; ms. */
  lastDigest: number;
  /** What those whom it follows shared counts as read up to here; ms. */
  sharesSeen: number;
  /** Ends its mails, for the reader of one of them. */
  token: string;
}

/** One pushSubscriptions row: a device that is pushed to while its session lasts. */
export interface PushSubscriptionRow {
  id: string;
  userId: string;
  sessionId: string;
  device: string;
  endpoint: string;
  /** Both in base64url without padding. */
  p256dh: string;
  auth: string;
  created: number;
}
