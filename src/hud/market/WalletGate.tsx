import { type ReactNode, useEffect, useState } from 'react';
import type { Wallet } from '../../data/wallet/Wallet.ts';
import { Waiting } from '../parts/market/Waiting.tsx';
import page from '../parts/Page.module.css';
import { useWallet, useWalletSteps } from '../parts/wallet/useWallet.ts';
import { WalletButton } from '../parts/wallet/WalletButton.tsx';
import { Button } from '../system/Button.tsx';
import { Trouble } from '../system/Submit.tsx';

interface WalletGateProps {
  /** Who must be signed in to the wallet; anyone when left out. */
  accountId?: string;
  children(wallet: Wallet): ReactNode;
}

/** What needs a wallet: asks for one first, and goes on once it is there. */
export function WalletGate({ accountId, children }: WalletGateProps) {
  const handle = useWallet();
  const { isBusy, trouble, run } = useWalletSteps(handle);
  if (handle.accountId === null) {
    return (
      <div className="grid gap16 columns1">
        <p>
          {accountId === undefined
            ? 'Connect a wallet first. Everything that it costs is shown before it asks you.'
            : `This token is with ${accountId}: connect the wallet that holds this account.`}
        </p>
        <WalletButton variant="filled" />
      </div>
    );
  }
  if (accountId !== undefined && handle.accountId !== accountId) {
    return (
      <div className="grid gap16 columns1">
        <p>
          This token is with <strong>{accountId}</strong>, and your wallet is signed in as{' '}
          <strong>{handle.accountId}</strong>.
        </p>
        <Trouble title={trouble} />
        <div className={page.padButtons}>
          <Button variant="filled" aria-busy={isBusy} onClick={() => void run('disconnect')}>
            Use another account
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Opened key={handle.accountId} open={handle.open}>
      {children}
    </Opened>
  );
}

interface OpenedProps {
  open(): Promise<Wallet>;
  children(wallet: Wallet): ReactNode;
}

/** The wallet, once its code is there. */
function Opened({ open, children }: OpenedProps) {
  const [wallet, setWallet] = useState<Wallet | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again when the reader tries again
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    open().then(
      (opened) => !isGone && setWallet(opened),
      (error) => {
        console.warn('The wallet could not be loaded', error);
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  if (wallet) return children(wallet);
  if (!hasFailed) return <Waiting>Opening your wallet</Waiting>;
  return (
    <div className="grid gap16 columns1">
      <p role="alert">The wallet could not be loaded. Is there a network? Nothing was spent.</p>
      <div className={page.padButtons}>
        <Button icon="reset" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    </div>
  );
}
