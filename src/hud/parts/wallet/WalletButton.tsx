import { Button, type ButtonSize } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useWallet, useWalletSteps } from './useWallet.ts';

interface WalletButtonProps {
  size?: ButtonSize;
  variant?: 'filled' | 'outlined';
  /** What it says while nobody is signed in. */
  children?: string;
}

/** Signs in to a wallet; once somebody is, it says who. */
export function WalletButton({ size, variant, children = 'Connect a wallet' }: WalletButtonProps) {
  const wallet = useWallet();
  const { isBusy, trouble, run } = useWalletSteps(wallet);
  if (wallet.accountId !== null) {
    return (
      <p className="min0">
        <span className="muted">{wallet.name}</span>{' '}
        <span className="medium anywhere">{wallet.accountId}</span>
      </p>
    );
  }
  return (
    <div className="stack gap16 min0">
      <Trouble title={trouble} />
      <div>
        <Button
          size={size}
          variant={variant}
          aria-busy={isBusy || wallet.isBusy}
          disabled={!wallet.config}
          onClick={() => void run('connect')}
        >
          {children}
        </Button>
      </div>
    </div>
  );
}
