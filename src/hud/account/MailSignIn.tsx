import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { call } from '../../data/client.ts';
import { AUTH_CALLS } from '../../data/contract/calls.ts';
import { email } from '../../data/rules/account/validation.ts';
import { useFormMutation, useKeptForm } from '../parts/forms/useFormMutation.ts';
import { Button } from '../system/Button.tsx';
import { FormTextField } from '../system/Form.tsx';
import { Spinner } from '../system/Loading.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import frame from './AccountFrame.module.css';
import styles from './AccountPanels.module.css';
import { waitForApproval } from './waitForApproval.ts';

interface MailValues {
  email: string;
}

type Waiting = 'none' | 'waiting' | 'expired' | 'refused';

/** Signs this device in by a link in a mail to somebody who has an account, without leaving the page. */
export function MailSignIn() {
  const form = useKeptForm<MailValues>('forgot', { email: '' });
  const [waiting, setWaiting] = useState<Waiting>('none');
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const { submit, isBusy, trouble } = useFormMutation(form, {
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
    <FormProvider {...form}>
      <form className={frame.form} onSubmit={submit} noValidate>
        {waiting !== 'none' && (
          <p role="status">
            {waiting === 'expired'
              ? 'It was not approved in time. Ask for another mail.'
              : 'It was refused. You are not signed in.'}
          </p>
        )}
        <Trouble {...trouble} />
        <FormTextField<MailValues>
          name="email"
          label="E-mail of your account"
          type="email"
          inputMode="email"
          autoComplete="email"
          rule={email}
        />
        <div className="row wrap gap12 top8">
          <SubmitButton isBusy={isBusy} variant="outlined">
            Mail me a link
          </SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
