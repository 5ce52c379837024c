import { useEffect, useState } from 'react';
import type { RemoteRequest } from '../../data/contract/auth.ts';
import { Button } from '../system/Button.tsx';
import { Trouble } from '../system/Form.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './DeviceSignIn.module.css';
import { readFailure, UNREACHABLE } from './failure.ts';
import { useReportFilled } from './useReportFilled.ts';

export interface ApproveDeviceProps {
  /** Asks who wants to be signed in. Must keep its identity. */
  onShow(): Promise<RemoteRequest>;
  onAnswer(approve: boolean): Promise<{ state: 'approved' | 'refused' }>;
  /** How far it is, for the picture: 0 while nobody asks or it was refused, half while it waits, then 1. */
  onFilled(share: number): void;
}

const GONE = 'This request is over. Ask for a new code on the other device.';

/** What a failed call means here; a request that is not known was answered or is too old. */
function troubleOf(error: unknown): string {
  const { status, isUnreachable, message } = readFailure(error);
  if (isUnreachable) return UNREACHABLE;
  return status === 400 || status === 404 || status === 409 ? GONE : message;
}

/** Who asks to be signed in, the code to compare, and yes or no. */
export function ApproveDevice({ onShow, onAnswer, onFilled }: ApproveDeviceProps) {
  const [request, setRequest] = useState<RemoteRequest | null>(null);
  const [outcome, setOutcome] = useState<'approved' | 'refused' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');

  useEffect(() => {
    let isShown = true;
    onShow().then(
      (answer) => isShown && setRequest(answer),
      (error) => isShown && setTrouble(troubleOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [onShow]);

  const answer = async (approve: boolean) => {
    if (isBusy) return;
    setBusy(true);
    setTrouble('');
    try {
      setOutcome((await onAnswer(approve)).state);
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setBusy(false);
    }
  };

  const settled = outcome ?? (request && request.state !== 'waiting' ? request.state : null);
  useReportFilled(settled === 'approved' ? 1 : request && !settled ? 0.5 : 0, onFilled);
  if (settled) {
    return (
      <p className="t18" role="status">
        {settled === 'approved'
          ? 'Approved. The other device is signed in, you can close this page.'
          : 'Refused. The other device was not signed in.'}
      </p>
    );
  }
  if (!request) {
    return trouble ? (
      <div className={styles.request}>
        <Trouble title={trouble} />
      </div>
    ) : (
      <div className={styles.request} role="status" aria-label="Looking for the request">
        <Skeleton width={240} height={56} />
      </div>
    );
  }
  return (
    <div className={styles.request}>
      <p className={styles.caption}>Does the other device show the same?</p>
      <p className={styles.compare}>{request.code}</p>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Device</dt>
          <dd>{request.device || 'A browser'}</dd>
        </div>
      </dl>
      <Trouble title={trouble} />
      <div className={styles.choices}>
        <Button variant="filled" aria-busy={isBusy} onClick={() => void answer(true)}>
          Yes, sign it in
        </Button>
        <Button aria-busy={isBusy} onClick={() => void answer(false)}>
          Refuse
        </Button>
      </div>
    </div>
  );
}
