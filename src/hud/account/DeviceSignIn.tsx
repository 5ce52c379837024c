import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../data/client.ts';
import type { RemoteStart } from '../../data/contract/auth.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import type { SecondStep as Step } from '../../data/contract/factors.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { fetchPageData } from '../../data/stores/pageData.ts';
import { QrCode } from '../kit/QrCode.tsx';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import page from '../parts/Page.module.css';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountPanels.module.css';
import { SecondStep } from './SecondStep.tsx';
import { waitForApproval } from './waitForApproval.ts';

type DeviceState =
  | { kind: 'starting' }
  | { kind: 'failed'; trouble: string }
  | { kind: 'waiting'; start: RemoteStart; leftSec: number; isUnreachable: boolean }
  | { kind: 'second'; step: Step }
  | { kind: 'expired' }
  | { kind: 'refused' };

/** Asks for a code, then every two seconds for an answer, until there is one or the code is too old. */
async function waitForAnswer(signal: AbortSignal, show: (state: DeviceState) => void) {
  show({ kind: 'starting' });
  let start: RemoteStart;
  try {
    start = await fetchPageData(() => call(AUTH_CALLS.remoteStart, { body: {} }, signal));
  } catch (error) {
    if (!signal.aborted) show({ kind: 'failed', trouble: troubleOf(readFailure(error)) });
    return;
  }
  const outcome = await waitForApproval(start, signal, (waiting) =>
    show({ kind: 'waiting', start, ...waiting }),
  );
  if (typeof outcome === 'object') show({ kind: 'second', step: outcome });
  else if (outcome) show({ kind: outcome });
}

/** A device that waits to be signed in by another: asks for a code, then every two seconds for an answer. */
function useDeviceSignIn(): { state: DeviceState; renew(): void } {
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

/** `1:05` */
function clock(sec: number): string {
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}

/** The code of this device, waiting to be approved on another one. */
export function DeviceSignIn() {
  const { state, renew } = useDeviceSignIn();
  if (state.kind === 'starting') {
    return (
      <div className={styles.waiting} role="status">
        <div className={`${page.qr} ${styles.blank}`}>
          <Spinner size={32} />
        </div>
        <p>Asking for a code</p>
      </div>
    );
  }
  if (state.kind === 'second') {
    return (
      <>
        <p className="t18 below16" role="status">
          It is approved. Your account asks for one thing more.
        </p>
        <SecondStep step={state.step} onAgain={renew} />
      </>
    );
  }
  if (state.kind !== 'waiting') {
    return (
      <div className={styles.over}>
        {state.kind === 'expired' && <p className="t18">This code is no longer good.</p>}
        {state.kind === 'refused' && (
          <p className="t18">The other device refused. You are not signed in.</p>
        )}
        {state.kind === 'failed' && <Trouble title={state.trouble} />}
        <Button variant="filled" onClick={renew}>
          New code
        </Button>
      </div>
    );
  }
  const { start, leftSec, isUnreachable } = state;
  const address = new URL(`${homeUrl()}/remote-register`);
  address.searchParams.set('remoteToken', start.remoteToken);
  return (
    <div className={styles.waiting}>
      <QrCode text={address.href} label="Code that opens the approving page" />
      <div className={styles.beside}>
        <p className="t13 muted flex apart gap12">Both devices show</p>
        <p className={styles.code}>{start.code}</p>
        <p className="t13 muted flex apart gap12">
          {isUnreachable ? 'Offline, trying again' : 'Waiting for the other device'}
          <span className="paper">{clock(leftSec)}</span>
        </p>
        <details className={styles.address}>
          <summary>No camera?</summary>
          <p>Open this address on the other device:</p>
          <p className={styles.url}>{address.href}</p>
        </details>
      </div>
    </div>
  );
}
