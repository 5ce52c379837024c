import { queryOptions } from '@tanstack/react-query';
import type { WalletHandle } from '../../parts/wallet/useWallet.ts';

/** What the signed-in wallet can spend, and what the market holds for it; yocto, read from the chain. */
export function fundsQuery({ accountId, open }: WalletHandle) {
  return queryOptions({
    queryKey: ['market', 'funds', accountId],
    queryFn: async () => {
      const wallet = await open();
      const [available, deposits] = await Promise.all([wallet.available(), wallet.deposits()]);
      return { available, ...deposits };
    },
    enabled: accountId !== null,
    retry: false,
    staleTime: 10_000,
  });
}
