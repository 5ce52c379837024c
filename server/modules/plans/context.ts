import type { Server } from '../../kernel/module.ts';
import type { Payments } from '../../ports/payments/payments.ts';
import type { Settings } from '../../settings.ts';
import type { PriceList } from './prices.ts';
import type { Sync } from './sync.ts';

/** What the calls of plans share. */
export interface PlansContext extends Pick<Server, 'database' | 'log'> {
  readonly settings: Pick<Settings, 'accounts' | 'plans' | 'admins'>;
  readonly payments: Payments;
  readonly prices: PriceList;
  readonly sync: Sync;
  /** Under which people reach this server; never from what a request says. */
  readonly origin: () => string;
}
