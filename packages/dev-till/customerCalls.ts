import * as z from 'zod';
import { type CallTable, first, Metadata, Page, paged, read } from './callParts.ts';
import { behaviourOfMethod } from './cards.ts';
import { PLAY_PRICES, playPrice } from './catalogue.ts';
import { attachCard } from './paying.ts';
import { openPortal } from './portals.ts';
import { removeCustomer } from './removal.ts';
import { missingObject } from './tillError.ts';

const NewCustomer = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  description: z.string().optional(),
  metadata: Metadata,
});

/** What is sold, to whom, and what happened. */
export const CUSTOMER_CALLS: CallTable = [
  [
    'GET /v1/prices/#',
    async ({ ids, form }) => {
      read(z.object({}), form);
      const price = playPrice(first(ids));
      if (!price) throw missingObject('price', first(ids));
      return price;
    },
  ],
  [
    'GET /v1/prices',
    async ({ form }) => paged('/v1/prices', [...PLAY_PRICES.values()], read(Page, form)),
  ],
  [
    'POST /v1/customers',
    async ({ book, form }) => {
      const { name = null, email = null, description = null, metadata } = read(NewCustomer, form);
      const customer = await book.add({
        ...book.begin('customer'),
        name,
        email,
        description,
        metadata,
        invoice_settings: { default_payment_method: null },
      });
      await book.tell('customer.created', customer);
      return customer;
    },
  ],
  ['GET /v1/customers/#', ({ book, ids }) => book.need('customer', first(ids))],
  [
    'DELETE /v1/customers/#',
    async ({ book, ids }) => {
      const customer = await book.need('customer', first(ids));
      await removeCustomer(book, customer);
      return { id: customer.id, object: 'customer', deleted: true };
    },
  ],
  [
    'POST /v1/payment_methods/#/attach',
    async ({ book, ids, form }) => {
      const { customer } = read(z.object({ customer: z.string() }), form);
      return attachCard(
        book,
        await book.need('customer', customer, 'customer'),
        behaviourOfMethod(first(ids)),
      );
    },
  ],
  [
    'POST /v1/billing_portal/sessions',
    async ({ book, form, pages }) => {
      const wanted = { customer: z.string(), return_url: z.url().optional() };
      const { customer, return_url } = read(z.object(wanted), form);
      return openPortal(
        book,
        { customerId: customer, returnUrl: return_url ?? null },
        pages.portal,
      );
    },
  ],
  ['GET /v1/events/#', ({ book, ids }) => book.need('event', first(ids))],
  [
    'GET /v1/events',
    async ({ book, form }) => paged('/v1/events', await book.list('event', {}), read(Page, form)),
  ],
];
