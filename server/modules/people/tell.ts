import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { Notification } from '../../../src/data/contract/notifications.ts';
import { notificationText } from '../../../src/data/rules/account/notificationText.ts';
import { awaitsConfirmation } from '../../plugins/accounts.ts';
import { isWithinLimit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import type { AccountsContext } from '../auth/context.ts';
import { readNoticeSettings } from './choices.ts';
import { readNews } from './notifications.ts';
import type { PushService } from './push.ts';

const DAY_MS = 86_400_000;
/** Mails about answers that an account gets in a day. */
const MAILS = { max: 10, windowMs: DAY_MS };
/** Messages that are pushed to the devices of an account in an hour. */
const PUSHES = { max: 60, windowMs: DAY_MS / 24 };

/** The mail about an answer: one line and the way there. `from` is a user name, whose letters make no link. */
function answerMail(
  email: string,
  { server, from, url, origin }: { server: string; from: string; url: string; origin: string },
): MailMessage {
  return composeMail(email, {
    server,
    subject: 'You were answered',
    paragraphs: [`${from} answered your rifff on ${server}.`],
    action: { label: 'Hear the answer', url },
    notes: [`You asked for this mail: ${origin}/account turns it off.`],
  });
}

/** A notice as it stands on the page of its account, or undefined where it would not be there. */
async function shownAs(
  queries: Queries,
  { userId, kind, created, id }: NoticeRow,
): Promise<Notification | undefined> {
  const page = { kinds: [kind], sharesSeen: 0, after: created - 1, before: created + 1, size: 10 };
  const found = await readNews(queries, { userId }, page, undefined);
  return found.find((one) => one.id === id);
}

/** Mails an answer to who wishes it, ten a day at most, to addresses that are confirmed where that is asked for. */
async function mailAnswer(
  { database, settings, background, origin }: AccountsContext,
  notice: NoticeRow,
): Promise<void> {
  const { userId, fromId } = notice;
  const { queries } = database;
  const willing = { id: userId, isDeleted: false, answerMails: true };
  const account = await findRow(queries, 'accounts', willing, ['email']);
  if (!account?.email) return;
  if (await awaitsConfirmation(queries, settings.accounts, userId)) return;
  const notification = await shownAs(queries, notice);
  if (!notification) return;
  const key = `answer-mail:${userId}`;
  if (!(await isWithinLimit(queries, key, { ...MAILS, nowMs: Date.now() }))) return;
  const url = `${origin()}${notification.path}`;
  const { serverName: server } = settings;
  const message = answerMail(account.email, { server, from: fromId, url, origin: origin() });
  background.mail({ ...message, userId });
}

/** Pushes a notice to the devices of its account, as it would stand on the page. */
async function pushNotice(
  { database, settings }: AccountsContext,
  push: PushService,
  notice: NoticeRow,
): Promise<void> {
  const { queries } = database;
  const { userId, kind, shareId, id } = notice;
  const notification = await shownAs(queries, notice);
  if (!notification) return;
  if (!(await isWithinLimit(queries, `push:${userId}`, { ...PUSHES, nowMs: Date.now() }))) return;
  await push.send(userId, {
    title: settings.serverName,
    body: notificationText(notification),
    path: notification.path,
    tag: shareId ? `${kind}-${shareId}` : id,
  });
}

/** Tells the account that a notice is for, as it wishes: open pages at once, then by mail and on their devices. */
export function tellNotices(context: AccountsContext, push: PushService) {
  const { database, background, announcer } = context;
  return (notice: NoticeRow): void => {
    const { userId, kind, rifffId, fromId } = notice;
    // A person who plays with the house band is there: it is told on open pages alone.
    const isOfBand = fromId === HOUSE_BAND_ID;
    if (!isOfBand && (kind === 'answer' || kind === 'remix') && rifffId !== null) {
      background.run('mail about an answer', () => mailAnswer(context, notice));
    }
    background.run('telling of a notice', async () => {
      const { choices } = await readNoticeSettings(database.queries, userId);
      if (choices[kind].page) announcer.notified(userId, kind);
      if (choices[kind].push && !isOfBand) await pushNotice(context, push, notice);
    });
  };
}
