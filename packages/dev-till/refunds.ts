import type { Book } from './book.ts';
import type { RefundDoc } from './docs.ts';
import { invalidRequest } from './tillError.ts';

interface NewRefund {
  readonly intentId: string;
  /** In the smallest unit; all that is left without. */
  readonly amount: number | undefined;
  readonly reason: string | null;
}

/** Gives play money back. Throws for more than was taken. */
export async function refund(
  book: Book,
  { intentId, amount, reason }: NewRefund,
): Promise<RefundDoc> {
  const intent = await book.need('payment_intent', intentId, 'payment_intent');
  const charge = await book.need('charge', intent.latest_charge ?? '', 'payment_intent');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const given = amount ?? left;
  if (given > left || given <= 0) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge', {
      param: 'amount',
    });
  }
  charge.amount_refunded += given;
  charge.refunded = charge.amount_refunded === charge.amount;
  await book.change(charge);
  const done = await book.add<RefundDoc>(
    {
      ...book.begin('refund'),
      amount: given,
      charge: charge.id,
      currency: charge.currency,
      payment_intent: intent.id,
      reason,
      status: 'succeeded',
      metadata: {},
    },
    { customerId: charge.customer, parentId: charge.id },
  );
  await book.tell('charge.refunded', charge);
  await book.tell('refund.created', done);
  return done;
}
