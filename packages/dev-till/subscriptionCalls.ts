import * as z from 'zod';
import { type CallTable, Flag, first, inLists, Metadata, Page, paged, read } from './callParts.ts';
import { playPrice } from './catalogue.ts';
import {
  endSubscription,
  payInvoice,
  payOpen,
  setEnding,
  startSubscription,
} from './subscriptions.ts';
import { cardDeclined, invalidRequest, missingObject } from './tillError.ts';

const NewSubscription = z.object({
  customer: z.string(),
  currency: z.string().optional(),
  default_payment_method: z.string().optional(),
  items: inLists(z.strictObject({ price: z.string() })),
  metadata: Metadata,
});

/** Subscriptions and their invoices. */
export const SUBSCRIPTION_CALLS: CallTable = [
  [
    'POST /v1/subscriptions',
    async ({ book, form }) => {
      const {
        customer,
        currency,
        default_payment_method: method,
        items,
        metadata,
      } = read(NewSubscription, form);
      const priceId = items[0]?.price ?? '';
      const price = playPrice(priceId);
      if (!price) throw missingObject('price', priceId, 'items[0][price]');
      return startSubscription(book, {
        customer: await book.need('customer', customer, 'customer'),
        priceId,
        currency: currency ?? price.currency,
        method: method ?? null,
        metadata,
      });
    },
  ],
  [
    'GET /v1/subscriptions',
    async ({ book, form }) => {
      const filters = {
        customer: z.string(),
        status: z.enum(['all', 'active', 'past_due', 'canceled']).optional(),
      };
      const { customer, status, ...page } = read(Page.extend(filters), form);
      if (
        !(await book.find('customer', customer)) &&
        !(await book.list('subscription', { customerId: customer })).length
      ) {
        throw missingObject('customer', customer, 'customer');
      }
      const all = await book.list('subscription', { customerId: customer });
      const some = all.filter((one) =>
        status === undefined
          ? one.status !== 'canceled'
          : status === 'all' || one.status === status,
      );
      return paged('/v1/subscriptions', some, page);
    },
  ],
  ['GET /v1/subscriptions/#', ({ book, ids }) => book.need('subscription', first(ids))],
  [
    'POST /v1/subscriptions/#',
    async ({ book, ids, form }) => {
      const { cancel_at_period_end: ends } = read(z.object({ cancel_at_period_end: Flag }), form);
      const subscription = await book.need('subscription', first(ids));
      await setEnding(book, subscription, ends);
      return subscription;
    },
  ],
  [
    'DELETE /v1/subscriptions/#',
    async ({ book, ids }) => {
      const subscription = await book.need('subscription', first(ids));
      if (subscription.status === 'canceled') throw missingObject('subscription', subscription.id);
      await endSubscription(book, subscription);
      return subscription;
    },
  ],
  [
    'GET /v1/invoices',
    async ({ book, form }) => {
      const { customer, subscription, ...page } = read(
        Page.extend({ customer: z.string().optional(), subscription: z.string().optional() }),
        form,
      );
      const all = await book.list('invoice', {
        customerId: customer ?? null,
        parentId: subscription ?? null,
      });
      return paged('/v1/invoices', all, page);
    },
  ],
  ['GET /v1/invoices/#', ({ book, ids }) => book.need('invoice', first(ids))],
  [
    'POST /v1/invoices/#/pay',
    async ({ book, ids }) => {
      const invoice = await book.need('invoice', first(ids));
      if (invoice.status !== 'open') throw invalidRequest('Invoice is already paid');
      const id = invoice.parent.subscription_details.subscription;
      const subscription = await book.need('subscription', id);
      if (!(await payInvoice(book, subscription, invoice, { isLater: true }))) throw cardDeclined();
      await payOpen(book, subscription, true);
      return invoice;
    },
  ],
];
