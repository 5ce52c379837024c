/** Mail that could not be sent at once: it waits in the database, and is tried again after longer and longer. */
import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { newId } from '../../../src/data/rules/ids.ts';
import { reasonOf } from '../../startError.ts';
import type { Queries } from '../database/database.ts';
import { countOf, countRows, insertRows, removeRows, updateRows } from '../database/rows.ts';
import type { WaitingMailRow } from '../database/schemaOperations.ts';
import type { Mail, MailMessage } from './mail.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Pauses between the tries; after the last one a mail is given up: two days and a half in all. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS / 2, 2 * HOUR_MS, 8 * HOUR_MS, 2 * DAY_MS];
/** A node that takes a mail has so long for it before another one does. */
const CLAIM_MS = 5 * MINUTE_MS;
/** What was given up can be sent again for so long, then it is deleted with its text. */
const KEPT_MS = 7 * DAY_MS;
/** Mails of one round; more come in the next. */
const BATCH = 50;
const ERROR_CHARACTERS = 300;
const LISTED = 100;

/** What of a mail is listed: not its text, which may let a reader in. */
const LISTED_COLUMNS = [
  'id',
  'recipient',
  'subject',
  'tries',
  'lastError',
  'created',
  'due',
] as const;
export type ListedMail = Pick<WaitingMailRow, (typeof LISTED_COLUMNS)[number]>;

export interface WaitingMails {
  /** Counts a mail that was sent at once. */
  sent(): void;
  /** Stores a mail that could not be sent. Throws where the database takes nothing. */
  keep(message: MailMessage, error: unknown): Promise<void>;
  /** Tries what is due, and deletes what was given up long ago. @returns how many were sent */
  round(nowMs: number): Promise<number>;
  /** Makes one mail due, or all that were given up. @returns how many */
  again(id: string | undefined, nowMs: number): Promise<number>;
  /** `sent` since the start of this node. */
  figures(): Promise<{ sent: number; waiting: number; failed: number }>;
  /** Newest first. */
  list(): Promise<ListedMail[]>;
}

/** Makes one mail due, or all that were given up. @returns how many */
export const makeDue = (queries: Queries, id: string | undefined, nowMs: number): Promise<number> =>
  updateRows(queries, 'waitingMails', id === undefined ? { due: null } : { id }, { due: nowMs });

const asRow = (message: MailMessage, error: unknown, nowMs: number): WaitingMailRow => ({
  id: newId(),
  userId: message.userId ?? '',
  recipient: message.to,
  subject: message.subject,
  message: JSON.stringify(message),
  tries: 1,
  lastError: reasonOf(error).slice(0, ERROR_CHARACTERS),
  created: nowMs,
  due: nowMs + PAUSES_MS[0]!,
});

/** Leaves a mail to the servers of this database, one of which sends it within a minute. For who is no server. */
export const queueMail = (queries: Queries, message: MailMessage, nowMs: number): Promise<void> =>
  insertRows(queries, 'waitingMails', {
    ...asRow(message, '', nowMs),
    tries: 0,
    lastError: '',
    due: nowMs,
  });

/** @param registry gets `rondo_mails_total` by result: `sent`, `put_off` for later, and `failed` for good */
export function createWaitingMails(
  queries: Queries,
  mail: Mail,
  { registry, log }: { registry: Registry; log: Pick<FastifyBaseLogger, 'warn'> },
): WaitingMails {
  const counter = new Counter({
    name: 'rondo_mails_total',
    help: 'Mails of this node by what became of them',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['sent', 'put_off', 'failed']) counter.inc({ result }, 0);
  const count = (result: 'sent' | 'put_off' | 'failed') => counter.inc({ result });

  /** Tries a mail that this node has claimed. @returns whether it was sent */
  async function tryOne(row: WaitingMailRow, nowMs: number): Promise<boolean> {
    const message = JSON.parse(row.message) as MailMessage;
    try {
      if (message.untilMs !== undefined && message.untilMs <= nowMs) {
        throw new Error('Too late: what its link is for is over');
      }
      await mail.send(message);
    } catch (error) {
      const isLate = message.untilMs !== undefined && message.untilMs <= nowMs;
      const pauseMs = isLate ? undefined : PAUSES_MS[row.tries];
      count(pauseMs === undefined ? 'failed' : 'put_off');
      log.warn({ err: error, subject: row.subject, tries: row.tries + 1 }, 'mail not sent yet');
      const due = pauseMs === undefined ? null : nowMs + pauseMs;
      const lastError = reasonOf(error).slice(0, ERROR_CHARACTERS);
      await updateRows(
        queries,
        'waitingMails',
        { id: row.id },
        { tries: row.tries + 1, due, lastError },
      );
      return false;
    }
    count('sent');
    await removeRows(queries, 'waitingMails', { id: row.id });
    return true;
  }

  return {
    sent: () => count('sent'),

    async keep(message, error) {
      count('put_off');
      await insertRows(queries, 'waitingMails', asRow(message, error, Date.now()));
    },

    async round(nowMs) {
      await queries
        .deleteFrom('waitingMails')
        .where('due', 'is', null)
        .where('created', '<', nowMs - KEPT_MS)
        .execute();
      const rows = await queries
        .selectFrom('waitingMails')
        .selectAll()
        .where('due', '<=', nowMs)
        .orderBy('due')
        .limit(BATCH)
        .execute();
      let sent = 0;
      for (const row of rows) {
        // Of several nodes the one that changes the row sends it; one that dies then leaves it to the next round.
        const claim = { id: row.id, due: row.due };
        const isOurs = await updateRows(queries, 'waitingMails', claim, { due: nowMs + CLAIM_MS });
        if (isOurs > 0 && (await tryOne(row, nowMs))) sent += 1;
      }
      return sent;
    },

    again: (id, nowMs) => makeDue(queries, id, nowMs),

    async figures() {
      const { values } = await counter.get();
      const sent = values.find(({ labels }) => labels.result === 'sent')?.value ?? 0;
      const failed = await countRows(queries, 'waitingMails', { due: null });
      const all = await countOf(queries.selectFrom('waitingMails'));
      return { sent, failed, waiting: all - failed };
    },

    list: () =>
      queries
        .selectFrom('waitingMails')
        .select([...LISTED_COLUMNS])
        .orderBy('created', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED)
        .execute(),
  };
}
