import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity } from '../../plugins/identity.ts';
import { askTill } from './atTill.ts';
import type { PlansContext } from './context.ts';
import { findKnownCustomer } from './customers.ts';

/**
 * The page of the till on which the caller changes and ends what they pay.
 * @throws ApiError `conflict` for an account that never paid, `unavailable`
 */
export async function openPortal(
  { database, payments, origin, log }: PlansContext,
  { userId }: Identity,
  returnTo: string,
): Promise<{ url: string }> {
  const nothing = new ApiError('conflict', 'There is nothing to manage: you have paid nothing yet');
  const customer = await findKnownCustomer({ database, payments }, userId);
  if (!customer) throw nothing;
  const { customerId } = customer;
  const url = await askTill(log, () => payments.portal(customerId, origin() + returnTo));
  if (url === undefined) throw nothing;
  return { url };
}
