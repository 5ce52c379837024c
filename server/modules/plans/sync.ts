import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import { NO_HOLDINGS, type Payments } from '../../ports/payments/payments.ts';
import { askTill } from './atTill.ts';
import { recordHoldings } from './record.ts';

/** Brings what is written here of a customer to what the till knows. */
export interface Sync {
  /**
   * Asks the till after this call began, and writes it down. Of a customer without an account here nothing is written.
   * @throws ApiError `unavailable` while the till does not answer
   */
  customer(customerId: string): Promise<void>;
}

interface Turn {
  readonly running: Promise<void>;
  /** The one behind it, which everybody waits for who came meanwhile. */
  next: Promise<void> | undefined;
}

/** Reading and writing of customers. Many calls for one customer at a time ask the till twice at most. */
export function createSync(
  { database, payments }: { readonly database: Database; readonly payments: Payments },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Sync {
  const turns = new Map<string, Turn>();

  async function read(customerId: string): Promise<void> {
    const customer = await findRow(database.queries, 'customers', { customerId }, ['userId']);
    if (!customer) return;
    const asOf = Date.now();
    if (payments.knows(customerId)) {
      const holdings = await askTill(log, () => payments.holdings(customerId));
      await recordHoldings(database, customer.userId, holdings, asOf);
      return;
    }
    // Play money buys nothing where real money is taken; what real money bought stays while its keys are missing.
    if (!payments.isPlayMoney) await recordHoldings(database, customer.userId, NO_HOLDINGS, asOf);
  }

  function begin(customerId: string): Promise<void> {
    const running = read(customerId).finally(() => {
      const turn = turns.get(customerId);
      if (turn?.running === running && !turn.next) turns.delete(customerId);
    });
    turns.set(customerId, { running, next: undefined });
    return running;
  }

  return {
    customer(customerId) {
      const turn = turns.get(customerId);
      if (!turn) return begin(customerId);
      turn.next ??= turn.running.catch(() => undefined).then(() => begin(customerId));
      return turn.next;
    },
  };
}
