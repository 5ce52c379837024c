/** Who a run belongs to, and whether the server has it. */
import type { Run } from '../../../data/contract/arcade.ts';
import { type HeldRun, isToSend } from '../../../data/heldRun.ts';
import { session } from '../../../data/stores/session.ts';

interface Owned {
  readonly run: Run | null;
  readonly held: HeldRun | null;
}

/**
 * `own`: of the account that is signed in; `free`: without an account, played on this device; `foreign`: of another
 * account, or without an account on another device; `local`: the server does not have it, and may never get it.
 */
export type Ownership = 'own' | 'free' | 'foreign' | 'local';

/** Owner of a run. @param reader id of the reader's account; '' without one */
export function ownershipOf(
  { run, held }: Owned,
  reader: string = session.user?.user_id ?? '',
): Ownership {
  if (!run) return 'local';
  if (run.player) return run.player.user === reader ? 'own' : 'foreign';
  return held?.token ? 'free' : 'foreign';
}

/** Text on the sending of a run to the server; empty when the server has it. */
export function sendingText({ run, held }: Owned, isWaiting: boolean): string {
  if (run || !held) return '';
  if (held.refusal !== '') {
    return `The server did not take this run (${held.refusal}). It stays on this device until tomorrow, and can be taken into the editor.`;
  }
  if (held.token === null) {
    return 'Played without the server, so it does not count. It stays on this device until tomorrow, and can be taken into the editor.';
  }
  if (held.isSent || !isToSend(held)) return '';
  return isWaiting
    ? 'The server cannot be reached. The run is kept on this device, and sent as soon as it can be.'
    : 'Sending';
}
