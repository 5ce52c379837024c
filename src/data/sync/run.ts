/** The database of this device at work for one account: taking over, syncing in one tab, and telling all tabs. */
import { deviceAccount, isSyncOff, sayHasDrafts, sayIsSyncOff } from './account.ts';
import { dropKept, type Kept, keptOf, orMissing, statusOf } from './database.ts';
import { type KeptDocument, kindOf } from './documents.ts';
import { listHeard } from './heard.ts';
import { clearJournal, readJournal, writeJournal } from './journal.ts';
import {
  asOnlyKeeper,
  checkStanding,
  dropLosers,
  listKept,
  settleDraft,
  withoutOldest,
} from './keepDrafts.ts';
import { countWaiting, type ReplicationListener, replicate, type Standing } from './replicate.ts';
import { standingIds } from './standing.ts';
import { countTakes } from './takes.ts';

/** How syncing stands, as the tab that does it tells the others. */
export interface RunState extends Standing {
  readonly waiting: number;
}

/** Who follows the database of this device. */
export interface RunListener {
  stands(state: RunState): void;
  /** Documents changed, here or elsewhere. */
  changed(): void;
  /** So many drafts that were changed on two devices are two drafts now. */
  copied(count: number): void;
  /** The draft that this page works on was changed on another device, and not here yet. */
  behind(id: string): void;
}

/** Gives what had no owner yet to the account that signed in, as with commits. */
export function claimNobodys(account: string): Promise<void> {
  return asOnlyKeeper(async () => {
    for (const entry of await readJournal()) {
      if ((entry.account ?? null) === null) await writeJournal({ ...entry, account });
    }
    const nobodys = keptOf(null);
    const { rows } = await nobodys.allDocs();
    if (rows.length === 0) return;
    const own = keptOf(account);
    for (const { id } of rows) {
      const found = await orMissing(nobodys.get(id, { attachments: true, binary: true }));
      if (!found) continue;
      const { _rev, ...document } = found;
      await own.put(document as unknown as KeptDocument).catch((cause: unknown) => {
        // It was there already: taken over before.
        if (statusOf(cause) !== 409) throw cause;
      });
      if (kindOf(id) === 'draft') sayHasDrafts(account, true);
    }
    await dropKept(null);
    sayHasDrafts(null, false);
  });
}

/** Brings documents that came from the server to what this device holds of them. @returns copies made */
async function settle(db: Kept, ids: readonly string[]): Promise<number> {
  return asOnlyKeeper(async () => {
    let copies = 0;
    for (const id of ids) {
      if (kindOf(id) === 'draft') copies += await settleDraft(db, id);
      else if (kindOf(id)) await dropLosers(db, id);
    }
    await withoutOldest(db);
    sayHasDrafts(deviceAccount(), (await listKept(db)).length > 0);
    return copies;
  });
}

interface Message {
  readonly state?: RunState;
  /** A tab that has just come wants to know. */
  readonly isAsking?: boolean;
  /** Try at once. */
  readonly now?: boolean;
}

/** Syncs for an account until stopped: in this tab, or in another one of this browser that came before. */
export function runDevice(account: string, listener: RunListener) {
  const db = keptOf(account);
  const channel = new BroadcastChannel(`rondo/sync/${account}`);
  const ended = new AbortController();
  let state: RunState | null = null;
  let running: ReturnType<typeof replicate> | null = null;

  const tell = (next: RunState) => {
    state = next;
    listener.stands(next);
    channel.postMessage({ state: next } satisfies Message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.state && !running) listener.stands(data.state);
    if (data.isAsking && running && state) channel.postMessage({ state } satisfies Message);
    if (data.now) running?.now();
  };
  const replication: ReplicationListener = {
    stands: (standing, waiting) => tell({ ...standing, waiting }),
    came(ids) {
      settle(db, ids).then(
        (copies) => {
          listener.changed();
          if (copies > 0) listener.copied(copies);
        },
        (cause) => console.error('What came from other devices could not be settled', cause),
      );
    },
  };
  const begin = () => {
    if (ended.signal.aborted) return undefined;
    running = replicate(account, replication);
    return new Promise<void>((resolve) => {
      ended.signal.addEventListener('abort', () => resolve());
    });
  };
  if ('locks' in navigator) {
    const { signal } = ended;
    navigator.locks.request(`rondo/sync/${account}`, { signal }, begin).catch(() => {});
    channel.postMessage({ isAsking: true } satisfies Message);
  } else void begin();

  const feed = db.changes({ live: true, since: 'now' });
  feed.on('change', ({ id }) => {
    listener.changed();
    running?.count();
    if (!standingIds().includes(id)) return;
    asOnlyKeeper(() => checkStanding(db, id)).then(
      (stands) => stands === 'behind' && listener.behind(id),
      (cause) => console.error('An open draft could not be compared', cause),
    );
  });
  return {
    /** Tries at once, whatever pause is being kept. */
    now() {
      if (running) running.now();
      else channel.postMessage({ now: true } satisfies Message);
    },
    stop() {
      ended.abort();
      running?.stop();
      running = null;
      feed.cancel();
      channel.close();
    },
  };
}

/** What this device keeps for an account, or for a visitor. */
export interface DeviceHolds {
  readonly drafts: number;
  readonly takes: number;
  readonly heard: number;
  /** Bytes of the sounds of takes. */
  readonly takeBytes: number;
  /** Documents that no server has. */
  readonly waiting: number;
}

/** Counts what this device keeps. */
export async function countHeld(account: string | null): Promise<DeviceHolds> {
  const db = keptOf(account);
  const [drafts, { takes, bytes }, heard] = await Promise.all([
    listKept(db),
    countTakes(db),
    listHeard(db),
  ]);
  const journal = (await readJournal()).filter((one) => (one.account ?? null) === account);
  const known = new Set(drafts.map(({ _id }) => _id));
  const total = drafts.length + journal.filter(({ _id }) => !known.has(_id)).length;
  const waiting = account ? (await countWaiting(db, account)) + journal.length : total + takes;
  return { drafts: total, takes, heard: heard.length, takeBytes: bytes, waiting };
}

/**
 * Takes everything of an account off this device and syncs nothing more here until that is wanted again. What other
 * devices and the server have stays there.
 */
export function removeFromDevice(account: string | null): Promise<void> {
  return asOnlyKeeper(async () => {
    if (account) sayIsSyncOff(account, true);
    for (const { _id, account: owner = null } of await readJournal()) {
      if (owner === account) await clearJournal(_id);
    }
    await dropKept(account);
    sayHasDrafts(account, false);
  });
}

/** Does this account sync on this device? */
export const isSyncing = (account: string): boolean => !isSyncOff(account);
