import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '../../../data/client.ts';
import { FACTOR_CALLS } from '../../../data/contract/factorCalls.ts';
import type { ProofStart } from '../../../data/contract/factors.ts';
import { noPasskeysText } from '../../../data/rules/account/factors.ts';
import { typedPassword } from '../../../data/rules/account/validation.ts';
import { endProof } from '../../../data/stores/proof.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { PasswordField } from '../../kit/fields.tsx';
import { troubleOf, useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { PanelState } from '../forms/FormSection.tsx';
import { ProviderButtons } from '../providers/ProviderButtons.tsx';
import { RecoveryCodeField, TimeCodeField } from './codeFields.tsx';
import { useNoPasskeys } from './useNoPasskeys.ts';

/** What a passkey has to sign is good for five minutes: it is asked for again before. */
const RENEW_MS = 4 * 60_000;

interface ProofValues {
  password: string;
  code: string;
  recoveryCode: string;
}

/** By password, with a code beside it where the account has a second factor. */
function PasswordProof({ ways, isFirst }: Pick<ProofStart, 'ways'> & { isFirst: boolean }) {
  const hasCodes = ways.includes('code');
  const hasRecovery = ways.includes('recovery');
  const [isByRecovery, setByRecovery] = useState(!hasCodes);
  const second = ways.length === 0 ? null : isByRecovery ? 'recoveryCode' : 'code';
  const form = useEntityForm<ProofValues>({
    start: { password: '', code: '', recoveryCode: '' },
    send: async (typed) => {
      const body = { password: typed.password, ...(second && { [second]: typed[second] }) };
      await call(FACTOR_CALLS.prove, { body });
      endProof(true);
    },
    trouble: (failure) => {
      // What is said of a field that is not on show has no other place.
      const unseen = Object.entries(failure.fields)
        .filter(([name]) => name !== 'password' && name !== second)
        .map(([, message]) => message);
      const isSaid = Object.keys(failure.fields).length > 0;
      return { title: isSaid ? unseen.join(' ') : troubleOf(failure) };
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (isFirst) setFocus('password');
  }, [isFirst, setFocus]);
  const other = isByRecovery ? 'Use a code from your app' : 'Use a recovery code';
  return (
    <EntityForm
      form={form}
      action="Go on"
      variant={isFirst ? 'filled' : 'outlined'}
      leave={
        hasCodes && hasRecovery
          ? { title: other, run: () => setByRecovery(!isByRecovery) }
          : undefined
      }
    >
      <PasswordField<ProofValues>
        name="password"
        label="Password"
        autoComplete="current-password"
        rule={typedPassword}
      />
      {second === 'code' && <TimeCodeField<ProofValues> name="code" />}
      {second === 'recoveryCode' && <RecoveryCodeField<ProofValues> name="recoveryCode" />}
    </EntityForm>
  );
}

/** By a passkey, which needs nothing beside it. */
function PasskeyProof({ options, onFail }: Pick<ProofStart, 'options'> & { onFail(): void }) {
  const { isBusy, trouble, run } = useSave(async () => {
    if (!options) return;
    const { showPasskey, throwPasskeyFault } = await import('../../../data/passkeys.ts');
    const response = await showPasskey(options);
    if (!response) return;
    try {
      await call(FACTOR_CALLS.prove, { body: { response } });
    } catch (error) {
      // What was signed is used up.
      onFail();
      throwPasskeyFault(error);
    }
    endProof(true);
  });
  return (
    <>
      <Trouble title={trouble} />
      <div className="row wrap gap12">
        <Button variant="filled" aria-busy={isBusy} onClick={() => void run(undefined)}>
          {isBusy && <Spinner size={18} />}
          Use a passkey
        </Button>
      </div>
    </>
  );
}

/** Every way that the account has on this page. */
function Ways({ start, onFail }: { start: ProofStart; onFail(): void }) {
  const { why, host } = useNoPasskeys();
  const { pathname, search } = useLocation();
  const { hasPassword, ways, options, providers } = start;
  const isByProvider = providers !== undefined;
  const byProvider = isByProvider && (
    <ProviderButtons providers={providers} intent="proof" back={() => `${pathname}${search}`} />
  );
  const hasPasskey = ways.includes('passkey');
  const isByPasskey = hasPasskey && options !== undefined && why === null;
  const isByPassword = hasPassword && (ways.length === 0 || ways.some((one) => one !== 'passkey'));
  if (!isByPasskey && !isByPassword) {
    if (isByProvider) return byProvider;
    return hasPasskey ? (
      <p>{why && noPasskeysText(why, host)}</p>
    ) : (
      <p className="textLinks">
        Your account has no password yet, so it has nothing to show. You can{' '}
        <Link to="/forgot-password" onClick={() => endProof(false)}>
          have a link mailed to set one
        </Link>
        .
      </p>
    );
  }
  return (
    <>
      {isByPasskey && <PasskeyProof options={options} onFail={onFail} />}
      {isByPasskey && isByPassword && <p className="muted">Or with your password:</p>}
      {isByPassword && <PasswordProof ways={ways} isFirst={!isByPasskey} />}
      {isByProvider && <p className="muted">Or with your account elsewhere:</p>}
      {byProvider}
    </>
  );
}

/** Asks who is there, before a call that needs to know it: a passkey, or the password with what stands beside it. */
export function ProofDialog() {
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'proof'],
    queryFn: ({ signal }) => call(FACTOR_CALLS.startProof, {}, signal),
    // Each question begins with a challenge of its own.
    gcTime: 0,
    refetchInterval: RENEW_MS,
    refetchOnWindowFocus: false,
  });
  const again = () => void refetch();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && endProof(false)}
      title="Show once more that it is you"
      description="What you are about to do asks for it. Then it is not asked again for ten minutes."
    >
      <div className="stack gap16 min0">
        {data ? <Ways start={data} onFail={again} /> : <PanelState error={error} onRetry={again} />}
      </div>
    </Dialog>
  );
}
