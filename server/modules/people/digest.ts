import type { Notification } from '../../../src/data/contract/notifications.ts';
import { notificationText } from '../../../src/data/rules/account/notificationText.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { findRow, updateRows } from '../../ports/database/rows.ts';
import type { NoticeSettingsRow } from '../../ports/database/schemaPeople.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import { typedLine } from '../../ports/mail/typed.ts';
import type { AccountsContext } from '../auth/context.ts';
import { kindsIn, readNoticeSettings, unsubscribeToken } from './choices.ts';
import { readNews } from './notifications.ts';
import type { PushService } from './push.ts';

const DAY_MS = 86_400_000;
const PERIODS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const;
const EVERY_MS = 10 * 60_000;
/** Digests that are made in one go. */
const BATCH = 50;
/** Lines of a digest. */
const LINES = 20;

type Due = Pick<NoticeSettingsRow, 'userId' | 'lastDigest'> & {
  readonly digest: keyof typeof PERIODS;
};

/** What a digest says of a notification. Names are user names, whose letters make no link. */
const lineOf = (notification: Notification): string =>
  notificationText(notification, { name: ({ user }) => user, title: typedLine });

/** @param token ends these mails, for the reader of one of them */
function digestMail(
  email: string,
  {
    news,
    digest,
    server,
    origin,
    token,
  }: {
    news: readonly Notification[];
    digest: Due['digest'];
    server: string;
    origin: string;
    token: string;
  },
): MailMessage {
  const page = `${origin}/unsubscribe?token=${token}`;
  const mail = composeMail(email, {
    server,
    subject: `What is new for you on ${server}`,
    paragraphs: news.map((one) => `${lineOf(one)}.`),
    action: { label: 'Listen', url: `${origin}${news[0]?.path ?? ''}` },
    notes: [
      `You asked for this mail ${digest === 'daily' ? 'once a day' : 'once a week'}. To get no more of them: ${page}`,
    ],
  });
  return { ...mail, unsubscribeUrl: `${origin}/api/notifications/unsubscribe/${token}` };
}

/** Makes the digest of one account, which was claimed, and mails it; nothing where nothing is new. */
async function mailDigest(
  { database, background, origin, settings }: AccountsContext,
  { userId, digest, lastDigest }: Due,
): Promise<void> {
  const { queries } = database;
  const columns = ['email', 'awaitsConfirmation'] as const;
  const account = await findRow(queries, 'accounts', { id: userId, isDeleted: false }, columns);
  if (!account?.email) return;
  if (settings.accounts.confirmsEmail && account.awaitsConfirmation) return;
  const { choices, sharesSeen } = await readNoticeSettings(queries, userId);
  const kinds = kindsIn(choices, 'mail');
  const which = { isUnread: true, isOfPeople: true };
  const page = { kinds, sharesSeen, after: lastDigest, size: LINES, ...which };
  const news = await readNews(queries, { userId }, page, undefined);
  if (news.length === 0) return;
  const token = await writeFor(database, userId, (transaction) =>
    unsubscribeToken(transaction, userId),
  );
  const message = digestMail(account.email, {
    ...{ news, digest, token },
    server: settings.serverName,
    origin: origin(),
  });
  background.mail({ ...message, userId });
}

/**
 * Mails the digests that are due. Each is claimed first by writing down when it was made, so that of several nodes one
 * makes it, and none is made twice after a crash: one that is lost in that moment is not made up for.
 * @returns how many were claimed
 */
export async function sendDigests(context: AccountsContext, nowMs: number): Promise<number> {
  const { queries } = context.database;
  let claimed = 0;
  for (;;) {
    const due = await queries
      .selectFrom('noticeSettings')
      .select(['userId', 'digest', 'lastDigest'])
      .where((where) =>
        where.or(
          (['daily', 'weekly'] as const).map((digest) =>
            where.and([
              where('digest', '=', digest),
              where('lastDigest', '<=', nowMs - PERIODS[digest]),
            ]),
          ),
        ),
      )
      .limit(BATCH)
      .execute();
    if (due.length === 0) return claimed;
    for (const one of due as Due[]) {
      const count = await updateRows(
        queries,
        'noticeSettings',
        { userId: one.userId, digest: one.digest, lastDigest: one.lastDigest },
        { lastDigest: nowMs },
      );
      if (count === 0) continue;
      claimed += 1;
      context.background.run('digest', () => mailDigest(context, one));
    }
  }
}

/** Mails digests and forgets devices that are signed out, now and then while the server runs. */
export const digestJob = (context: AccountsContext, push: PushService): Job =>
  createJob({
    name: 'mailing digests',
    everyMs: EVERY_MS,
    async round() {
      await sendDigests(context, Date.now());
      await push.clean();
    },
  });
