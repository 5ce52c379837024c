import { removeRows } from '../../ports/database/rows.ts';
import { askTill } from './atTill.ts';
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
  const { queries } = database;
  const customer = await findCustomer(queries, userId);
  if (!customer) return;
  const { customerId } = customer;
  const isKnown = payments.knows(customerId);
  if (!isKnown && payments.isPlayMoney) return;
  if (isKnown) await askTill(log, () => payments.removeCustomer(customerId));
  await removeRows(queries, 'customers', { userId });
}
