/**
 * How the database of this device stands to the account's other devices. Changed by the functions here alone;
 * `sync/` does the work and comes when there is something to do.
 */
import { proxy } from 'valtio/vanilla';

/**
 * off: no account is signed in, or this device keeps to itself; syncing: something is on its way; synced: all devices
 * have the same; waiting: there is no network, or the server could not answer; failed: it will not go as it is, see
 * `problem`.
 */
export type SyncPhase = 'off' | 'syncing' | 'synced' | 'waiting' | 'failed';

interface SyncState {
  state: SyncPhase;
  /** Drafts, takes and heard rifffs of this device that the server does not have. */
  waiting: number;
  /** When all was the same last, in ms since the epoch; 0 when it never was. */
  lastSynced: number;
  /** When it is tried again, in ms since the epoch; 0 while no try is planned. */
  nextTryMs: number;
  /** What is wrong, as a sentence for people; empty otherwise. */
  problem: string;
  /** Grows whenever drafts, takes or heard rifffs of this device changed, in any tab or from another device. */
  changed: number;
}

export const sync = proxy<SyncState>({
  state: 'off',
  waiting: 0,
  lastSynced: 0,
  nextTryMs: 0,
  problem: '',
  changed: 0,
});

/** Says how it stands; what is left out stays. */
export function setSync(change: Partial<SyncState>): void {
  Object.assign(sync, change);
}

/** Something of this device's database changed. */
export function deviceChanged(): void {
  sync.changed += 1;
}
