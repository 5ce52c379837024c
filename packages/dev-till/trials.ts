import type { Database } from '../../server/ports/database/database.ts';
import type { EventDoc } from './docs.ts';
import type { Teller } from './telling.ts';

/** How a call fails: refused for coming too often, not answered at all, or done with its answer lost. */
export type TillFault = 'rate_limit' | 'down' | 'answer_lost';

/** What tests do to the till. */
export interface Trials {
  /** The next calls fail so, one after the other. */
  fail(...faults: readonly TillFault[]): void;
  /** From now on nothing is told by itself. */
  hold(): void;
  /** What waits to be told, the oldest first. */
  waiting(): Promise<EventDoc[]>;
  /** Tells of an event, also once more. @returns whether it was taken */
  deliver(id: string): Promise<boolean>;
  /** It is never told. */
  drop(id: string): Promise<void>;
  /** Things are told by themselves again, and what waits is told. */
  release(): Promise<void>;
  /** Sets the clock of the till forward, and does what is due by then. */
  advance(ms: number): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly teller: Teller;
  readonly faults: TillFault[];
  readonly advance: Trials['advance'];
}

export function trialsOf({ database: { queries }, teller, faults, advance }: Parts): Trials {
  return {
    fail: (...more) => void faults.push(...more),
    hold() {
      teller.isHeld = true;
    },
    async waiting() {
      const rows = await queries
        .selectFrom('tillObjects')
        .select('doc')
        .where('object', '=', 'event')
        .where('due', 'is not', null)
        .orderBy('created')
        .orderBy('id')
        .execute();
      return rows.map(({ doc }) => doc as EventDoc);
    },
    deliver: (id) => teller.tell(id),
    async drop(id) {
      await queries.updateTable('tillObjects').set({ due: null }).where('id', '=', id).execute();
    },
    async release() {
      teller.isHeld = false;
      await teller.wake();
    },
    advance,
  };
}
