import type { Database } from '../../database/database.ts';
import { answerCall, errorOf, type InTill, response } from './answering.ts';
import { Book } from './book.ts';
import { windUp } from './clockwork.ts';
import type { Pages } from './portals.ts';
import { type Receive, Teller } from './telling.ts';
import { TillError } from './tillError.ts';
import { type TillFault, type Trials, trialsOf } from './trials.ts';

export interface TillOptions {
  readonly database: Database;
  /** Under which people reach this server, for the addresses of pages. */
  readonly origin: () => string;
  /** What calls have to bring. Secret. */
  readonly secretKey: string;
  /** Signs what the till tells. Secret. */
  readonly webhookSecret: string;
}

/** A till of our own that behaves as Stripe's API does, with play money. What it knows is rows of the database. */
export interface Till {
  /** Answers calls of the library. */
  readonly fetch: typeof globalThis.fetch;
  /** What happens is told from then on. */
  connect(receive: Receive): void;
  /** Does what is due by the clock, and tells what happened. */
  wind(): Promise<void>;
  /** What a hosted page does, alone in the till. What happened by it is told before this answers. */
  readonly atPage: InTill;
  /** Waits for what is on its way. */
  settle(): Promise<void>;
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

export function createTill({ database, origin, secretKey, webhookSecret }: TillOptions): Till {
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

  return {
    fetch: answer,
    connect: (receive) => teller.connect(receive),
    wind,
    async atPage(work) {
      const done = await inTill(work);
      await teller.wake();
      return done;
    },
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
}
