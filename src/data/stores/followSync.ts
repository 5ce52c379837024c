/** Has the database of this device sync while an account is signed in, and says how it stands. */
import { subscribe } from 'valtio/vanilla';
import { keepDraftsNow, onDraftsKept } from '../drafts.ts';
import { keepText, keptText } from '../keptText.ts';
import { deviceAccount, isSyncOff, sayIsSyncOff } from '../sync/account.ts';
import type { RunState } from '../sync/run.ts';
import { draft } from './draft.ts';
import { isGuest, isPupil, session } from './session.ts';
import { deviceChanged, setSync, sync } from './sync.ts';
import { notify } from './ui.ts';

const run = () => import('../sync/run.ts');
type Run = ReturnType<Awaited<ReturnType<typeof run>>['runDevice']>;

const syncedKey = (account: string) => `rondo/synced/${account}`;

let isStarted = false;
/** Account that is synced now, or about to be. */
let wanted: string | null = null;
let running: Run | null = null;

function show(account: string, { state, waiting, problem, nextTryMs }: RunState): void {
  if (state === 'synced' && waiting === 0) {
    keepText(syncedKey(account), String(Date.now()));
    setSync({ lastSynced: Date.now() });
  }
  setSync({ state, waiting, problem, nextTryMs });
}

/** Whose documents sync now: none while no account is signed in; those of guests and pupils stay where they are. */
function accountNow(): string | null {
  if (session.status === 'out' || isGuest() || isPupil()) return null;
  const account = deviceAccount();
  return account !== null && !isSyncOff(account) ? account : null;
}

async function follow(): Promise<void> {
  const account = accountNow();
  if (account === wanted) return;
  wanted = account;
  running?.stop();
  running = null;
  if (account === null) {
    setSync({ state: 'off', waiting: 0, lastSynced: 0, problem: '', nextTryMs: 0 });
    deviceChanged();
    return;
  }
  setSync({ state: 'syncing', lastSynced: Number(keptText(syncedKey(account))) || 0 });
  try {
    const { claimNobodys, runDevice } = await run();
    await claimNobodys(account);
    if (wanted !== account) return;
    running = runDevice(account, {
      stands: (state) => wanted === account && show(account, state),
      changed: deviceChanged,
      copied(count) {
        notify(
          count === 1
            ? 'A draft was changed on two of your devices. Both versions are kept.'
            : `${count} drafts were changed on two of your devices. All versions are kept.`,
        );
      },
      behind(id) {
        if (id === `draft_${draft.rifff._id}`) {
          notify('This draft was changed on your other device. Yours stays as it is here.');
        }
      },
    });
    await keepDraftsNow();
  } catch (cause) {
    if (wanted === account) wanted = null;
    console.error('The database of this device cannot sync', cause);
    setSync({ state: 'failed', problem: 'This device cannot keep a database.' });
  }
}

/** Begins to sync whenever an account is signed in. Once for each page. */
export function startSync(): void {
  if (isStarted) return;
  isStarted = true;
  onDraftsKept(deviceChanged);
  subscribe(session, () => void follow());
  void follow();
}

/** Tries at once, whatever pause is being kept. */
export function syncNow(): void {
  running?.now();
}

/** Turns syncing on or off for the signed-in account, on this device. */
export function setSyncing(isOn: boolean): void {
  const account = deviceAccount();
  if (account === null) return;
  sayIsSyncOff(account, !isOn);
  void follow();
}

/** Takes all that this device keeps for the signed-in account off it; syncing is off here then. */
export async function removeFromThisDevice(): Promise<void> {
  const account = deviceAccount();
  if (account !== null) setSyncing(false);
  await (await run()).removeFromDevice(account);
  deviceChanged();
}

export { sync };
