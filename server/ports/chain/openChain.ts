import type { FastifyBaseLogger } from 'fastify';
import {
  MARKET_GAS,
  ROYALTY_BPS,
  STORAGE_DEPOSIT_YOCTO,
} from '../../../src/data/contract/constants.ts';
import type { MarketConfig } from '../../../src/data/contract/market.ts';
import type { MarketSettings } from '../../marketSettings.ts';
import type { Database } from '../database/database.ts';
import { type Chain, PLAY_CHAIN, type PlayChain } from './chain.ts';
import { FailoverProvider } from './near/failover.ts';
import { openNearChain } from './nearChain.ts';

/** The chain of this server, and where it is its own also what only such a one has. */
export interface OpenedChain {
  readonly chain: Chain;
  /** Account that mints. */
  readonly minterAccount: string;
  /** Undefined for a NEAR network. */
  readonly devnet: PlayChain | undefined;
}

/** Where the market is, by the settings. */
export function marketConfig(settings: MarketSettings): MarketConfig {
  const { near, accountSuffix, listMode, symbol, explorerUrl } = settings;
  return {
    network: near?.network ?? 'devnet',
    isPlayMoney: near?.network !== 'mainnet',
    symbol,
    accountSuffix,
    nftContract: near?.nftContract ?? PLAY_CHAIN.nftContract,
    marketContract: near?.marketContract ?? PLAY_CHAIN.marketContract,
    rpcUrls: near ? [...near.rpcUrls] : [PLAY_CHAIN.rpcPath],
    explorerUrl,
    listMode,
    gas: MARKET_GAS,
    storageDeposit: STORAGE_DEPOSIT_YOCTO,
    royaltyBps: ROYALTY_BPS,
  };
}

/**
 * Opens the chain of the settings: a NEAR network, or the play-money chain in the database, whose package is loaded for
 * that alone.
 *
 * @param database migrated
 * @throws Error where the minter's key is none, or the play-money chain cannot begin
 */
export async function openChain(
  settings: MarketSettings,
  database: Database,
  log?: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<OpenedChain> {
  const config = marketConfig(settings);
  const { near } = settings;
  if (near) {
    const minterAccount = near.minterAccount;
    const minter = { accountId: minterAccount, key: near.minterKey };
    const provider = new FailoverProvider(near.rpcUrls);
    return { chain: openNearChain(provider, config, minter), minterAccount, devnet: undefined };
  }
  const { openDevnet } = await import('../../../packages/dev-chain/openDevnet.ts');
  const { CONTRACTS } = await import('../../../packages/dev-chain/contracts/contracts.ts');
  const devnet = await openDevnet(database, CONTRACTS, log);
  const { minterAccount } = PLAY_CHAIN;
  const minter = { accountId: minterAccount, key: await devnet.minterKey() };
  return { chain: openNearChain(devnet.provider, config, minter), minterAccount, devnet };
}
