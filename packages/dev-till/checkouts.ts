import type { Book } from './book.ts';
import type { CardBehaviour } from './cards.ts';
import { amountIn, playPrice } from './catalogue.ts';
import type { CustomerDoc, SessionDoc } from './docs.ts';
import { newPageKey } from './pageKeys.ts';
import { attachCard, isTaken, takeMoney } from './paying.ts';
import { startSubscription } from './subscriptions.ts';
import { cardDeclined, invalidRequest, missingObject } from './tillError.ts';

/** As at Stripe where the call does not say. */
const OPEN_SEC = 24 * 3600;

export interface NewCheckout {
  readonly mode: 'subscription' | 'payment';
  readonly customer: string;
  readonly price: string;
  readonly currency: string | undefined;
  readonly client_reference_id: string | null;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly expires_at: number | undefined;
  readonly metadata: Record<string, string>;
  readonly subscription_metadata: Record<string, string>;
  readonly payment_metadata: Record<string, string>;
}

/**
 * Begins a checkout.
 * @param pageOf address of its page
 * @throws TillError for what Stripe would refuse
 */
export async function openCheckout(
  book: Book,
  wanted: NewCheckout,
  pageOf: (id: string, key: string) => string,
): Promise<SessionDoc> {
  const { customer: customerId, price: priceId, expires_at, currency: given, ...rest } = wanted;
  const customer = await book.need('customer', customerId, 'customer');
  const price = playPrice(priceId);
  if (!price) throw missingObject('price', priceId, 'line_items[0][price]');
  if ((price.type === 'recurring') !== (wanted.mode === 'subscription')) {
    throw invalidRequest('The price does not go with `mode`.', { param: 'mode' });
  }
  const currency = given ?? price.currency;
  const amount = amountIn(price, currency);
  if (amount === undefined) {
    throw invalidRequest('The price has no such currency.', { param: 'currency' });
  }
  const begun = book.begin('checkout.session');
  const key = newPageKey();
  const session: SessionDoc = {
    ...begun,
    ...rest,
    customer: customer.id,
    currency,
    line_price: price.id,
    amount_subtotal: amount,
    amount_total: amount,
    expires_at: expires_at ?? book.nowSec + OPEN_SEC,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    subscription: null,
    invoice: null,
    page_key: key,
    url: pageOf(begun.id, key),
  };
  return book.add(session, { customerId: customer.id, due: session.expires_at * 1000 });
}

/** Ends a checkout that was not paid. Throws for one that is not open. */
export async function expireCheckout(book: Book, session: SessionDoc): Promise<void> {
  if (session.status !== 'open') {
    throw invalidRequest(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ' +
        `${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  await book.change(session, { due: null });
  await book.tell('checkout.session.expired', session);
}

/** Pays a checkout that is open. Throws `card_declined`; then nothing has changed once the transaction is taken back. */
export async function payCheckout(
  book: Book,
  session: SessionDoc,
  customer: CustomerDoc,
  behaviour: CardBehaviour,
): Promise<void> {
  if (!isTaken(behaviour, false)) throw cardDeclined();
  const method = await attachCard(book, customer, behaviour);
  if (session.mode === 'subscription') {
    const subscription = await startSubscription(book, {
      customer,
      priceId: session.line_price,
      currency: session.currency,
      method: method.id,
      metadata: session.subscription_metadata,
    });
    session.subscription = subscription.id;
    session.invoice = subscription.latest_invoice;
  } else {
    const intent = await takeMoney(book, method.id, {
      customerId: customer.id,
      amount: session.amount_total,
      currency: session.currency,
      metadata: session.payment_metadata,
      parentId: session.id,
    });
    session.payment_intent = intent.id;
  }
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  await book.change(session, { due: null });
  await book.tell('checkout.session.completed', session);
}
