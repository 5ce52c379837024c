import type * as z from 'zod';
import {
  DEFAULT_NOTICE_CHOICES,
  type Digest,
  NOTICE_CHANNELS,
  NOTIFICATION_KINDS,
  type NoticeChannel,
  type NoticeChoices,
  type NotificationKind,
} from '../../../src/data/contract/noticeOptions.ts';
import { NoticeChoicesBodySchema } from '../../../src/data/contract/notifications.ts';
import { givenOf } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, getRow, insertOnce, updateRows } from '../../ports/database/rows.ts';
import { newSecret } from '../auth/sessions.ts';

type Changes = z.output<typeof NoticeChoicesBodySchema>;

/** How an account wants to be told. */
export interface NoticeSettings {
  readonly choices: NoticeChoices;
  readonly digest: Digest;
  /** What those whom it follows shared counts as read up to here; ms. */
  readonly sharesSeen: number;
}

/** Default choices with what differs from them; what is stored and not known any more is passed over. */
function choicesWith(stored: unknown): NoticeChoices {
  const { data = {} } = NoticeChoicesBodySchema.safeParse(stored);
  const entries = NOTIFICATION_KINDS.map((kind) => [
    kind,
    { ...DEFAULT_NOTICE_CHOICES[kind], ...data[kind] },
  ]);
  return Object.fromEntries(entries) as NoticeChoices;
}

/** What an account chose, or the defaults. */
export async function readNoticeSettings(
  queries: Queries,
  userId: string,
): Promise<NoticeSettings> {
  const columns = ['choices', 'digest', 'sharesSeen'] as const;
  const row = await findRow(queries, 'noticeSettings', { userId }, columns);
  const { choices, digest = 'off', sharesSeen = 0 } = row ?? {};
  return { choices: choicesWith(choices ?? {}), digest, sharesSeen };
}

/** Kinds that an account wants in a channel. */
export const kindsIn = (choices: NoticeChoices, channel: NoticeChannel): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => choices[kind][channel]);

/** The row of an account, so that it can be changed; inside a transaction that writes for it. */
async function ensureRow(queries: Queries, userId: string): Promise<void> {
  await insertOnce(queries, 'noticeSettings', {
    userId,
    choices: '{}',
    digest: 'off',
    lastDigest: 0,
    sharesSeen: 0,
    token: newSecret(),
  });
}

/** Changes what is given and keeps the rest; inside a transaction that writes for the account. */
export async function changeNoticeSettings(
  queries: Queries,
  userId: string,
  { notifications, digest }: { notifications?: Changes | undefined; digest?: Digest | undefined },
): Promise<void> {
  if (notifications === undefined && digest === undefined) return;
  await ensureRow(queries, userId);
  if (notifications !== undefined) {
    const { choices } = await readNoticeSettings(queries, userId);
    const chosen = NOTIFICATION_KINDS.flatMap((kind) => {
      const now = { ...choices[kind], ...givenOf(notifications[kind] ?? {}) };
      const isDefault = NOTICE_CHANNELS.every(
        (channel) => now[channel] === DEFAULT_NOTICE_CHOICES[kind][channel],
      );
      return isDefault ? [] : [[kind, now] as const];
    });
    const text = JSON.stringify(Object.fromEntries(chosen));
    await updateRows(queries, 'noticeSettings', { userId }, { choices: text });
  }
  if (digest !== undefined) {
    const own = queries.updateTable('noticeSettings').where('userId', '=', userId);
    // What happened before the account wished for digests is no news; another period goes on from the last one.
    await own.set({ lastDigest: Date.now() }).where('digest', '=', 'off').execute();
    await own.set({ digest }).execute();
  }
}

/** Everything that was shared up to a moment (ms) counts as read; inside a transaction that writes for the account. */
export async function markSharesSeen(
  queries: Queries,
  userId: string,
  until: number,
): Promise<void> {
  await ensureRow(queries, userId);
  await queries
    .updateTable('noticeSettings')
    .set({ sharesSeen: until })
    .where('userId', '=', userId)
    .where('sharesSeen', '<', until)
    .execute();
}

/**
 * Ends every mail of notices to the account that a token of a mail stands for: digests and those about answers.
 * @returns false where no account has it
 */
export async function endMails(queries: Queries, token: string): Promise<boolean> {
  const row = await queries
    .updateTable('noticeSettings')
    .set({ digest: 'off' })
    .where('token', '=', token)
    .returning('userId')
    .executeTakeFirst();
  if (!row) return false;
  await updateRows(queries, 'accounts', { id: row.userId }, { answerMails: false });
  return true;
}

/** The token of an account that mails carry; inside a transaction that writes for the account. */
export async function unsubscribeToken(queries: Queries, userId: string): Promise<string> {
  await ensureRow(queries, userId);
  return (await getRow(queries, 'noticeSettings', { userId }, ['token'])).token;
}
