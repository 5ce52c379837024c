/**
 * Runs of the arcade that were played on this device, until they belong to an account: what proves them, and their moves.
 * Nothing is lost without a network or on the way through signing up. They are sent again until the server has them.
 */
import { proxy } from 'valtio/vanilla';
import { call } from '../client.ts';
import { ARCADE_CALLS } from '../contract/arcadeCalls.ts';
import { ApiError } from '../contract/errors.ts';
import { type HeldRun, isToSend, MOST_HELD, readHeldRuns } from '../heldRun.ts';
import { keepText, keptText } from '../keptText.ts';
import { Queue } from '../outbox/queue.ts';

const KEY = 'rondo/arcade-runs';
/** `isWaiting`: the server could not be reached, and is asked again by itself. */
export const heldRuns = proxy<{ runs: HeldRun[]; isWaiting: boolean }>({
  runs: readHeldRuns(keptText(KEY), Date.now()),
  isWaiting: false,
});

function keep(runs: HeldRun[]): void {
  heldRuns.runs = runs.slice(0, MOST_HELD);
  keepText(KEY, runs.length > 0 ? JSON.stringify(heldRuns.runs) : null);
}

function change(runId: string, changes: Partial<HeldRun>): void {
  keep(heldRuns.runs.map((run) => (run.runId === runId ? { ...run, ...changes } : run)));
}

/** Keeps a run that has ended, and sends it. */
export function holdRun(run: Omit<HeldRun, 'isSent' | 'refusal'>): void {
  const others = heldRuns.runs.filter(({ runId }) => runId !== run.runId);
  keep([{ ...run, isSent: false, refusal: '' }, ...others]);
  void sendHeldRuns();
}

/** It belongs to an account now, or is not wanted. */
export function letGoOfRun(runId: string): void {
  if (!heldRuns.runs.some((run) => run.runId === runId)) return;
  keep(heldRuns.runs.filter((run) => run.runId !== runId));
}

const queue = new Queue<HeldRun>({
  lock: KEY,
  list: async () => heldRuns.runs.filter(isToSend).map(({ runId }) => runId),
  take: async (id) => heldRuns.runs.find((run) => run.runId === id && isToSend(run)),
  async send({ runId, mode, missionSeed, token, moves }) {
    const body = { runId, mode, missionSeed, token: token ?? '', moves: [...moves] };
    try {
      await call(ARCADE_CALLS.postRun, { body });
    } catch (error) {
      // Refused as it is there already: the answer was lost, and the account signed in meanwhile.
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
    change(runId, { isSent: true });
  },
  async failed({ runId }, cause, isRefused) {
    if (isRefused) change(runId, { refusal: (cause as Error).message });
  },
  async moved() {},
  stands({ isRetrying = heldRuns.isWaiting }) {
    heldRuns.isWaiting = isRetrying;
  },
});

/** Sends what was not sent. Begins anew with each call, and by itself while the server cannot be reached. Never rejects. */
export function sendHeldRuns(): Promise<void> {
  return queue.sendNow();
}

if (typeof window !== 'undefined') {
  // A network that comes back is worth a try at once.
  window.addEventListener('online', () => void sendHeldRuns());
  // Another tab has sent one, or let one go.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) heldRuns.runs = readHeldRuns(newValue, Date.now());
  });
}
