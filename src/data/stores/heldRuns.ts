/**
 * Runs of the arcade that were played on this device, until they belong to somebody: what proves them, and their moves.
 * Nothing is lost without a network or on the way through signing up. They are sent again until the server has them.
 */
import { proxy } from 'valtio/vanilla';
import { call } from '../client.ts';
import { ARCADE_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';
import { type HeldRun, isToSend, MOST_HELD, readHeldRuns } from '../heldRun.ts';
import { Retry } from '../retry.ts';
import { keepText, keptText } from './keptText.ts';

const KEY = 'rondo/arcade-runs';
/** `isWaiting`: the server could not be reached, and is asked again by itself. */
export const heldRuns = proxy<{ runs: HeldRun[]; isWaiting: boolean }>({
  runs: readHeldRuns(keptText(KEY), Date.now()),
  isWaiting: false,
});

const retry = new Retry();
let isSending = false;

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

/** It belongs to somebody now, or nobody wants it. */
export function letGoOfRun(runId: string): void {
  if (!heldRuns.runs.some((run) => run.runId === runId)) return;
  keep(heldRuns.runs.filter((run) => run.runId !== runId));
}

/** Will the same be refused again? A server that is busy or gone is asked again. */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429;

async function send({ runId, mode, missionSeed, token, moves }: HeldRun): Promise<void> {
  try {
    const body = { runId, mode, missionSeed, token: token ?? '', moves: [...moves] };
    await call(ARCADE_CALLS.postRun, { body });
    change(runId, { isSent: true });
  } catch (error) {
    // It is there already: the answer was lost, and somebody signed in meanwhile.
    if (error instanceof ApiError && error.status === 409) change(runId, { isSent: true });
    else if (error instanceof ApiError && isRefusal(error)) {
      change(runId, { refusal: error.message });
    } else throw error;
  }
}

/** Sends what was not sent. Begins anew with each call, and by itself while the server cannot be reached. Never rejects. */
export async function sendHeldRuns(): Promise<void> {
  if (isSending) return;
  isSending = true;
  retry.stop();
  try {
    for (let run = heldRuns.runs.find(isToSend); run; run = heldRuns.runs.find(isToSend)) {
      await send(run);
    }
    heldRuns.isWaiting = false;
    retry.reset();
  } catch (error) {
    heldRuns.isWaiting = true;
    retry.putOff(error instanceof ApiError ? error.retryAfterSec : 0);
    retry.plan(() => void sendHeldRuns());
  } finally {
    isSending = false;
  }
}

if (typeof window !== 'undefined') {
  // A network that comes back is worth a try at once.
  window.addEventListener('online', () => void sendHeldRuns());
}
