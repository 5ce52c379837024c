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
    // Where the wallet needs a reload of the page, only the person may start it: a reload would stop the sound.
    enabled: accountId !== null && config !== undefined && !needsNewDocument(config),
    retry: false,
    staleTime: 10_000,
  });
}
