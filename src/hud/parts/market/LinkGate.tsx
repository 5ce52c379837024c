import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { LinkedAccount } from '../../../data/contract/market.ts';
import { linkedAccountsQuery } from '../../../data/queries/market.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { FailedState } from '../../system/ListState.tsx';
import { Trouble } from '../../system/Submit.tsx';
import page from '../Page.module.css';
import { useMember } from '../shares/useReader.ts';
import { useWallet, useWalletSteps } from '../wallet/useWallet.ts';
import { WalletButton } from '../wallet/WalletButton.tsx';
import { Waiting } from './Waiting.tsx';

interface LinkGateProps {
  children(accounts: readonly LinkedAccount[]): ReactNode;
}

/** What needs a linked wallet: asks for one first, and goes on once it is linked. */
export function LinkGate({ children }: LinkGateProps) {
  const { isOnline } = useSnapshot(ui);
  const { data, isError, fetchStatus, refetch } = useQuery(linkedAccountsQuery(useMember()));
  if (data && data.length > 0) return children(data);
  if (data) return <Unlinked />;
  if (!isError && fetchStatus !== 'paused') return <Waiting>Looking for your wallet</Waiting>;
  return (
    <FailedState isSmall isOffline={!isOnline} what="Your wallet" onRetry={() => void refetch()} />
  );
}

/** The way to a linked wallet. */
function Unlinked() {
  const wallet = useWallet();
  const { isBusy, trouble, run } = useWalletSteps(wallet);
  return (
    <div className="grid gap16 columns1">
      <p>
        What you collect belongs to an account of the chain. Connect a wallet and link it to you:
        then you come back to this.
      </p>
      <WalletButton variant="filled" />
      {wallet.accountId !== null && (
        <>
          <Trouble title={trouble} />
          <div className={page.padButtons}>
            <Button variant="filled" aria-busy={isBusy} onClick={() => void run('link')}>
              Link it to me
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
