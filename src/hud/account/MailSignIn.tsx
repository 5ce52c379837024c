import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import type { SecondStep as Step } from '../../data/contract/factors.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { EmailField } from '../kit/fields.tsx';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import frame from './AccountFrame.module.css';
import styles from './AccountPanels.module.css';
import { SecondStep } from './SecondStep.tsx';
import { waitForApproval } from './waitForApproval.ts';

interface MailValues {
  email: string;
}

type Waiting = 'none' | 'waiting' | 'expired' | 'refused' | Step;

/** Signs this device in without leaving the page: the owner of an account approves by a link in a mail. */
export function MailSignIn() {
  const [waiting, setWaiting] = useState<Waiting>('none');
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const form = useEntityForm<MailValues>({
    keptAs: 'forgot',
    start: { email: '' },
    send: async (values) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      const start = await call(AUTH_CALLS.remoteStart, { body: {} }, controller.signal);
      const { remoteToken } = start;
      await call(AUTH_CALLS.emailLogin, { body: { email: values.email.trim(), remoteToken } });
      setWaiting('waiting');
      void waitForApproval(start, controller.signal, () => {}).then((outcome) => {
        if (outcome) setWaiting(outcome);
      });
    },
  });
  if (typeof waiting === 'object') {
    return <SecondStep step={waiting} onAgain={(why) => setWaiting(why ? 'expired' : 'none')} />;
  }
  if (waiting === 'waiting') {
    return (
      <div className={styles.request} role="status">
        <p className="t18">
          If an account has this address, a mail with a link is on its way. Open it within two
          minutes, approve, and come back to this page.
        </p>
        <p className="muted">
          <Spinner size={18} /> Waiting
        </p>
        <div className="row wrap gap12 top8">
          <Button
            onClick={() => {
              asking.current?.abort();
              setWaiting('none');
            }}
          >
            Another address
          </Button>
        </div>
      </div>
    );
  }
  return (
    <EntityForm form={form} className={frame.form} action="Mail me a link" variant="outlined">
      {waiting !== 'none' && (
        <p role="status">
          {waiting === 'expired'
            ? 'It was not approved in time. Ask for another mail.'
            : 'It was refused. You are not signed in.'}
        </p>
      )}
      <EmailField<MailValues> name="email" label="E-mail of your account" />
    </EntityForm>
  );
}
