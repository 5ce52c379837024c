import { useQuery } from '@tanstack/react-query';
import type { MarketConfig } from '../../../data/contract/market.ts';
import { linkedAccountsQuery } from '../../../data/queries/market.ts';
import { notify } from '../../../data/stores/ui.ts';
import { FormSection } from '../../parts/forms/FormSection.tsx';
import { Amount } from '../../parts/wallet/Amount.tsx';
import { useWalletSteps, type WalletHandle } from '../../parts/wallet/useWallet.ts';
import { WalletButton } from '../../parts/wallet/WalletButton.tsx';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import styles from '../AccountPanels.module.css';
import { fundsQuery } from './fundsQuery.ts';

interface WalletSectionProps {
  userId: string;
  config: MarketConfig;
  wallet: WalletHandle;
}

function SignedIn({ userId, config, wallet }: WalletSectionProps & { userId: string }) {
  const { isBusy, trouble, run } = useWalletSteps(wallet);
  const { data: funds, isError, isLoading, refetch } = useQuery(fundsQuery(wallet));
  const { data: linked } = useQuery(linkedAccountsQuery(userId));
  const isLinked = linked?.some(({ accountId }) => accountId === wallet.accountId);
  return (
    <>
      <Trouble title={trouble} />
      <ul className="lineAbove">
        <li className="row gap16 tall64 lineBelow">
          <div className={`fill ${styles.what}`}>
            <p>{wallet.accountId}</p>
            <p className="t13 muted">
              {wallet.name}
              {isLinked === true && ', linked to you'}
              {isLinked === false && ', not linked to you'}
            </p>
          </div>
          {isLinked === false && (
            <Button size="xs" aria-busy={isBusy} onClick={() => void run('link')}>
              Link it
            </Button>
          )}
          <Button size="xs" aria-busy={isBusy} onClick={() => void run('disconnect')}>
            Disconnect
          </Button>
        </li>
        <li className="row gap16 tall64 lineBelow">
          <div className={`fill ${styles.what}`}>
            <p>Balance</p>
            {config.isPlayMoney && <p className="t13 muted">Play money, worth nothing</p>}
          </div>
          {funds && <Amount yocto={funds.available} symbol={config.symbol} />}
          {!funds && isLoading && <span className="muted">…</span>}
          {!funds && !isError && !isLoading && (
            <Button
              size="xs"
              onClick={() => wallet.open().catch((error: Error) => notify(error.message))}
            >
              Look
            </Button>
          )}
          {isError && (
            <>
              <span className="muted">No answer</span>
              <Button size="xs" onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          )}
        </li>
      </ul>
    </>
  );
}

/** Which wallet is signed in, and what is in it. */
export function WalletSection(props: WalletSectionProps) {
  const { config, wallet } = props;
  return (
    <FormSection
      title="Wallet"
      text={
        config.isPlayMoney
          ? 'What you collect, and what you are paid, is kept in an account of this server’s own chain. Its coins are play money: they are worth nothing, and no one can cash them.'
          : `What you collect, and what you are paid, is kept in an account of the NEAR network (${config.network}). Only your wallet has its keys.`
      }
    >
      {wallet.accountId === null ? <WalletButton variant="filled" /> : <SignedIn {...props} />}
    </FormSection>
  );
}
