import { inPages, type Pages, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';

/** Rows of an export at a time. */
const PAGE = 100;

/** What an account paid, what it may use by that, and the codes that it redeemed, as its export lists them. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const customers = queries
    .selectFrom('customers')
    .select(['customerId', 'created'])
    .where('userId', '=', userId);
  const subscriptions = queries
    .selectFrom('subscriptions')
    .select(['id', 'status', 'price', 'cancels', 'periodEnd', 'ended', 'created'])
    .where('userId', '=', userId);
  const purchases = queries
    .selectFrom('purchases')
    .select(['id', 'product', 'amount', 'currency', 'state', 'created'])
    .where('userId', '=', userId);
  const grants = queries
    .selectFrom('grants')
    .select(['product', 'source', 'ref', 'created', 'until'])
    .where('userId', '=', userId);
  const redemptions = queries
    .selectFrom('redemptions')
    .select(['code', 'created'])
    .where('userId', '=', userId);
  return {
    customers: inPages(customers, ['customerId'], PAGE),
    subscriptions: inPages(subscriptions, ['created', 'id'], PAGE),
    purchases: inPages(purchases, ['created', 'id'], PAGE),
    grants: inPages(grants, ['product', 'source', 'ref'], PAGE),
    redemptions: inPages(redemptions, ['created', 'code'], PAGE),
  };
}

/** What it may use goes, and who it was that paid. */
const ownRows: RemovalStep = async (queries, userId) => {
  for (const table of ['grants', 'redemptions', 'subscriptions'] as const) {
    await queries.deleteFrom(table).where('userId', '=', userId).execute();
  }
  // What was paid stays in the books, without a name.
  await queries.updateTable('purchases').set({ userId: '' }).where('userId', '=', userId).execute();
  return null;
};

/** Takes what plans keep for an account that was closed. Who it was to the till goes once that was told (`leaving.ts`). */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownRows];
