import type { Family } from '../music/family.ts';
import { EMBER_STREET } from './house/index.ts';

/** Every family of the pack, in the order of the library. */
export const FAMILIES: readonly Family[] = [EMBER_STREET];
