/** Mail, Redis, and the clocks of what the server speaks with. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Database } from '../ports/database/database.ts';
import { composeMail } from '../ports/mail/layout.ts';
import type { Settings } from '../settings.ts';
import { reasonOf } from '../startError.ts';
import { type Finding, fine, mend } from './finding.ts';

/** The `Date` of an answer has whole seconds, so less cannot be told by it. */
const MOST_APART_MS = 10_000;
/** What was said to Redis is heard at once, unless the machine is at its busiest. */
const HEARD_MS = 30_000;

/** @param to who gets a mail; without one nothing is sent */
export async function checkMail(
  { smtpUrl, mailFrom, serverName: server }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'serverName'>,
  to?: string,
): Promise<Finding> {
  if (!smtpUrl) {
    return to
      ? mend(`No mail can go to ${to}: set SMTP_URL to the address of a relay.`)
      : fine('Mail is written to the outbox in the data folder; SMTP_URL would send it.');
  }
  const { openSmtp, tryRelay } = await import('../ports/mail/smtp.ts');
  const { hostname } = new URL(smtpUrl);
  try {
    await tryRelay(smtpUrl);
  } catch (error) {
    return mend(
      `The mail relay ${hostname} of SMTP_URL cannot be used (${reasonOf(error)}): mend its host, port, name or password.`,
    );
  }
  if (!to) return fine(`The mail relay ${hostname} lets this server in; --mail ADDRESS sends one.`);
  const mail = openSmtp(smtpUrl, mailFrom);
  try {
    const subject = `${server} can send mail`;
    await mail.send(
      composeMail(to, { server, subject, paragraphs: ['You asked for this with --mail.'] }),
    );
  } catch (error) {
    return mend(
      `The mail relay ${hostname} did not take a mail from ${mailFrom} to ${to} (${reasonOf(error)}): mend MAIL_FROM, or ask who runs it.`,
    );
  } finally {
    await mail.close();
  }
  return fine(`The mail relay ${hostname} took a mail for ${to}: see that it arrives.`);
}

/**
 * How far a clock is from this machine's, in words.
 * @param apartMs by how much it is ahead, as if it had been read in the middle of the trip
 * @param tripMs between asking and the answer: it may have been read at any time of it
 */
export function judgeClock(of: string, apartMs: number, tripMs = 0): Finding {
  const seconds = Math.round(Math.abs(apartMs) / 1000);
  if (Math.abs(apartMs) <= MOST_APART_MS + tripMs / 2)
    return fine(`The clock of ${of} agrees with this one.`);
  const way = apartMs > 0 ? 'ahead of' : 'behind';
  return mend(
    `The clock of ${of} is ${seconds} seconds ${way} this one: set both by a time server (NTP).`,
  );
}

/** The clock of PostgreSQL; the embedded database has none of its own. */
export async function checkDatabaseClock(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  nowMs = Date.now,
): Promise<Finding | undefined> {
  if (kind === 'sqlite') return undefined;
  const sentMs = nowMs();
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(queries);
  const tripMs = nowMs() - sentMs;
  return judgeClock('the database', Number(rows[0]?.ms) - (sentMs + tripMs / 2), tripMs);
}

/** Connects to Redis, says something and hears it, under names that no server uses. */
export async function checkRedis(
  { redisUrl }: Pick<Settings, 'redisUrl'>,
  nowMs = Date.now,
): Promise<readonly Finding[]> {
  if (!redisUrl)
    return [fine('This node is alone: REDIS_URL is not set, and only several need it.')];
  const { openRedisFanOut } = await import('../ports/fanOut/redis.ts');
  const prefix = `rondo-doctor:${randomBytes(9).toString('hex')}:`;
  const faults: unknown[] = [];
  const fanOut = await openRedisFanOut(redisUrl, (error) => faults.push(error), prefix);
  try {
    const { promise: heard, resolve } = Promise.withResolvers<unknown>();
    await fanOut.subscribe('said', resolve);
    await fanOut.register.put('kept', 'field', 'text', 1000);
    await fanOut.register.all('kept');
    await fanOut.register.drop('kept', 'field');
    fanOut.publish('said', 'word');
    await Promise.race([
      heard,
      once(AbortSignal.timeout(HEARD_MS), 'abort').then(() => {
        throw faults[0] ?? new Error('what was said was not heard');
      }),
    ]);
  } catch (error) {
    return [
      mend(
        `The Redis of REDIS_URL answers, but does not do what is needed (${reasonOf(error)}): let its account use all commands.`,
      ),
    ];
  } finally {
    await fanOut.close();
  }
  return [
    fine('Redis answers, keeps something and passes on what is said.'),
    judgeClock('Redis', fanOut.nowMs() - nowMs()),
  ];
}
