import type { JsonColumn } from './schemaJams.ts';

/** One chainFacts row: a fact about the play-money chain, such as its total supply or the key of its minter. */
export interface ChainFactRow {
  name: string;
  value: string;
}

/** One chainAccounts row. `amount` is in yocto. */
export interface ChainAccountRow {
  id: string;
  amount: string;
  storageBytes: number;
  /** Name of the contract that it runs. */
  contract: string | null;
  /** Who asked the faucet for it. */
  userId: string | null;
  created: number;
}

/** One chainKeys row. */
export interface ChainKeyRow {
  accountId: string;
  publicKey: string;
  /** The last nonce that was used. */
  nonce: string;
  /** As `view_access_key` answers it. */
  permission: JsonColumn;
}

/** One chainState row: what a contract keeps under a key. */
export interface ChainStateRow {
  accountId: string;
  stateKey: string;
  value: string;
}

/** One chainBlocks row; each transaction has a block of its own. */
export interface ChainBlockRow {
  height: number;
  hash: string;
  previous: string;
  created: number;
}

/** One chainTransactions row. */
export interface ChainTransactionRow {
  hash: string;
  signerId: string;
  receiverId: string;
  height: number;
  /** Base64 of the borsh. */
  signed: string;
  /** As `tx` answers it. */
  outcome: JsonColumn;
}

/** One walletAccounts row: an account of the chain that an account here proved to be its own. */
export interface WalletAccountRow {
  accountId: string;
  userId: string;
  publicKey: string;
  linked: number;
}

/** One walletChallenges row; it is deleted before what was signed is looked at. */
export interface WalletChallengeRow {
  nonce: string;
  userId: string;
  sessionId: string;
  accountId: string;
  message: string;
  recipient: string;
  expires: number;
}

/** One tokenFiles row: a file that a token, or a mint that is on its way, names. Its blob stays as long as the row. */
export interface TokenFileRow {
  tokenId: string;
  /** Cover, document, then the sound of its loops. */
  place: number;
  name: string;
  /** Blob. */
  hash: string;
  mime: string;
  size: number;
}

/** A person who made loops of a token, and what they get of its sales, as it was when it was minted. */
export interface StoredMaker {
  readonly userId: string;
  /** Null without a wallet. */
  readonly accountId: string | null;
  readonly bps: number;
}

/**
 * One mints row. `planned`: nothing is signed yet; `signed`: the bytes are stored and may have been sent; `done`: the
 * chain has it; `failed`: it was refused for good, and nothing was minted.
 */
export interface MintRow {
  tokenId: string;
  jamId: string;
  rifffId: string;
  userId: string;
  accountId: string;
  state: 'planned' | 'signed' | 'done' | 'failed';
  title: string;
  /** Whole bpm. */
  tempo: number;
  root: number;
  scale: number;
  /** Basis points by account; empty until it is signed, and so are the next two. */
  royalty: JsonColumn;
  /** `StoredMaker[]`. */
  makers: JsonColumn;
  /** As the contract gets it. */
  metadata: JsonColumn;
  /** Base64 of the signed transaction: sent again as it is. */
  signed: string | null;
  txHash: string | null;
  attempts: number;
  problem: string;
  created: number;
  changed: number;
}

/** One tokens row: what is known of a token; the chain is the truth when something is done with it. */
export interface TokenRow {
  id: string;
  jamId: string;
  rifffId: string;
  title: string;
  titleFolded: string;
  ownerAccount: string;
  /** Basis points by account. */
  royalty: JsonColumn;
  /** `StoredMaker[]`. */
  makers: JsonColumn;
  /** As the contract has it. */
  metadata: JsonColumn;
  /** Whole bpm. */
  tempo: number;
  root: number;
  scale: number;
  /** Yocto; null where it is not on sale or its listing does not hold. */
  price: string | null;
  /** `price` with zeros before it to 39 digits, so that it sorts. */
  priceOrder: string | null;
  approvalId: number | null;
  minted: number;
  asOf: number;
}

/** One tokenMakers row. */
export interface TokenMakerRow {
  tokenId: string;
  userId: string;
}

/** One tokenEvents row; see `TokenEventSchema`. */
export interface TokenEventRow {
  id: string;
  tokenId: string;
  kind: 'mint' | 'list' | 'price' | 'unlist' | 'sale' | 'transfer';
  created: number;
  /** Order of events of one transaction. */
  place: number;
  accountId: string;
  toAccountId: string | null;
  price: string | null;
  payout: JsonColumn;
  txHash: string | null;
}
