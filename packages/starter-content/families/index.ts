import type { Family } from './family.ts';
import { FUTURE_COLLECTION } from './future/index.ts';
import { EMBER_STREET } from './house/index.ts';
import { GLASS_RAIN } from './rain/index.ts';
import { SLOW_TIDE } from './tide/index.ts';

/** Every family of the pack, in the order of the library. */
export const FAMILIES: readonly Family[] = [EMBER_STREET, SLOW_TIDE, GLASS_RAIN, FUTURE_COLLECTION];
