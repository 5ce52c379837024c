import type { Contract } from '../../host.ts';
import { MARKET_FACT_METHODS } from './facts.ts';
import { LISTING_METHODS } from './listing.ts';
import { PURCHASE_METHODS } from './purchase.ts';
import { SALE_METHODS } from './sales.ts';
import { STORAGE_METHODS } from './storage.ts';

/** A market where tokens of one contract are sold at a fixed price. */
export const MARKET_CONTRACT: Contract = {
  name: 'market',
  methods: {
    ...MARKET_FACT_METHODS,
    ...STORAGE_METHODS,
    ...LISTING_METHODS,
    ...PURCHASE_METHODS,
    ...SALE_METHODS,
  },
};
