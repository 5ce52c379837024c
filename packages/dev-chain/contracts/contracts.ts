import type { Contract } from '../host.ts';
import { MARKET_CONTRACT } from './market/marketContract.ts';
import { NFT_CONTRACT } from './nft/nftContract.ts';

/** Contracts of the play-money chain, in the order in which they begin. */
export const CONTRACTS: readonly Contract[] = [NFT_CONTRACT, MARKET_CONTRACT];
