import type { Book } from './book.ts';
import { expireCheckout } from './checkouts.ts';
import type { CustomerDoc } from './docs.ts';
import { endSubscription } from './subscriptions.ts';

/**
 * Removes a customer: what runs ends at once, what is open is closed, and the books stay without a name.
 * https://docs.stripe.com/api/customers/delete
 */
export async function removeCustomer(book: Book, customer: CustomerDoc): Promise<void> {
  for (const subscription of await book.list('subscription', { customerId: customer.id })) {
    if (subscription.status !== 'canceled') await endSubscription(book, subscription);
  }
  for (const session of await book.list('checkout.session', { customerId: customer.id })) {
    if (session.status === 'open') await expireCheckout(book, session);
  }
  await book.queries
    .deleteFrom('tillObjects')
    .where('customerId', '=', customer.id)
    .where('object', 'in', ['payment_method', 'billing_portal.session'])
    .execute();
  await book.queries
    .deleteFrom('tillObjects')
    .where('id', '=', customer.id)
    .where('object', '=', 'customer')
    .execute();
  await book.tell('customer.deleted', {
    ...customer,
    name: null,
    email: null,
    description: null,
    metadata: {},
  });
}
