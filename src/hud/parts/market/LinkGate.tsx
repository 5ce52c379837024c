import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LinkedAccount } from '../../../data/contract/market.ts';
import { linkedAccountsQuery } from '../../../data/queries/market.ts';
import { Region } from '../../kit/QueryList.tsx';
import { Button } from '../../system/Button.tsx';
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
  const query = useQuery(linkedAccountsQuery(useMember()));
  return (
    <Region query={query} what="Your wallet" skeleton={<Waiting>Looking for your wallet</Waiting>}>
      {(accounts) => (accounts.length > 0 ? children(accounts) : <Unlinked />)}
    </Region>
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
