import { ApiError } from '../../../src/data/contract/errors.ts';
import { SIGN_IN_WAYS, type SignIn, type SignInWay } from '../../../src/data/contract/factors.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import {
  findRow,
  hasRow,
  insertRows,
  listRows,
  removeRows,
  valuesOf,
} from '../../ports/database/rows.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import type { AccountsContext } from './context.ts';
import { type MailTo, mailTicket } from './mails.ts';
import { isKnownPlace } from './places.ts';
import * as repo from './repo.ts';
import { endAllSessions, newSecret } from './sessions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A sign-in is remembered so long, and so is the device that it came from. */
export const SIGN_INS_MS = 90 * DAY_MS;
/** What is listed, and kept, of one account. */
const MOST = 50;
const LINK_DAYS = 7;
const RESET_MS = HOUR_MS;
/** Mails about new devices that one account gets in an hour. */
const MAILS = { name: 'device-alarm', max: 10, windowMs: HOUR_MS };
const BY_ADDRESS = { max: 30, windowMs: HOUR_MS / 6 };

const STALE = 'This link was used already or is too old: ask for a new password instead';

/** Ways of those who came in. */
const CAME_IN = SIGN_IN_WAYS.filter((way) => way !== 'refused');

/** An account that is signed in: by whom, how and when. */
export interface Entry {
  readonly userId: string;
  readonly caller: Caller;
  readonly way: Exclude<SignInWay, 'refused'>;
  readonly nowMs: number;
}

/** Kept as a hash, so that a copy of the database is no list of where people live. */
const placeKeyOf = (userId: string, { address, device }: Caller) =>
  sha256(`${userId} ${address} ${device}`);

/** Those from new devices stay: mails lead to them, and a thief who signs in again and again must not push them out. */
async function keepNewest(queries: Queries, userId: string): Promise<void> {
  const rows = await listRows(queries, 'signIns', { userId }, ['at desc', 'id desc'], {
    columns: ['id', 'isNew'],
  });
  const old = rows.slice(MOST).filter(({ isNew }) => !isNew);
  await removeRows(queries, 'signIns', { id: valuesOf(old, 'id') });
}

/**
 * Did the account sign in from this device and address before? An account that has no history yet, because it is older
 * than that, is known by its address alone.
 */
async function isKnown(queries: Queries, { userId, caller, nowMs }: Entry): Promise<boolean> {
  // A try that was refused makes no place known: a thief guesses first.
  const came = { userId, way: CAME_IN };
  const placeKey = placeKeyOf(userId, caller);
  if (await hasRow(queries, 'signIns', { ...came, placeKey })) return true;
  if (await hasRow(queries, 'signIns', came)) return false;
  return isKnownPlace(queries, { userId, address: caller.address, nowMs });
}

/**
 * Inside the transaction that starts a session, before the place of the caller is remembered: writes the sign-in into the
 * history of the account. One from a device and an address that are new to it is to be told to its owner; a card is made for
 * any device.
 */
export async function noteSignIn(queries: Queries, entry: Entry): Promise<void> {
  const { userId, caller, way, nowMs } = entry;
  const isNew = way !== 'signup' && way !== 'card' && !(await isKnown(queries, entry));
  const { device, region } = caller;
  const about = { at: nowMs, way, device, region, placeKey: placeKeyOf(userId, caller) };
  const told = { isNew, isToTell: isNew, count: 1 };
  await insertRows(queries, 'signIns', { id: newId(nowMs), userId, ...about, ...told });
  await keepNewest(queries, userId);
}

/**
 * Counts a try that was refused: one line of the history an hour, with its last device, and a line in the log. Behind the
 * answer, whose time says nothing of whether there is such an account.
 */
export function noteRefusal(
  {
    database: { queries },
    background,
    log,
  }: Pick<AccountsContext, 'database' | 'background' | 'log'>,
  { userId, caller, nowMs }: Omit<Entry, 'way'>,
): void {
  const { device, region, address } = caller;
  log.warn({ userId, device, address }, 'a sign-in was refused');
  const id = `refused-${sha256(`${userId} ${Math.floor(nowMs / HOUR_MS)}`).slice(0, 32)}`;
  const last = { at: nowMs, device, region, placeKey: placeKeyOf(userId, caller) };
  const first = { id, userId, way: 'refused', isNew: false, isToTell: false, count: 1 } as const;
  background.run('a refused sign-in', async () => {
    await queries
      .insertInto('signIns')
      .values({ ...first, ...last })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((build) => ({
          ...last,
          count: build('signIns.count', '+', 1),
        })),
      )
      .execute();
    await keepNewest(queries, userId);
  });
}

/** `Chrome on Linux in DE, on 3 May 2026 at 14:05 UTC` */
function described({ device, region, at }: Pick<SignIn, 'device' | 'region' | 'at'>): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return `${device}${region ? ` in ${region}` : ''}, on ${time} UTC`;
}

function alarmMail(
  { email, userId, server, origin }: MailTo,
  token: string,
  what: string,
): MailMessage {
  return composeMail(email, {
    server,
    subject: `A new device is signed in to ${server}`,
    paragraphs: [
      `Hello ${userId},`,
      `Your account was signed in from a device or a place that it had not been signed in from: ${what}.`,
    ],
    action: { label: 'It was not me', url: `${origin}/not-me?token=${token}` },
    notes: [
      'If it was you, there is nothing to do.',
      `The button signs every device out and asks for a new password. It works once, for ${LINK_DAYS} days.`,
    ],
  });
}

/**
 * After the transaction of a sign-in: mails the owner of the account about each one from a new device that they were not told
 * of, also one from before a crash. Of two callers at once only one mails.
 */
export function tellOfNewDevices(context: AccountsContext, userId: string): void {
  context.background.run('mail about a new device', async () => {
    const { queries } = context.database;
    const rows = await queries
      .updateTable('signIns')
      .set({ isToTell: false })
      .where('userId', '=', userId)
      .where('isToTell', '=', true)
      .returning(['id', 'at', 'device', 'region'])
      .execute();
    if (rows.length === 0) return;
    const account = await repo.findById(queries, userId);
    if (!account?.email) return;
    for (const row of rows) {
      await mailTicket(context, {
        email: account.email,
        kind: 'not-me',
        expires: row.at + LINK_DAYS * DAY_MS,
        remoteHash: row.id,
        limit: MAILS,
        compose: (to, token) => alarmMail(to, token, described(row)),
      });
    }
  });
}

export type SignInHistory = ReturnType<typeof signInHistory>;

/** What signed in to an account before, and the way back for an owner who did not do it. */
export function signInHistory(context: AccountsContext) {
  const { database, announcer } = context;
  const { queries } = database;
  const stale = () => new ApiError('bad_request', STALE);
  const keyOf = (token: string) => ({ tokenHash: sha256(token), kind: 'not-me' }) as const;

  async function limitBy({ address }: Caller): Promise<void> {
    await limit(queries, `not-me:${address}`, { ...BY_ADDRESS, nowMs: Date.now() });
  }

  return {
    /** Newest first. */
    async list({ userId }: Identity): Promise<{ signIns: SignIn[] }> {
      const signIns = await listRows(queries, 'signIns', { userId }, ['at desc', 'id desc'], {
        columns: ['id', 'at', 'way', 'device', 'region', 'isNew', 'count'],
        most: MOST,
      });
      return { signIns };
    },

    /** The sign-in that a mail is about. Throws `bad_request` for a token that was used or is too old. */
    async show({ token }: { token: string }, caller: Caller) {
      await limitBy(caller);
      const ticket = await repo.findTicket(queries, keyOf(token), Date.now());
      const columns = ['at', 'device', 'region'] as const;
      const row =
        ticket && (await findRow(queries, 'signIns', { id: ticket.remoteHash ?? '' }, columns));
      if (!row) throw stale();
      return row;
    },

    /**
     * By the token of the mail, once: signs every device of the account out and answers a token that sets a new
     * password. Throws `bad_request` for one that was used or is too old.
     */
    async disown({ token }: { token: string }, caller: Caller): Promise<{ resetToken: string }> {
      await limitBy(caller);
      const nowMs = Date.now();
      const known = await repo.findTicket(queries, keyOf(token), nowMs);
      if (!known) throw stale();
      const { userId } = known;
      const resetToken = newSecret();
      await database.transaction(async (transaction) => {
        await lockAccount(database, transaction, userId);
        if (!(await repo.takeTicket(transaction, keyOf(token), nowMs))) throw stale();
        if (!(await repo.findById(transaction, userId))) throw stale();
        await endAllSessions(transaction, userId);
        await repo.insertTicket(transaction, {
          tokenHash: sha256(resetToken),
          kind: 'reset',
          userId,
          created: nowMs,
          expires: nowMs + RESET_MS,
          remoteHash: null,
        });
      });
      announcer.recheck(userId);
      return { resetToken };
    },
  };
}
