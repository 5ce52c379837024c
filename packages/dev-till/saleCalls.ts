import * as z from 'zod';
import { type CallTable, first, inLists, Metadata, Page, paged, read, Whole } from './callParts.ts';
import { behaviourOfMethod } from './cards.ts';
import { expireCheckout, openCheckout } from './checkouts.ts';
import { isTaken, takeMoney } from './paying.ts';
import { refund } from './refunds.ts';
import { cardDeclined, invalidRequest } from './tillError.ts';

const NewSession = z.object({
  mode: z.enum(['subscription', 'payment']),
  customer: z.string(),
  client_reference_id: z.string().max(200).optional(),
  currency: z.string().optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  expires_at: Whole.optional(),
  metadata: Metadata,
  line_items: inLists(z.strictObject({ price: z.string(), quantity: z.literal('1') })),
  subscription_data: z.strictObject({ metadata: Metadata }).optional(),
  payment_intent_data: z.strictObject({ metadata: Metadata }).optional(),
});
const NewIntent = z.object({
  amount: Whole,
  currency: z.string(),
  customer: z.string().optional(),
  confirm: z.literal('true'),
  payment_method: z.string(),
  automatic_payment_methods: z
    .strictObject({ enabled: z.literal('true'), allow_redirects: z.literal('never') })
    .optional(),
  metadata: Metadata,
});

/** Checkouts, and money that is taken and given back. */
export const SALE_CALLS: CallTable = [
  [
    'POST /v1/checkout/sessions',
    async ({ book, form, pages }) => {
      const { line_items, subscription_data, payment_intent_data, ...rest } = read(
        NewSession,
        form,
      );
      const [line] = line_items;
      if (!line || line_items.length > 1) throw invalidRequest('One line item is sold at a time.');
      return openCheckout(
        book,
        {
          ...rest,
          currency: rest.currency,
          expires_at: rest.expires_at,
          client_reference_id: rest.client_reference_id ?? null,
          cancel_url: rest.cancel_url ?? null,
          price: line.price,
          subscription_metadata: subscription_data?.metadata ?? {},
          payment_metadata: payment_intent_data?.metadata ?? {},
        },
        pages.checkout,
      );
    },
  ],
  [
    'GET /v1/checkout/sessions',
    async ({ book, form }) => {
      const filters = {
        customer: z.string(),
        status: z.enum(['open', 'complete', 'expired']).optional(),
      };
      const { customer, status, ...page } = read(Page.extend(filters), form);
      const all = await book.list('checkout.session', { customerId: customer });
      const some = all.filter((session) => status === undefined || session.status === status);
      return paged('/v1/checkout/sessions', some, page);
    },
  ],
  ['GET /v1/checkout/sessions/#', ({ book, ids }) => book.need('checkout.session', first(ids))],
  [
    'POST /v1/checkout/sessions/#/expire',
    async ({ book, ids }) => {
      const session = await book.need('checkout.session', first(ids));
      await expireCheckout(book, session);
      return session;
    },
  ],
  [
    'POST /v1/payment_intents',
    async ({ book, form }) => {
      const { amount, currency, customer, payment_method, metadata } = read(NewIntent, form);
      const behaviour = behaviourOfMethod(payment_method);
      if (!isTaken(behaviour, false)) throw cardDeclined();
      if (customer) await book.need('customer', customer, 'customer');
      return takeMoney(book, null, {
        customerId: customer ?? null,
        amount,
        currency,
        metadata,
        parentId: null,
      });
    },
  ],
  ['GET /v1/payment_intents/#', ({ book, ids }) => book.need('payment_intent', first(ids))],
  ['GET /v1/charges/#', ({ book, ids }) => book.need('charge', first(ids))],
  [
    'POST /v1/refunds',
    async ({ book, form }) => {
      const wanted = {
        payment_intent: z.string(),
        amount: Whole.optional(),
        reason: z.string().optional(),
        metadata: Metadata,
      };
      const { payment_intent, amount, reason } = read(z.object(wanted), form);
      return refund(book, { intentId: payment_intent, amount, reason: reason ?? null });
    },
  ],
];
