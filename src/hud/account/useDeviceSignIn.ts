import { useCallback, useEffect, useRef, useState } from 'react';
import { takeLogin } from '../../data/auth.ts';
import { call } from '../../data/client.ts';
import type { RemoteStart } from '../../data/contract/auth.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { REMOTE_LOGIN_MS } from '../../data/contract/constants.ts';
import { readFailure } from './failure.ts';

const POLL_MS = 2000;

export type DeviceState =
  | { kind: 'starting' }
  | { kind: 'failed'; isUnreachable: boolean; message: string }
  | { kind: 'waiting'; start: RemoteStart; leftSec: number; isUnreachable: boolean }
  | { kind: 'expired' }
  | { kind: 'refused' };

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

/** Asks once whether somebody has answered. */
async function claim(start: RemoteStart, signal: AbortSignal) {
  const { remoteToken, secret } = start;
  return call(AUTH_CALLS.remoteClaim, { body: { remoteToken, secret } }, signal);
}

/** A device that waits to be signed in by another: asks for a code, then every two seconds for an answer. */
export function useDeviceSignIn(): { state: DeviceState; renew(): void } {
  const [state, setState] = useState<DeviceState>({ kind: 'starting' });
  const run = useRef<AbortController | null>(null);

  const renew = useCallback(() => {
    run.current?.abort();
    const controller = new AbortController();
    run.current = controller;
    void waitForAnswer(controller.signal, setState);
  }, []);

  useEffect(() => {
    renew();
    return () => run.current?.abort();
  }, [renew]);
  return { state, renew };
}

async function waitForAnswer(signal: AbortSignal, show: (state: DeviceState) => void) {
  show({ kind: 'starting' });
  let start: RemoteStart;
  try {
    start = await call(AUTH_CALLS.remoteStart, { body: {} }, signal);
  } catch (error) {
    if (!signal.aborted) {
      const { isUnreachable, message } = readFailure(error);
      show({ kind: 'failed', isUnreachable, message });
    }
    return;
  }
  // By this device's own clock, which may differ from the server's.
  const endMs = performance.now() + REMOTE_LOGIN_MS;
  let isUnreachable = false;
  let askedMs = performance.now();
  while (!signal.aborted && performance.now() < endMs) {
    const leftSec = Math.ceil((endMs - performance.now()) / 1000);
    show({ kind: 'waiting', start, leftSec, isUnreachable });
    await pause(1000, signal);
    if (signal.aborted || performance.now() - askedMs < POLL_MS) continue;
    askedMs = performance.now();
    try {
      const answer = await claim(start, signal);
      isUnreachable = false;
      if (signal.aborted) return;
      if (answer.state === 'refused') return show({ kind: 'refused' });
      if (answer.login) return void (await takeLogin(answer.login));
    } catch (error) {
      if (signal.aborted) return;
      const failure = readFailure(error);
      if (failure.status === 404) return show({ kind: 'expired' });
      isUnreachable = failure.isUnreachable;
    }
  }
  if (!signal.aborted) show({ kind: 'expired' });
}
