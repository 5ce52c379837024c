import { type InTill, KEYS_KEPT_MS } from './answering.ts';
import type { Book } from './book.ts';
import { expireCheckout } from './checkouts.ts';
import { wind } from './subscriptions.ts';

/** Objects of a kind that one transaction looks at. */
const SOME = 20;
/** What happened can be read for so long. */
const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

async function step(book: Book): Promise<boolean> {
  const subscriptions = await book.due('subscription', SOME);
  for (const subscription of subscriptions) await wind(book, subscription);
  const sessions = await book.due('checkout.session', SOME);
  for (const session of sessions) await expireCheckout(book, session);
  return subscriptions.length + sessions.length > 0;
}

async function forget(book: Book): Promise<void> {
  const { queries, nowMs } = book;
  await queries
    .deleteFrom('tillObjects')
    .where('object', '=', 'billing_portal.session')
    .where('due', '<=', nowMs)
    .execute();
  await queries
    .deleteFrom('tillObjects')
    .where('object', '=', 'event')
    .where('created', '<=', nowMs - EVENTS_KEPT_MS)
    .execute();
  await queries
    .deleteFrom('tillKeys')
    .where('created', '<=', nowMs - KEYS_KEPT_MS)
    .execute();
}

/** Does what the clock says: months end and are paid, payments are tried again, checkouts expire. */
export async function windUp(inTill: InTill): Promise<void> {
  while (await inTill(step));
  await inTill(forget);
}
