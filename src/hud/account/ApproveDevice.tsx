import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../data/client.ts';
import type { RemoteRequest } from '../../data/contract/auth.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { fetchPageData } from '../../data/stores/pageData.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { EmailField } from '../kit/fields.tsx';
import { type Failure, readFailure, troubleOf } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import frame from './AccountFrame.module.css';
import styles from './AccountPanels.module.css';

interface ApproveDeviceProps {
  /** Asks who wants to be signed in. Must keep its identity. */
  onShow(): Promise<RemoteRequest>;
  onAnswer(approve: boolean): Promise<{ state: 'approved' | 'refused' }>;
  /** Progress for the picture: 0 without a request or after a refusal, 0.5 while the request waits, 1 when approved. */
  onFilled(share: number): void;
}

const GONE = 'This request is over. Ask for a new code on the other device.';

/** Text for a failed call. A request that the server does not know was answered already or is too old. */
function requestTrouble(failure: Failure): string {
  return [400, 404, 409].includes(failure.status) ? GONE : troubleOf(failure);
}

/** Shows which device asks to be signed in and the code to compare, and lets the person approve or refuse. */
export function ApproveDevice({ onShow, onAnswer, onFilled }: ApproveDeviceProps) {
  const [request, setRequest] = useState<RemoteRequest | null>(null);
  const [lost, setLost] = useState<unknown>(null);
  const reply = useMutation({ mutationFn: onAnswer, networkMode: 'always' });
  useEffect(() => {
    let isShown = true;
    fetchPageData(onShow).then(
      (answer) => isShown && setRequest(answer),
      (error) => isShown && setLost(error),
    );
    return () => {
      isShown = false;
    };
  }, [onShow]);

  const error = reply.error ?? lost;
  const trouble = error ? requestTrouble(readFailure(error)) : '';
  const answer = (approve: boolean) => {
    if (!reply.isPending) reply.mutate(approve);
  };
  const outcome = reply.data?.state;
  const settled = outcome ?? (request && request.state !== 'waiting' ? request.state : null);
  const share = settled === 'approved' ? 1 : request && !settled ? 0.5 : 0;
  useEffect(() => onFilled(share), [share, onFilled]);
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
      <p className="t13 muted flex apart gap12">Does the other device show the same?</p>
      <p className={styles.compare}>{request.code}</p>
      <dl className="lineAbove below24">
        <div className={styles.fact}>
          <dt className="muted">Device</dt>
          <dd>{request.device || 'A browser'}</dd>
        </div>
      </dl>
      <Trouble title={trouble} />
      <div className="flex wrap gap12">
        <Button variant="filled" aria-busy={reply.isPending} onClick={() => answer(true)}>
          Yes, sign it in
        </Button>
        <Button aria-busy={reply.isPending} onClick={() => answer(false)}>
          Refuse
        </Button>
      </div>
    </div>
  );
}

interface MailValues {
  email: string;
}

/** Approves by mail instead of by being signed in here. */
export function EmailApproval({ remoteToken }: { remoteToken: string }) {
  const form = useEntityForm<MailValues>({
    keptAs: 'forgot',
    start: { email: '' },
    send: (values) =>
      call(AUTH_CALLS.emailLogin, { body: { email: values.email.trim(), remoteToken } }),
    trouble: (failure) => ({ title: failure.status === 404 ? GONE : troubleOf(failure) }),
  });
  if (form.isSent) {
    return (
      <p className="t18" role="status">
        If an account has this address, a mail with a link is on its way. The request lasts two
        minutes.
      </p>
    );
  }
  return (
    <EntityForm form={form} className={frame.form} action="Mail me a link" variant="outlined">
      <EmailField<MailValues> name="email" label="E-mail of your account" />
    </EntityForm>
  );
}
