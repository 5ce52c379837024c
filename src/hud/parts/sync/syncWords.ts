import type { SyncPhase } from '../../../data/stores/sync.ts';

interface SyncFacts {
  readonly state: SyncPhase;
  readonly waiting: number;
  readonly problem: string;
  readonly isOnline: boolean;
  readonly isSignedIn: boolean;
}

const toSend = (waiting: number) => (waiting > 0 ? `${waiting} to send` : '');

/** How this device stands to the others of the account, in a line without its full stop. */
export function syncWords({ state, waiting, problem, isOnline, isSignedIn }: SyncFacts): string {
  if (!isSignedIn) return 'Kept on this device. Sign in, and your other devices have them too';
  if (state === 'off') return 'Kept on this device alone: syncing is off here';
  if (state === 'failed') return problem.replace(/\.$/, '');
  if (state === 'waiting') {
    const what = isOnline ? 'Waiting for the server' : 'Waiting for the network';
    return [what, toSend(waiting)].filter(Boolean).join(', ');
  }
  if (waiting > 0) return toSend(waiting);
  return state === 'synced' ? 'Synced' : 'Syncing';
}
