import type { Book } from './book.ts';
import { type CardBehaviour, lastDigits } from './cards.ts';
import type { CustomerDoc, PaymentIntentDoc, PaymentMethodDoc } from './docs.ts';
import { cardDeclined } from './tillError.ts';

/** Cards of the till run out in this year. */
const CARD_YEAR = 2040;

/** Keeps a card for a customer, without its number. Throws `card_declined` for one that is never taken. */
export async function attachCard(
  book: Book,
  customer: CustomerDoc,
  behaviour: CardBehaviour,
): Promise<PaymentMethodDoc> {
  if (behaviour === 'declined') throw cardDeclined();
  const method = await book.add<PaymentMethodDoc>(
    {
      ...book.begin('payment_method'),
      type: 'card',
      customer: customer.id,
      card: { brand: 'visa', last4: lastDigits(behaviour), exp_month: 12, exp_year: CARD_YEAR },
      metadata: { behaviour },
    },
    { customerId: customer.id },
  );
  customer.invoice_settings.default_payment_method = method.id;
  await book.change(customer);
  return method;
}

export interface Payment {
  readonly customerId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  /** What is paid: a checkout session or an invoice. */
  readonly parentId: string | null;
}

/** Is money taken from this card? @param isLater without a person at the page: what is paid again each month */
export const isTaken = (behaviour: CardBehaviour | undefined, isLater: boolean): boolean =>
  behaviour === 'pays' || behaviour === 'confirms' || (behaviour === 'fails_later' && !isLater);

/** Takes play money: an intent and its charge. Whether the card pays was asked before. */
export async function takeMoney(
  book: Book,
  methodId: string | null,
  { customerId, amount, currency, metadata, parentId }: Payment,
): Promise<PaymentIntentDoc> {
  const intent: PaymentIntentDoc = {
    ...book.begin('payment_intent'),
    amount,
    amount_received: amount,
    currency,
    customer: customerId,
    status: 'succeeded',
    latest_charge: null,
    payment_method: methodId,
    metadata,
  };
  const charge = await book.add(
    {
      ...book.begin('charge'),
      amount,
      amount_refunded: 0,
      refunded: false,
      currency,
      customer: customerId,
      payment_intent: intent.id,
      payment_method: methodId,
      paid: true,
      status: 'succeeded',
      metadata,
    },
    { customerId, parentId: intent.id },
  );
  intent.latest_charge = charge.id;
  await book.add(intent, { customerId, parentId });
  await book.tell('payment_intent.succeeded', intent);
  await book.tell('charge.succeeded', charge);
  return intent;
}
