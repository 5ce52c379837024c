import { type Book, newTillId } from './book.ts';
import type { CardBehaviour } from './cards.ts';
import { amountIn, playPrice } from './catalogue.ts';
import type { CustomerDoc, InvoiceDoc, SubscriptionDoc } from './docs.ts';
import { isTaken, takeMoney } from './paying.ts';
import { cardDeclined, invalidRequest } from './tillError.ts';

const DAY_SEC = 86_400;
/** A payment that failed is tried again so many days after it was due; after the last one the subscription ends. */
const RETRY_DAYS = [1, 4, 9, 14] as const;

/** So many months later, on the last day of a month that is too short. Seconds since the epoch. */
export function addMonths(anchorSec: number, months: number): number {
  const anchor = new Date(anchorSec * 1000);
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const time = anchor.getTime() % (DAY_SEC * 1000);
  return (Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay)) + time) / 1000;
}

const itemOf = (subscription: SubscriptionDoc) => subscription.items.data[0];

/** The end of the period behind one that ends then. */
function nextEnd({ billing_cycle_anchor: anchor }: SubscriptionDoc, endSec: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(endSec * 1000)];
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(anchor, months + 1);
}

/** How the card of a subscription behaves; undefined where it has none. */
async function behaviourOf(book: Book, customerId: string, methodId: string | null) {
  const customer = await book.find('customer', customerId);
  const id = methodId ?? customer?.invoice_settings.default_payment_method;
  if (!id) return undefined;
  const method = await book.find('payment_method', id);
  return method && { id, behaviour: method.metadata.behaviour as CardBehaviour };
}

async function addInvoice(
  book: Book,
  subscription: SubscriptionDoc,
  amount: number,
  reason: InvoiceDoc['billing_reason'],
): Promise<InvoiceDoc> {
  const { id, customer, currency, metadata } = subscription;
  const { current_period_start: period_start, current_period_end: period_end } =
    itemOf(subscription);
  const before = await book.list('invoice', { parentId: id });
  const invoice: InvoiceDoc = {
    ...book.begin('invoice'),
    customer,
    currency,
    number: `PLAY-${id.slice(-6).toUpperCase()}-${String(before.length + 1).padStart(4, '0')}`,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    billing_reason: reason,
    next_payment_attempt: null,
    period_start,
    period_end,
    total: amount,
    status: 'open',
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: id, metadata },
    },
    payment_intent: null,
  };
  return book.add(invoice, { customerId: customer, parentId: id });
}

/** Tries to have an invoice paid. @returns whether it is */
export async function payInvoice(
  book: Book,
  subscription: SubscriptionDoc,
  invoice: InvoiceDoc,
  { isLater }: { readonly isLater: boolean },
): Promise<boolean> {
  const { customer: customerId, currency } = subscription;
  const card = await behaviourOf(book, customerId, subscription.default_payment_method);
  invoice.attempt_count += 1;
  const isPaid = isTaken(card?.behaviour, isLater);
  if (isPaid) {
    const payment = { customerId, amount: invoice.amount_due, currency, parentId: invoice.id };
    const intent = await takeMoney(book, card?.id ?? null, { ...payment, metadata: {} });
    invoice.payment_intent = intent.id;
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    invoice.amount_remaining = 0;
    invoice.next_payment_attempt = null;
  }
  await book.change(invoice);
  await book.tell(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  return isPaid;
}

interface NewSubscription {
  readonly customer: CustomerDoc;
  readonly priceId: string;
  readonly currency: string;
  /** Id of a payment method. */
  readonly method: string | null;
  readonly metadata: Record<string, string>;
}

/** Begins a subscription and has its first month paid. Throws `card_declined`. */
export async function startSubscription(
  book: Book,
  { customer, priceId, currency, method, metadata }: NewSubscription,
): Promise<SubscriptionDoc> {
  const price = playPrice(priceId);
  const amount = price?.recurring ? amountIn(price, currency) : undefined;
  if (!price || amount === undefined) throw invalidRequest('This price is not paid each month');
  const begun = book.begin('subscription');
  const now = book.nowSec;
  const subscription: SubscriptionDoc = {
    ...begun,
    customer: customer.id,
    currency,
    billing_cycle_anchor: now,
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    default_payment_method: method,
    latest_invoice: null,
    start_date: now,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${begun.id}`,
      data: [
        {
          id: newTillId('subscription_item'),
          object: 'subscription_item',
          created: now,
          current_period_start: now,
          current_period_end: addMonths(now, 1),
          price,
          quantity: 1,
          subscription: begun.id,
        },
      ],
    },
    metadata,
  };
  const due = itemOf(subscription).current_period_end * 1000;
  await book.add(subscription, { customerId: customer.id, due });
  const invoice = await addInvoice(book, subscription, amount, 'subscription_create');
  subscription.latest_invoice = invoice.id;
  if (!(await payInvoice(book, subscription, invoice, { isLater: false }))) throw cardDeclined();
  await book.change(subscription);
  await book.tell('customer.subscription.created', subscription);
  return subscription;
}

/** Ends a subscription for good. @param endedSec when it ended */
export async function endSubscription(
  book: Book,
  subscription: SubscriptionDoc,
  endedSec: number = book.nowSec,
): Promise<void> {
  subscription.status = 'canceled';
  subscription.ended_at = endedSec;
  subscription.canceled_at ??= endedSec;
  await book.change(subscription, { due: null });
  for (const invoice of await book.list('invoice', { parentId: subscription.id })) {
    if (invoice.status !== 'open') continue;
    invoice.status = 'void';
    invoice.next_payment_attempt = null;
    await book.change(invoice);
  }
  await book.tell('customer.subscription.deleted', subscription);
}

/** Lets a subscription end with its period, or not. One that has ended cannot be changed any more. */
export async function setEnding(
  book: Book,
  subscription: SubscriptionDoc,
  ends: boolean,
): Promise<void> {
  if (subscription.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its metadata.');
  }
  subscription.cancel_at_period_end = ends;
  subscription.cancel_at = ends ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = ends ? book.nowSec : null;
  await book.change(subscription);
  await book.tell('customer.subscription.updated', subscription);
}

/** Tries to have the month paid that is open, as soon as there is another card or it is time to try again. */
export async function payOpen(
  book: Book,
  subscription: SubscriptionDoc,
  isLater: boolean,
): Promise<void> {
  const invoices = await book.list('invoice', { parentId: subscription.id });
  const open = invoices.find(({ status }) => status === 'open');
  const item = itemOf(subscription);
  if (!open || (await payInvoice(book, subscription, open, { isLater }))) {
    subscription.status = 'active';
    await book.change(subscription, { due: item.current_period_end * 1000 });
    await book.tell('customer.subscription.updated', subscription);
    return;
  }
  const dueSec = open.created;
  const next = RETRY_DAYS.map((day) => dueSec + day * DAY_SEC).find((at) => at > book.nowSec);
  const wasActive = subscription.status === 'active';
  if (next === undefined) {
    await endSubscription(book, subscription);
    return;
  }
  open.next_payment_attempt = next;
  await book.change(open);
  subscription.status = 'past_due';
  await book.change(subscription, { due: next * 1000 });
  if (wasActive) await book.tell('customer.subscription.updated', subscription);
}

/** What is due with a subscription: it ends with its period, begins another one, or tries again to have it paid. */
export async function wind(book: Book, subscription: SubscriptionDoc): Promise<void> {
  const item = itemOf(subscription);
  if (subscription.status === 'past_due') return payOpen(book, subscription, true);
  if (subscription.cancel_at_period_end) {
    return endSubscription(book, subscription, item.current_period_end);
  }
  const price = item.price as Parameters<typeof amountIn>[0];
  item.current_period_start = item.current_period_end;
  item.current_period_end = nextEnd(subscription, item.current_period_end);
  const amount = amountIn(price, subscription.currency) ?? 0;
  const invoice = await addInvoice(book, subscription, amount, 'subscription_cycle');
  subscription.latest_invoice = invoice.id;
  await book.change(subscription);
  await payOpen(book, subscription, true);
}
