import { inBase } from './rules/site/base.ts';

/**
 * Can the server be reached? Browsers say that there is a network where nothing comes through it. A call that was not
 * answered makes this ask for the server's pulse, and go on asking until it answers.
 */
const PULSE = '/healthz';
const ANSWER_MS = 5000;
const AGAIN_MS = 3000;
/** A proxy that answers for a server that does not. */
const NOT_THERE = new Set([502, 504]);

let listener: ((isReached: boolean) => void) | null = null;
let isAsking = false;

async function hasPulse(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { status } = await fetch(inBase(PULSE), { cache: 'no-store', signal });
    return !NOT_THERE.has(status);
  } catch {
    return false;
  }
}

/** Calls `told` when the server is reached no more, and when it is again. One listener, the last one. */
export function followReach(told: (isReached: boolean) => void): void {
  listener = told;
}

/** A call was not answered. Resolves when the server is known to be there. */
export async function reachFailed(): Promise<void> {
  if (!listener || isAsking) return;
  isAsking = true;
  while (!(await hasPulse())) {
    listener(false);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  isAsking = false;
  listener(true);
}
