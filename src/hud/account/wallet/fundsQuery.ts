import { queryOptions } from '@tanstack/react-query';
import { needsNewDocument } from '../../parts/wallet/loadWallet.ts';
import type { WalletHandle } from '../../parts/wallet/useWallet.ts';

/** What the signed-in wallet can spend, and what the market holds for it; yocto, read from the chain. */
export function fundsQuery({ accountId, open, config }: WalletHandle) {
  return queryOptions({
    queryKey: ['market', 'funds', accountId],
    queryFn: async () => {
      const wallet = await open();
      const [available, deposits] = await Promise.all([wallet.available(), wallet.deposits()]);
      return { available, ...deposits };
    },
    // A page that must be loaded anew for it is loaded by whoever asks, not by itself: something may play.
    enabled: accountId !== null && config !== undefined && !needsNewDocument(config),
    retry: false,
    staleTime: 10_000,
  });
}
