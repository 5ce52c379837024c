import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { accountTrouble } from '../../../data/rules/money/accountName.ts';
import { session } from '../../../data/stores/session.ts';
import { answerWallet, type QuestionOf } from '../../../data/stores/walletQuestions.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import styles from './Wallet.module.css';

type Props = QuestionOf<'account'> & { isBusy: boolean };

/** A name under which an account is made; the key is made here and stays here. */
function MakeAccount(props: Props & { children: ReactNode }) {
  const { accounts, suggested, suffix, isBusy, children } = props;
  const isTaken = accounts.includes(suggested);
  const idOf = (name: string) => name.trim().toLowerCase() + suffix;
  const form = useEntityForm<{ name: string }>({
    mode: 'onSubmit',
    start: { name: isTaken ? '' : suggested.slice(0, -suffix.length) },
    send: async ({ name }) => {
      if (!isBusy) answerWallet({ kind: 'make', accountId: idOf(name) });
    },
  });
  return (
    <EntityForm
      form={form}
      className="stack gap16 min0"
      action="Make it, with coins in it"
      isBusy={isBusy}
      variant={accounts.length > 0 ? 'outlined' : 'filled'}
      beside={children}
    >
      <FormTextField<{ name: string }>
        name="name"
        label="Name of the new account"
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
        end={<span className="muted">{suffix}</span>}
        rule={(text) => accountTrouble(idOf(text), suffix) || true}
      />
    </EntityForm>
  );
}

/** An account whose key comes from another browser. */
function TakeAccount({ isBusy, onBack }: { isBusy: boolean; onBack(): void }) {
  const form = useEntityForm<{ accountId: string; secret: string }>({
    start: { accountId: '', secret: '' },
    send: async ({ accountId, secret }) => {
      if (!isBusy) answerWallet({ kind: 'import', accountId: accountId.trim(), secret });
    },
  });
  return (
    <EntityForm
      form={form}
      className="stack gap16 min0"
      action="Use this account"
      isBusy={isBusy}
      leave={{ title: 'Back', run: onBack }}
    >
      <FormTextField<{ accountId: string }>
        name="accountId"
        label="Name of the account"
        spellCheck={false}
        autoCapitalize="none"
      />
      <FormTextField<{ secret: string }>
        name="secret"
        label="Its secret key"
        type="password"
        spellCheck={false}
        hint="It begins with ed25519:. The wallet tab of the other browser shows it."
      />
    </EntityForm>
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
                    className={`offEdge ${styles.choice}`}
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
