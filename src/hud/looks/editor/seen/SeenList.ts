import type { StarterRifff } from '../../../../data/contract/library.ts';
import type { Rifff } from '../../../../data/contract/rifff.ts';

/** What a look can be seen with, from one place. */
export interface SeenList {
  /** What can be heard there; empty until it is known, and where there is nothing. */
  readonly list: readonly StarterRifff[];
  /** The item that is meant; null for any of them. */
  readonly shownId: string | null;
  /** What came before a rifff, for its echoes. The same function while the answers are. */
  beforeOf(rifff: Rifff): readonly Rifff[];
  /** What is not as the address says, in a sentence; '' when all is well. */
  readonly trouble: string;
  readonly isLoading: boolean;
  /** Asks again, where that may help. */
  retry?(): void;
}
