import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { SYNC_RETRY_BASE_MS, SYNC_RETRY_FACTOR } from '../../../src/data/contract/constants.ts';
import type { Mail, MailMessage } from './mail.ts';
import type { WaitingMails } from './waiting.ts';

const TRIES = 3;
/** Work past this is dropped: a flood must not fill the memory. */
const MAX_WAITING = 1000;

/** Work that an answer does not wait for, so that its time says nothing about what was found. */
export interface Background {
  /** Starts the work; a failure goes to the log under `name`. */
  run(name: string, work: () => Promise<void>): void;
  /** Sends a message once, while the caller waits. Throws what went wrong. */
  sendNow(message: MailMessage): Promise<void>;
  /** Sends a message, trying again after 1 s and 3 s; then it waits in the database. */
  mail(message: MailMessage): void;
  /** Resolves once everything that was started has ended. */
  settled(): Promise<void>;
  /** The same, but what fails from now on is not tried again: stopping the server does not wait for it. */
  close(): Promise<void>;
}

/**
 * Background work of one server; nothing of it throws.
 * @param waiting keeps mail that could not be sent; without it that is lost
 */
export function createBackground(
  port: Mail,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  waiting?: Pick<WaitingMails, 'sent' | 'keep'>,
): Background {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  function begin(name: string, work: () => Promise<void>): void {
    const task = Promise.resolve()
      .then(work)
      .catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
      .finally(() => running.delete(task));
    running.add(task);
  }

  function run(name: string, work: () => Promise<void>): void {
    if (running.size < MAX_WAITING) begin(name, work);
    else log.error({ work: name }, 'too much background work; some was dropped');
  }

  function mail(message: MailMessage): void {
    const isCrowd = running.size >= MAX_WAITING;
    // Mail of a crowd is not lost: storing it is soon done.
    if (isCrowd && waiting)
      begin('mail', () => waiting.keep(message, new Error('Too many at once')));
    else run('mail', () => deliver(message));
  }

  async function deliver(message: MailMessage): Promise<void> {
    try {
      await trySending(message);
    } catch (error) {
      if (!waiting) throw error;
      await waiting.keep(message, error);
      return;
    }
    waiting?.sent();
  }

  async function trySending(message: MailMessage): Promise<void> {
    for (let attempt = 1, waitMs = SYNC_RETRY_BASE_MS; ; attempt += 1) {
      try {
        return await port.send(message);
      } catch (error) {
        if (attempt === TRIES || closing.signal.aborted) throw error;
        log.warn({ err: error, subject: message.subject }, 'mail not sent yet');
      }
      // Closing ends the wait and makes this try the last one.
      await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {});
      waitMs *= SYNC_RETRY_FACTOR;
    }
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    run,
    sendNow: (message) => port.send(message),
    mail,
    settled,
    close() {
      closing.abort();
      return settled();
    },
  };
}
