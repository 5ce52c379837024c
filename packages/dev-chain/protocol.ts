/** Names and numbers of the play-money chain. Amounts are in yocto. */
import { PLAY_CHAIN } from '../../server/ports/chain/chain.ts';
import { ACCOUNT_ID_PATTERN } from '../../src/data/contract/market.ts';

export const CHAIN_ID = 'rondo-devnet';
/** Accounts of people and contracts are below this one, which has all coins that no other account got yet. */
export const ROOT_ACCOUNT = 'rondo';
export const DEVNET_SUFFIX = `.${ROOT_ACCOUNT}`;
export const NFT_ACCOUNT = PLAY_CHAIN.nftContract;
export const MARKET_ACCOUNT = PLAY_CHAIN.marketContract;
export const MINTER_ACCOUNT = PLAY_CHAIN.minterAccount;

const COIN = 10n ** 24n;
/** A thousand million coins; none is made after them, and fees are burnt. */
export const TOTAL_SUPPLY = 1_000_000_000n * COIN;
/** What the minter begins with: enough for storage and fees of some ten million tokens. */
export const MINTER_FLOAT = 1_000_000n * COIN;
/** What a contract begins with, for what it keeps and no account paid for. */
export const CONTRACT_FLOAT = 100n * COIN;
export const FAUCET_AMOUNT = 100n * COIN;
/** Accounts that the faucet makes for one person. */
export const FAUCET_ACCOUNTS_MAX = 5;

/** Yocto for a unit of gas, as NEAR charges at rest. */
export const GAS_PRICE = 100_000_000n;
const TERA = 10n ** 12n;
/** Gas that the calls of one transaction may have together. */
export const MAX_GAS = 300n * TERA;
/** Burnt when a transaction becomes its first receipt. */
export const TRANSACTION_GAS = TERA / 2n;
/** Burnt by every receipt; who makes one pays this with it. */
export const RECEIPT_GAS = TERA / 2n;
/** Burnt by every call of a method, and by each row that it reads or writes. */
export const CALL_GAS = TERA;
export const ROW_GAS = TERA / 20n;

/** Bytes that an account takes before it has anything, and those of a key. */
export const ACCOUNT_BYTES = 100;
export const KEY_BYTES = 82;
/** Bytes of a row of a contract besides its key and value. */
export const ROW_BYTES = 40;
/** An account of so many bytes needs no balance (NEP-448). */
export const FREE_BYTES = 770;

/** A transaction names one of so many blocks, else it has expired; older blocks and transactions are forgotten. */
export const BLOCKS_KEPT = 86_400;
/** Room for nonces that each block adds (ACCESS_KEY_NONCE_RANGE_MULTIPLIER of nearcore). */
export const NONCES_PER_BLOCK = 1_000_000n;
export const MAX_ACTIONS = 100;
/** A transaction is kept for as long as blocks are: fees of play money alone would not keep it small. */
export const MAX_TRANSACTION_BYTES = 16 * 1024;

/** True for a name that an account may have. */
export const isAccountId = (text: unknown): text is string =>
  typeof text === 'string' && ACCOUNT_ID_PATTERN.test(text);

/** What `status` answers; clients look at it for what a network can do. */
export const PROTOCOL_VERSION = 80;
