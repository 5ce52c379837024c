import { type FormEvent, type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { accountTrouble } from '../../../data/rules/money/accountName.ts';
import { session } from '../../../data/stores/session.ts';
import { answerWallet, type QuestionOf } from '../../../data/stores/walletQuestions.ts';
import { Button } from '../../system/Button.tsx';
import { SubmitButton, Trouble } from '../../system/Submit.tsx';
import { TextField } from '../../system/TextField.tsx';
import styles from './Wallet.module.css';

type Props = QuestionOf<'account'> & { isBusy: boolean };

/** A name under which an account is made; the key is made here and stays here. */
function MakeAccount(props: Props & { children: ReactNode }) {
  const { accounts, suggested, suffix, isBusy, children } = props;
  const isTaken = accounts.includes(suggested);
  const [name, setName] = useState(isTaken ? '' : suggested.slice(0, -suffix.length));
  const [wrong, setWrong] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const accountId = name.trim().toLowerCase() + suffix;
    const trouble = accountTrouble(accountId, suffix);
    setWrong(trouble);
    if (!trouble && !isBusy) answerWallet({ kind: 'make', accountId });
  };
  return (
    <form className="stack gap16 min0" onSubmit={submit} noValidate>
      <TextField
        label="Name of the new account"
        value={name}
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
        error={wrong || undefined}
        end={<span className="muted">{suffix}</span>}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setWrong('');
        }}
      />
      <div className="flex wrap gap12">
        <SubmitButton isBusy={isBusy} variant={accounts.length > 0 ? 'outlined' : 'filled'}>
          Make it, with coins in it
        </SubmitButton>
        {children}
      </div>
    </form>
  );
}

/** An account whose key comes from another browser. */
function TakeAccount({ isBusy, onBack }: { isBusy: boolean; onBack(): void }) {
  const [accountId, setAccountId] = useState('');
  const [secret, setSecret] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) answerWallet({ kind: 'import', accountId: accountId.trim(), secret });
  };
  return (
    <form className="stack gap16 min0" onSubmit={submit} noValidate>
      <TextField
        label="Name of the account"
        value={accountId}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => setAccountId(event.currentTarget.value)}
      />
      <TextField
        label="Its secret key"
        type="password"
        value={secret}
        spellCheck={false}
        hint="It begins with ed25519:. The wallet tab of the other browser shows it."
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <div className="flex wrap gap12">
        <SubmitButton isBusy={isBusy}>Use this account</SubmitButton>
        <Button variant="bare" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}

/** Which account of the play-money chain: one of this browser, a new one, or one whose key one has. */
export function PlayAccountQuestion(props: Props) {
  const { accounts, trouble, isBusy } = props;
  const { user } = useSnapshot(session);
  const [isTaking, setTaking] = useState(false);
  const mayMake = user !== null && user.guestOf === undefined;
  const toKey = (
    <Button variant="bare" disabled={isBusy} onClick={() => setTaking(true)}>
      I have a key
    </Button>
  );
  return (
    <div className="stack gap16 min0">
      <Trouble title={isBusy ? '' : trouble} />
      {isTaking ? (
        <TakeAccount isBusy={isBusy} onBack={() => setTaking(false)} />
      ) : (
        <>
          {accounts.length > 0 && (
            <ul className="lineAbove" aria-label="Accounts of this browser">
              {accounts.map((accountId) => (
                <li key={accountId}>
                  <button
                    type="button"
                    className={styles.choice}
                    disabled={isBusy}
                    onClick={() => answerWallet({ kind: 'use', accountId })}
                  >
                    <span className="medium anywhere">{accountId}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {mayMake ? (
            <MakeAccount {...props}>{toKey}</MakeAccount>
          ) : (
            <>
              <p className="muted">Log in to make an account with coins in it.</p>
              <div className="flex wrap gap12">{toKey}</div>
            </>
          )}
        </>
      )}
    </div>
  );
}
