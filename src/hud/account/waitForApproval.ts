import { takeLogin } from '../../data/auth.ts';
import { call } from '../../data/client.ts';
import type { RemoteStart } from '../../data/contract/auth.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { REMOTE_LOGIN_MS } from '../../data/contract/constants.ts';
import type { SecondStep } from '../../data/contract/factors.ts';
import { readFailure } from '../kit/useSave.ts';

const POLL_MS = 2000;

/** Waits, or stops waiting with `signal`. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Asks the server every two seconds whether this device was approved, and then signs it in.
 *
 * @param onWait called once a second with the seconds that are left, and whether the server cannot be reached
 * @returns why the sign-in failed, or what the account asks for besides; undefined after a sign-in or after `signal`
 */
export async function waitForApproval(
  { remoteToken, secret }: RemoteStart,
  signal: AbortSignal,
  onWait: (state: { leftSec: number; isUnreachable: boolean }) => void,
): Promise<'refused' | 'expired' | SecondStep | undefined> {
  // By this device's own clock, which may differ from the server's.
  const endMs = performance.now() + REMOTE_LOGIN_MS;
  let isUnreachable = false;
  let askedMs = performance.now();
  while (!signal.aborted && performance.now() < endMs) {
    onWait({ leftSec: Math.ceil((endMs - performance.now()) / 1000), isUnreachable });
    await pause(1000, signal);
    if (signal.aborted || performance.now() - askedMs < POLL_MS) continue;
    askedMs = performance.now();
    try {
      const answer = await call(AUTH_CALLS.remoteClaim, { body: { remoteToken, secret } }, signal);
      isUnreachable = false;
      if (signal.aborted) return undefined;
      if (answer.state === 'refused') return 'refused';
      if (answer.secondFactor) return answer.secondFactor;
      if (answer.login) {
        await takeLogin(answer.login);
        return undefined;
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = readFailure(error);
      if (failure.status === 404) return 'expired';
      isUnreachable = failure.isUnreachable;
    }
  }
  return signal.aborted ? undefined : 'expired';
}
