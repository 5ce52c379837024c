import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../ports/database/database.ts';
import type { Payments } from '../../ports/payments/payments.ts';
import type { Settings } from '../../settings.ts';
import type { PriceList } from './prices.ts';
import type { Sync } from './sync.ts';

/** What the calls of plans share. */
export interface PlansContext {
  readonly database: Database;
  readonly settings: Pick<Settings, 'accounts' | 'plans' | 'admins'>;
  readonly payments: Payments;
  readonly prices: PriceList;
  readonly sync: Sync;
  /** Under which people reach this server; never from what a request says. */
  readonly origin: () => string;
  readonly log: FastifyBaseLogger;
}
