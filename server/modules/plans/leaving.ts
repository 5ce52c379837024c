import { askTill, isMissing } from './atTill.ts';
import type { PlansContext } from './context.ts';
import { findCustomer } from './customers.ts';

type LeavingContext = Pick<PlansContext, 'database' | 'payments' | 'log'>;

/**
 * Takes a closed account out of the till: what it pays ends at once, a payment that is open is called off, and the
 * customer goes there, whose payments stay in the books. Doing it again changes nothing. One of another till than this
 * stays noted until that is there again.
 * @throws ApiError `unavailable`; then it is to be tried again
 */
export async function leaveTill(
  { database, payments, log }: LeavingContext,
  userId: string,
): Promise<void> {
  const { stripe } = payments;
  const { queries } = database;
  const customer = await findCustomer(queries, userId);
  if (!customer) return;
  const { customerId } = customer;
  const isKnown = payments.knows(customerId);
  if (!isKnown && payments.isPlayMoney) return;
  if (isKnown) {
    await askTill(log, async () => {
      try {
        const open = stripe.checkout.sessions.list({ customer: customerId, status: 'open' });
        for await (const { id } of open) {
          // It may have been paid or have expired in this moment.
          await stripe.checkout.sessions.expire(id).catch(() => undefined);
        }
        await stripe.customers.del(customerId);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    });
  }
  await queries.deleteFrom('customers').where('userId', '=', userId).execute();
}
