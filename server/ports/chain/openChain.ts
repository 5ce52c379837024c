import type { FastifyBaseLogger } from 'fastify';
import {
  MARKET_GAS,
  ROYALTY_BPS,
  STORAGE_DEPOSIT_YOCTO,
} from '../../../src/data/contract/constants.ts';
import type { MarketConfig } from '../../../src/data/contract/market.ts';
import type { MarketSettings } from '../../marketSettings.ts';
import type { Database } from '../database/database.ts';
import type { Chain } from './chain.ts';
import { CONTRACTS } from './contracts/contracts.ts';
import { type Devnet, openDevnet } from './devnet/openDevnet.ts';
import { MARKET_ACCOUNT, MINTER_ACCOUNT, NFT_ACCOUNT, RPC_PATH } from './devnet/protocol.ts';
import { FailoverProvider } from './near/failover.ts';
import { openNearChain } from './nearChain.ts';

/** The chain of this server, and where it is its own also what only such a one has. */
export interface OpenedChain {
  readonly chain: Chain;
  /** Account that mints. */
  readonly minterAccount: string;
  /** Undefined for a NEAR network. */
  readonly devnet: Devnet | undefined;
}

/** Where the market is, by the settings. */
export function marketConfig(settings: MarketSettings): MarketConfig {
  const { near, accountSuffix, listMode, symbol, explorerUrl } = settings;
  return {
    network: near?.network ?? 'devnet',
    isPlayMoney: near?.network !== 'mainnet',
    symbol,
    accountSuffix,
    nftContract: near?.nftContract ?? NFT_ACCOUNT,
    marketContract: near?.marketContract ?? MARKET_ACCOUNT,
    rpcUrls: near ? [...near.rpcUrls] : [RPC_PATH],
    explorerUrl,
    listMode,
    gas: MARKET_GAS,
    storageDeposit: STORAGE_DEPOSIT_YOCTO,
    royaltyBps: ROYALTY_BPS,
  };
}

/**
 * Opens the chain of the settings: a NEAR network, or the play-money chain in the database.
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
  const devnet = await openDevnet(database, CONTRACTS, log);
  const minter = { accountId: MINTER_ACCOUNT, key: await devnet.minterKey() };
  const chain = openNearChain(devnet.provider, config, minter);
  return { chain, minterAccount: MINTER_ACCOUNT, devnet };
}
