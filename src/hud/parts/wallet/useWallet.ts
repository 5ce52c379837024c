import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '../../../data/contract/errors.ts';
import type { MarketConfig } from '../../../data/contract/market.ts';
import {
  linkedAccountsQuery,
  marketConfigQuery,
  refreshMarket,
} from '../../../data/queries/market.ts';
import { LOCALES } from '../../../data/rules/site/locale.ts';
import { locale } from '../../../data/stores/locale.ts';
import { wallet, watchWallet } from '../../../data/stores/wallet.ts';
import type { Wallet } from '../../../data/wallet/Wallet.ts';
import { useSave } from '../../kit/useSave.ts';
import { useMember } from '../shares/useReader.ts';
import { loadWallet } from './loadWallet.ts';

export interface WalletHandle {
  /** Undefined until the server has said where its market is. */
  readonly config: MarketConfig | undefined;
  /** Account that is signed in to a wallet; null for none. */
  readonly accountId: string | null;
  /** What the wallet calls itself. */
  readonly name: string;
  /** The wallet waits for its user. */
  readonly isBusy: boolean;
  /** A language tag that amounts are written in. */
  readonly tag: string;
  /** The wallet itself, to plan and perform actions with. @throws ApiError where the server does not say where its market is */
  open(): Promise<Wallet>;
}

/** As `useWallet`, for what stands on a page that trades already. */
export function useWalletState(): WalletHandle {
  const queries = useQueryClient();
  const { data: config } = useQuery(marketConfigQuery);
  const { accountId, name, network, isBusy } = useSnapshot(wallet);
  const { region } = useSnapshot(locale);
  const isOther = config !== undefined && network !== config.network;
  return {
    config,
    accountId: isOther ? null : accountId,
    name,
    isBusy,
    tag: LOCALES[region].iso,
    open: async () => loadWallet(await queries.ensureQueryData(marketConfigQuery)),
  };
}

/**
 * Who is signed in to a wallet, and the wallet itself, whose code is fetched only when it is opened. Only for pages that
 * trade, where the operator has collecting on: what wallets ask is shown as long as one of these is.
 */
export function useWallet(): WalletHandle {
  useEffect(watchWallet, []);
  return useWalletState();
}

/** Signing in to a wallet, out of it, and linking it, one at a time. */
export function useWalletSteps({ open }: Pick<WalletHandle, 'open'>) {
  const queries = useQueryClient();
  const userId = useMember();
  return useSave(async (step: 'connect' | 'disconnect' | 'link') => {
    const opened = await open().catch((error: unknown) => {
      if (error instanceof ApiError) throw error;
      throw new ApiError(
        'unavailable',
        'The wallet could not be loaded. Is there a network?',
        error,
      );
    });
    const done = await opened[step]();
    if (step !== 'link' || !done) return done;
    await queries.invalidateQueries({ queryKey: linkedAccountsQuery(userId).queryKey });
    void refreshMarket(queries);
    return done;
  });
}
