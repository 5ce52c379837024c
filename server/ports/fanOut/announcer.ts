import type { JamEvent } from '../../../src/data/contract/live.ts';

/** Why a person is out of a room. */
export type OutReason = 'removed' | 'closed' | 'signed-out';

/**
 * Tells open sockets what was stored. Called after the commit; never throws and never waits: what is lost on the way
 * a client finds by its numbers.
 */
export interface Announcer {
  /** Events of a jam (short id) in their order. */
  announce(jamId: string, events: readonly JamEvent[]): void;
  /** A person who left or was removed hears nothing more of the jam from now on. */
  out(jamId: string, userId: string, reason: OutReason): void;
}
