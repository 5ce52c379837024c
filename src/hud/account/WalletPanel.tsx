import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { marketConfigQuery } from '../../data/queries/market.ts';
import { PanelState } from '../parts/forms/FormSection.tsx';
import { onPage } from '../parts/page/page.ts';
import { useWallet } from '../parts/wallet/useWallet.ts';
import { CollectibleSection } from './wallet/CollectibleSection.tsx';
import { DepositsSection } from './wallet/DepositsSection.tsx';
import { LinkedSection } from './wallet/LinkedSection.tsx';
import { PlayKeysSection } from './wallet/PlayKeysSection.tsx';
import { WalletSection } from './wallet/WalletSection.tsx';

/** The wallet: its account, the linked accounts, its deposits at the market, and whether the reader's jam is traded. */
export function WalletPanel({ userId }: { userId: string }) {
  const { key } = useLocation();
  const { data: config, error, refetch } = useQuery(onPage(marketConfigQuery));
  const wallet = useWallet();
  if (!config) return <PanelState error={error} onRetry={() => void refetch()} />;
  // A route that is loaded anew begins anew.
  return (
    <div key={key}>
      <WalletSection userId={userId} config={config} wallet={wallet} />
      <LinkedSection userId={userId} />
      {wallet.accountId !== null && <DepositsSection config={config} wallet={wallet} />}
      {config.network === 'devnet' && <PlayKeysSection config={config} wallet={wallet} />}
      <CollectibleSection userId={userId} />
    </div>
  );
}
