import { createHash, randomBytes } from 'node:crypto';
import { API_VERSION, type Book } from './book.ts';
import { findCall } from './calls.ts';
import { expand } from './expanding.ts';
import { listOf, readForm } from './form.ts';
import type { Pages } from './portals.ts';
import { invalidRequest, TillError } from './tillError.ts';

/** A call of Stripe's API. */
export interface TillCall {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly idempotencyKey: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Runs work alone in the till, in one transaction. */
export type InTill = <T>(work: (book: Book) => Promise<T>) => Promise<T>;

/** As at Stripe: what was sent again is answered again for a day. https://docs.stripe.com/api/idempotent_requests */
export const KEYS_KEPT_MS = 24 * 3_600_000;

export const errorOf = ({ body }: TillError): object => ({ error: body });

/** An answer as it goes out. */
export function response({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': `req_play_${randomBytes(8).toString('hex')}`,
      'stripe-version': API_VERSION,
      ...headers,
    },
  });
}

async function run(book: Book, { method, url, body }: TillCall, pages: Pages): Promise<Answer> {
  const form = readForm(method === 'GET' ? url.search : body);
  const { call, ids } = findCall(method, url.pathname);
  const answer = await call({ book, ids, form, pages });
  const paths = listOf(form.expand).filter((path) => typeof path === 'string');
  return { status: 200, body: await expand(book, answer, paths) };
}

/** What the same call was answered before. Throws `idempotency_error` where another one had the same key. */
async function answeredBefore(book: Book, key: string, digest: string) {
  const row = await book.queries
    .selectFrom('tillKeys')
    .selectAll()
    .where('idempotencyKey', '=', key)
    .where('created', '>', book.nowMs - KEYS_KEPT_MS)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.digest === digest) return row.answer as Answer;
  throw new TillError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  });
}

async function keep(book: Book, key: string, digest: string, answer: Answer): Promise<void> {
  const row = { digest, created: book.nowMs, answer: JSON.stringify(answer) };
  await book.queries
    .insertInto('tillKeys')
    .values({ idempotencyKey: key, ...row })
    .onConflict((conflict) => conflict.column('idempotencyKey').doUpdateSet(row))
    .execute();
}

/** Answers a call as Stripe would. */
export async function answerCall(inTill: InTill, call: TillCall, pages: Pages): Promise<Response> {
  const { method, url, body, idempotencyKey } = call;
  const key = method === 'POST' ? idempotencyKey : null;
  const digest = createHash('sha256').update(`${url.pathname}\n${body}`).digest('hex');
  try {
    if (key && key.length > 255) throw invalidRequest('Idempotency keys have 255 characters.');
    return await inTill(async (book) => {
      const before = key && (await answeredBefore(book, key, digest));
      if (before) return response(before, { 'idempotent-replayed': 'true' });
      const answer = await run(book, call, pages);
      if (key) await keep(book, key, digest, answer);
      return response(answer);
    });
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    const answer = { status: error.status, body: errorOf(error) };
    // What was wrong with a request may be mended; what became of a payment stays so.
    if (key && error.status === 402) await inTill((book) => keep(book, key, digest, answer));
    return response(answer);
  }
}
