import type { ExportOwned } from '../../kernel/ownership.ts';
import { ownedRows, type RemovalStep } from '../../ports/database/batches.ts';
import { removeRows, updateRows } from '../../ports/database/rows.ts';

/** What an account paid, what it may use by that, and the codes that it redeemed, as its export lists them. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  return {
    customers: rows('customers', ['customerId'], ['created']),
    subscriptions: rows(
      'subscriptions',
      ['created', 'id'],
      ['status', 'price', 'cancels', 'periodEnd', 'ended'],
    ),
    purchases: rows('purchases', ['created', 'id'], ['product', 'amount', 'currency', 'state']),
    grants: rows('grants', ['product', 'source', 'ref'], ['created', 'until']),
    redemptions: rows('redemptions', ['created', 'code'], []),
  };
};

/** What it may use goes, and who it was that paid. */
const ownRows: RemovalStep = async (queries, userId) => {
  for (const table of ['grants', 'redemptions', 'subscriptions'] as const) {
    await removeRows(queries, table, { userId });
  }
  // What was paid stays in the books, without a name.
  await updateRows(queries, 'purchases', { userId }, { userId: '' });
  return null;
};

/** Takes what plans keep for an account that was closed. What the till calls it stays until the till knows of the closing (`leaving.ts`). */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownRows];
