/**
 * Keeps the database of this device and the one on the server the same while the page is open: both ways, live, one tab
 * of the browser at a time. What fails is tried again with the back-off of sync (1 s, then three times as long, at most
 * 60 s), and at once when the network returns.
 */
import type { Replication } from 'pouchdb-browser';
import { Retry } from '../retry.ts';
import { deviceId, pushedSeq, sayPushedSeq } from './account.ts';
import { type Kept, keptOf, statusOf } from './database.ts';
import { kindOf } from './documents.ts';
import { remoteOf } from './remote.ts';

/** How one direction stands. */
export interface Standing {
  readonly state: 'syncing' | 'synced' | 'waiting' | 'failed';
  readonly problem: string;
  readonly nextTryMs: number;
}

const SYNCING: Standing = { state: 'syncing', problem: '', nextTryMs: 0 };

/** What is wrong, as a sentence for people; '' for what passes by itself. */
export function problemText(status: number, reason: string, name = 'over_quota'): string {
  if (status === 401) return 'This device has to sign in again before it can sync.';
  if (status === 403) return reason || 'This account may not sync.';
  if (status === 413 && name !== 'over_quota') {
    return 'A draft or a take is too large to sync. It stays on this device.';
  }
  if (status === 413) {
    return 'There is no room left for what this account syncs. Remove drafts that you do not need.';
  }
  return '';
}

type Live = Replication<object>;

/** One direction, begun again for as long as it is wanted. */
class Direction {
  standing: Standing = SYNCING;
  readonly #begin: () => Live;
  readonly #changed: () => void;
  readonly #retry = new Retry();
  #live: Live | null = null;

  constructor(begin: () => Live, changed: () => void) {
    this.#begin = begin;
    this.#changed = changed;
  }

  #stand(standing: Standing): void {
    this.standing = standing;
    this.#changed();
  }

  /** Begins at once, whatever pause was being kept. */
  now(): void {
    this.#retry.reset();
    this.#run();
  }

  #run(): void {
    this.stop();
    this.#stand(SYNCING);
    const live = this.#begin();
    this.#live = live;
    const fail = (cause: unknown) => {
      if (this.#live !== live) return;
      this.stop();
      const { reason = '', name } = cause as { reason?: string; name?: string };
      const problem = problemText(statusOf(cause), reason, name);
      this.#retry.putOff();
      const { nextTryMs } = this.#retry;
      this.#stand({ state: problem ? 'failed' : 'waiting', problem, nextTryMs });
      this.#retry.plan(() => this.#run());
    };
    live.on('paused', (error) => {
      if (error) return fail(error);
      this.#retry.reset();
      if (this.#live === live) this.#stand({ ...SYNCING, state: 'synced' });
    });
    live.on('active', () => this.#live === live && this.#stand(SYNCING));
    live.on('denied', (error) => fail((error as { doc?: unknown }).doc ?? error));
    live.on('error', fail);
    live.catch(() => {});
  }

  /** There is no network: nothing is tried until it returns. */
  rest(): void {
    this.stop();
    this.#stand({ ...SYNCING, state: 'waiting' });
  }

  stop(): void {
    this.#retry.stop();
    const live = this.#live;
    this.#live = null;
    live?.cancel();
  }
}

/** Who follows the syncing. */
export interface ReplicationListener {
  /** How it stands, and how many documents of this device the server does not have. */
  stands(standing: Standing, waiting: number): void;
  /** Documents of these ids came from the server. */
  came(ids: readonly string[]): void;
}

/** Documents that this device wrote and the server does not have yet. */
export async function countWaiting(local: Kept, account: string): Promise<number> {
  const { results } = await local.changes({ since: pushedSeq(account), include_docs: true });
  const own = results.filter(({ id, doc }) => kindOf(id) && doc?.device === deviceId());
  return own.length;
}

const RANKS = ['synced', 'syncing', 'waiting', 'failed'] as const;

/** Syncs one account until it is stopped. @returns what stops it, and what has it tried at once */
export function replicate(account: string, listener: ReplicationListener) {
  const local = keptOf(account);
  const remote = remoteOf(account);
  let isStopped = false;
  /** Is it counted now, and once more after that? */
  let counting: 'no' | 'once' | 'again' = 'no';

  const tell = async () => {
    const directions = [push.standing, pull.standing];
    const worst = directions.reduce((a, b) =>
      RANKS.indexOf(b.state) > RANKS.indexOf(a.state) ? b : a,
    );
    if (push.standing.state === 'synced') {
      const { update_seq } = await local.info();
      // What came while this was asked for goes with the next round.
      if (push.standing.state === 'synced') sayPushedSeq(account, Number(update_seq));
    }
    const waiting = await countWaiting(local, account);
    if (counting === 'once' && !isStopped) listener.stands(worst, waiting);
  };
  // One counting at a time: each follows the database, and a busy device writes faster than it counts.
  const changed = () => {
    if (counting !== 'no') {
      counting = 'again';
      return;
    }
    counting = 'once';
    tell()
      .catch((cause) => !isStopped && console.error('Syncing cannot be counted', cause))
      .finally(() => {
        const isStale = counting === 'again';
        counting = 'no';
        if (isStale && !isStopped) changed();
      });
  };
  const push = new Direction(
    () => local.replicate.to(remote, { live: true, retry: false }) as unknown as Live,
    changed,
  );
  const pull = new Direction(() => {
    const live = local.replicate.from(remote, { live: true, retry: false }) as unknown as Live;
    live.on('change', ({ docs }) => {
      listener.came(docs.map((doc) => (doc as { _id: string })._id));
    });
    return live;
  }, changed);

  const now = () => {
    for (const one of [pull, push]) one.now();
  };
  const rest = () => {
    for (const one of [pull, push]) one.rest();
  };
  window.addEventListener('online', now);
  window.addEventListener('offline', rest);
  if (navigator.onLine) now();
  else rest();
  return {
    now,
    /** Something was written here. */
    count: changed,
    stop() {
      isStopped = true;
      window.removeEventListener('online', now);
      window.removeEventListener('offline', rest);
      for (const one of [pull, push]) one.stop();
    },
  };
}
