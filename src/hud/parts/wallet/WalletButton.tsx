import { Button, type ButtonSize } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useWallet, useWalletSteps } from './useWallet.ts';

interface WalletButtonProps {
  size?: ButtonSize;
  variant?: 'filled' | 'outlined';
  /** Label while no account is signed in to a wallet. */
  children?: string;
}

/** Signs in to a wallet. After that, shows the wallet's name and the account. */
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
