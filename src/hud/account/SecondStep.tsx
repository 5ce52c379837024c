import { type ReactNode, useEffect, useRef, useState } from 'react';
import { signInBy } from '../../data/auth.ts';
import { call } from '../../data/client.ts';
import { ApiError } from '../../data/contract/errors.ts';
import { FACTOR_CALLS } from '../../data/contract/factorCalls.ts';
import type {
  PasskeyResponse,
  SecondWay,
  SecondStep as Step,
} from '../../data/contract/factors.ts';
import { codeDigits, noPasskeysText } from '../../data/rules/account/factors.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { readFailure, useSave } from '../kit/useSave.ts';
import { RecoveryCodeField, TimeCodeField } from '../parts/factors/codeFields.tsx';
import { useNoPasskeys } from '../parts/factors/useNoPasskeys.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';
import { AccountFrame, OtherWays } from './AccountFrame.tsx';

interface Shown {
  code?: string;
  recoveryCode?: string;
  response?: PasskeyResponse;
}

interface WayProps {
  /** Signs in with what is shown. @throws ApiError as the server answered */
  show(what: Shown): Promise<void>;
}

/** A code out of an app, which is sent as soon as it has six digits. */
function CodeWay({ show }: WayProps) {
  const form = useEntityForm<{ code: string }>({
    mode: 'onSubmit',
    start: { code: '' },
    send: ({ code }) => show({ code }),
  });
  const digits = codeDigits(form.watch('code'));
  const tried = useRef<string | null>(null);
  const { submit, setFocus } = form;
  const sending = useRef(submit);
  sending.current = submit;
  useEffect(() => setFocus('code'), [setFocus]);
  useEffect(() => {
    if (digits === null || digits === tried.current) return;
    tried.current = digits;
    void sending.current();
  }, [digits]);
  return (
    <EntityForm form={form} className={styles.form} action="Sign in">
      <TimeCodeField<{ code: string }> name="code" />
    </EntityForm>
  );
}

/** One of the codes that were kept. */
function RecoveryWay({ show }: WayProps) {
  const form = useEntityForm<{ recoveryCode: string }>({
    mode: 'onSubmit',
    start: { recoveryCode: '' },
    send: ({ recoveryCode }) => show({ recoveryCode: recoveryCode.trim() }),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('recoveryCode'), [setFocus]);
  return (
    <EntityForm form={form} className={styles.form} action="Sign in">
      <RecoveryCodeField<{ recoveryCode: string }> name="recoveryCode" />
    </EntityForm>
  );
}

/** A passkey of the account. */
function PasskeyWay({ show, options }: WayProps & { options(): Promise<{ challenge: string }> }) {
  const { isBusy, trouble, run } = useSave(async () => {
    const asked = await options();
    const { showPasskey, throwPasskeyFault } = await import('../../data/passkeys.ts');
    const response = await showPasskey(asked);
    if (response) await show({ response }).catch(throwPasskeyFault);
  });
  return (
    <div className={styles.form}>
      <Trouble title={trouble} />
      <p>Your device asks for your finger, your face or its PIN.</p>
      <div className="row wrap gap12">
        <Button variant="filled" aria-busy={isBusy} onClick={() => void run(undefined)}>
          {isBusy && <Spinner size={18} />}
          Use a passkey
        </Button>
      </div>
    </div>
  );
}

const TITLES: Readonly<Record<SecondWay, string>> = {
  passkey: 'Use a passkey',
  code: 'Use a code from your app',
  recovery: 'Use a recovery code',
};
const ORDER = ['passkey', 'code', 'recovery'] as const;

/** The ticket is used up or too old: what is wrong belongs to no field. */
const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code === 'bad_request' &&
  Object.keys(readFailure(error).fields).length === 0;

interface SecondStepProps {
  step: Step;
  /** Leads back to the first step. @param why in a sentence; '' where the person wants it so */
  onAgain(why: string): void;
}

/** What an account with a second factor asks for after the password, or after the link of a mail. */
export function SecondStep({ step, onAgain }: SecondStepProps) {
  const passkeys = useNoPasskeys();
  const [chosen, setChosen] = useState<SecondWay | null>(null);
  const here = ORDER.filter(
    (way) => step.ways.includes(way) && (way !== 'passkey' || passkeys.why === null),
  );
  const way = chosen ?? here[0];
  const { ticket } = step;

  /** Does it; where the ticket is no longer good, the way leads back. */
  const within = async <T,>(deed: () => Promise<T>): Promise<T> => {
    try {
      return await deed();
    } catch (error) {
      if (isStale(error)) onAgain(`${error.message}.`);
      throw error;
    }
  };
  const show = (what: Shown) =>
    within(() => signInBy(() => call(FACTOR_CALLS.secondStep, { body: { ticket, ...what } })));
  const options = () =>
    within(async () => (await call(FACTOR_CALLS.startSecondStep, { body: { ticket } })).options);

  const forms: Readonly<Record<SecondWay, ReactNode>> = {
    passkey: <PasskeyWay show={show} options={options} />,
    code: <CodeWay show={show} />,
    recovery: <RecoveryWay show={show} />,
  };
  return (
    <>
      {way ? (
        forms[way]
      ) : (
        <p className={styles.form}>{passkeys.why && noPasskeysText(passkeys.why, passkeys.host)}</p>
      )}
      <OtherWays
        ways={[
          ...here
            .filter((one) => one !== way)
            .map((one) => ({ title: TITLES[one], onChoose: () => setChosen(one) })),
          { title: 'Start again', onChoose: () => onAgain('') },
        ]}
      />
    </>
  );
}

/** The same as a page, after a password that was right. */
export function LoginSecondStep(props: SecondStepProps) {
  return (
    <AccountFrame
      title="Second step"
      sketch="login"
      filled={0.8}
      lead="Your password is right. Your account asks for one thing more."
    >
      <SecondStep {...props} />
    </AccountFrame>
  );
}
