import { writeFor } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { installationId } from '../../ports/database/installation.ts';
import { findRow, putRow } from '../../ports/database/rows.ts';
import type { CustomerRow } from '../../ports/database/schemaPlans.ts';
import { askTill } from './atTill.ts';
import type { PlansContext } from './context.ts';

type CustomersContext = Pick<PlansContext, 'database' | 'payments' | 'log'>;

/** Who an account is to the till; undefined for one that never went there. */
export const findCustomer = (queries: Queries, userId: string): Promise<CustomerRow | undefined> =>
  findRow(queries, 'customers', { userId });

/** The same for one that this till knows. */
export async function findKnownCustomer(
  { database, payments }: Pick<PlansContext, 'database' | 'payments'>,
  userId: string,
): Promise<CustomerRow | undefined> {
  const customer = await findCustomer(database.queries, userId);
  return customer && payments.knows(customer.customerId) ? customer : undefined;
}

/**
 * Makes an account a customer of the till, once: the same key is sent by all calls at the same time, and the till
 * answers all of them with the same customer. Nothing but the name of the account goes there.
 * @throws ApiError `unavailable`, `unauthorised` for an account that is gone
 */
export async function ensureCustomer(
  { database, payments, log }: CustomersContext,
  userId: string,
): Promise<string> {
  const known = await findKnownCustomer({ database, payments }, userId);
  if (known) return known.customerId;
  const installation = await installationId(database);
  const customerId = await askTill(log, () => payments.addCustomer(userId, installation));
  return writeFor(database, userId, async (transaction) => {
    const nowMs = Date.now();
    const before = await findCustomer(transaction, userId);
    if (before && payments.knows(before.customerId)) return before.customerId;
    // One of another till: what it knew of them counts no more.
    const row = { customerId, created: nowMs, checked: 0 };
    await putRow(transaction, 'customers', { userId }, row);
    return customerId;
  });
}
