/** What stands between a run and whoever looks at it. */
import type { Run } from '../../../data/contract/arcade.ts';
import { type HeldRun, isToSend } from '../../../data/heldRun.ts';
import { session } from '../../../data/stores/session.ts';

interface Owned {
  readonly run: Run | null;
  readonly held: HeldRun | null;
}

/**
 * `own`: of the account that is signed in; `free`: of nobody, played on this device; `foreign`: of somebody else, or of
 * nobody on another device; `local`: the server does not have it, and may never.
 */
export type Ownership = 'own' | 'free' | 'foreign' | 'local';

/** Whose a run is. @param reader id of the account that reads, or '' */
export function ownershipOf(
  { run, held }: Owned,
  reader: string = session.user?.user_id ?? '',
): Ownership {
  if (!run) return 'local';
  if (run.player) return run.player.user === reader ? 'own' : 'foreign';
  return held?.token ? 'free' : 'foreign';
}

/** What became of a run on its way to the server, in plain words; empty when it is there. */
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
