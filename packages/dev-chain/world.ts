import type { Contracts } from './calling.ts';
import type { State } from './state.ts';

/** Where receipts run: what they find, and change, and the block that they are in. */
export interface World {
  readonly state: State;
  readonly contracts: Contracts;
  readonly height: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}
