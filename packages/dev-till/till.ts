import { randomBytes } from 'node:crypto';
import type { Database } from '../../server/ports/database/database.ts';
import type { OwnTill } from '../../server/ports/payments/payments.ts';
import type { StripeKeys } from '../../server/ports/payments/stripePayments.ts';
import { answerCall, errorOf, type InTill, response } from './answering.ts';
import { Book } from './book.ts';
import { PLAY_PRICES } from './catalogue.ts';
import { windUp } from './clockwork.ts';
import { tillPages } from './pages/routes.ts';
import type { Pages } from './portals.ts';
import { Teller } from './telling.ts';
import { TillError } from './tillError.ts';
import { type TillFault, type Trials, trialsOf } from './trials.ts';

/** A till that behaves as Stripe's API does, with play money. What it knows is rows of the database. */
export interface DevTill extends OwnTill {
  readonly trials: Trials;
}

const FAULTS: Readonly<Record<Exclude<TillFault, 'answer_lost'>, () => Response>> = {
  rate_limit: () => {
    const error = new TillError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly.',
    });
    return response({ status: 429, body: errorOf(error) });
  },
  down: () => {
    throw new TypeError('fetch failed');
  },
};

const notAuthorised = () =>
  response({
    status: 401,
    body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
  });

/**
 * Opens the till.
 * @param database migrated
 * @param origin under which people reach this server, for the addresses of pages
 * @returns the till, and what Stripe's library is opened with to talk to it. Both secrets are for this process alone:
 *   no other can sign what the till tells, or ask it.
 */
export function openDevTill(
  database: Database,
  origin: () => string,
): { readonly till: DevTill; readonly keys: StripeKeys } {
  const secretKey = `sk_play_${randomBytes(24).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const faults: TillFault[] = [];
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const teller = new Teller(database, webhookSecret, now);
  const pageOf = (kind: string) => (id: string, key: string) =>
    `${origin()}/plus/till/${kind}/${id}?key=${key}`;
  const pages: Pages = { checkout: pageOf('checkout'), portal: pageOf('portal') };

  const inTill: InTill = (work) =>
    database.transaction(async (transaction) => {
      await database.lock(transaction, 'till');
      return work(new Book(transaction, now()));
    });

  async function wind(): Promise<void> {
    await windUp(inTill);
    await teller.wake();
  }

  const answer: typeof globalThis.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (headers.get('authorization') !== `Bearer ${secretKey}`) return notAuthorised();
    const fault = faults.shift();
    if (fault && fault !== 'answer_lost') return FAULTS[fault]();
    const call = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      body: typeof init.body === 'string' ? init.body : '',
      idempotencyKey: headers.get('idempotency-key'),
    };
    const answered = await answerCall(inTill, call, pages);
    if (call.method !== 'GET') void teller.wake().catch(() => undefined);
    if (fault === 'answer_lost') throw new TypeError('fetch failed');
    return answered;
  };

  const atPage: InTill = async (work) => {
    const done = await inTill(work);
    // What happened by it is told before the page answers.
    await teller.wake();
    return done;
  };
  const till: DevTill = {
    pages: (scope) => tillPages(scope, atPage),
    connect: (take) => teller.connect(take),
    wind,
    settle: () => teller.settle(),
    trials: trialsOf({
      database,
      teller,
      faults,
      async advance(ms) {
        aheadMs += ms;
        await wind();
      },
    }),
  };
  const prices = new Map([...PLAY_PRICES].map(([product, { id }]) => [product, id]));
  return { till, keys: { secretKey, webhookSecret, prices, fetch: answer } };
}
