import type { FastifyInstance } from 'fastify';
import type { MarketConfig } from '../../../src/data/contract/market.ts';

/** A token as the chain has it. */
export interface ChainToken {
  readonly tokenId: string;
  readonly ownerId: string;
  readonly title: string;
  readonly media: string | null;
  readonly reference: string | null;
  /** Basis points by account. */
  readonly royalty: Readonly<Record<string, number>>;
  /** Ids of approvals by account. */
  readonly approvals: Readonly<Record<string, number>>;
}

/** A listing of the market; it holds only while the token's owner and approval are those of the listing. */
export interface ChainSale {
  readonly tokenId: string;
  readonly ownerId: string;
  readonly approvalId: number;
  /** Yocto. */
  readonly price: string;
}

/** What contracts get of a token (NEP-177). Hashes are SHA-256 in base64. */
export interface TokenMetadata {
  readonly title: string;
  readonly description: string | null;
  readonly media: string;
  readonly media_hash: string;
  readonly reference: string;
  readonly reference_hash: string;
  readonly issued_at: string;
}

export interface MintOrder {
  readonly tokenId: string;
  readonly receiverId: string;
  readonly metadata: TokenMetadata;
  /** Basis points by account, `ROYALTY_ACCOUNTS_MAX` of them at most. */
  readonly royalty: Readonly<Record<string, number>>;
}

/** A signed transaction: the same bytes have their effect once, however often they are sent. */
export interface SignedTransaction {
  readonly hash: string;
  /** Base64. */
  readonly bytes: string;
}

/** A call of a contract. Amounts in yocto. */
export interface ContractCall {
  readonly method: string;
  readonly args: Record<string, unknown>;
  readonly gas: bigint;
  readonly deposit: bigint;
}

/** Signs a call of a contract. */
export type Sign = (receiverId: string, call: ContractCall) => Promise<SignedTransaction>;

/** Something that a contract of ours logged, in the order of the receipts. */
export type ChainEvent =
  | { readonly kind: 'mint'; readonly tokenId: string; readonly ownerId: string }
  | {
      readonly kind: 'transfer' | 'sale';
      readonly tokenId: string;
      readonly from: string;
      readonly to: string;
      /** Of a sale: yocto, and who got what. */
      readonly price: string | null;
      readonly payout: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'list' | 'price' | 'unlist';
      readonly tokenId: string;
      readonly ownerId: string;
      readonly price: string | null;
    };

/** What became of a transaction, every receipt of it read. */
export interface ChainOutcome {
  readonly hash: string;
  readonly signerId: string;
  readonly receiverId: string;
  readonly methods: readonly string[];
  readonly isFinal: boolean;
  /** Every failure inside it, nested ones too, in the chain's words; empty where all went well. */
  readonly failures: readonly string[];
  readonly events: readonly ChainEvent[];
  /** Ids of tokens that its calls or events name. */
  readonly tokenIds: readonly string[];
}

/** Why the chain did not take a transaction. `never`: it has had no effect and never will have. */
export class ChainRefusal extends Error {
  readonly isNever: boolean;
  constructor(message: string, isNever: boolean) {
    super(message);
    this.name = 'ChainRefusal';
    this.isNever = isNever;
  }
}
/** The chain does not answer at present. */
export class ChainUnavailable extends Error {}

/** The chain port: contracts by the interface of NEP-171, 177, 178, 181, 199 and 297, and a market with deposits. */
export interface Chain {
  readonly config: MarketConfig;
  /** All of them throw `ChainUnavailable`. Pages of 500 fall back to 100 and 50 where a view runs out of gas. */
  token(tokenId: string): Promise<ChainToken | null>;
  tokensOf(accountId: string, from: number, limit: number): Promise<ChainToken[]>;
  sale(tokenId: string): Promise<ChainSale | null>;
  sales(from: number, limit: number): Promise<ChainSale[]>;
  /** Signs and sends nothing yet. */
  signMint(order: MintOrder): Promise<SignedTransaction>;
  /** Sends and waits until it is final. Throws `ChainRefusal`; a failure inside is in the outcome. */
  send(bytes: string): Promise<ChainOutcome>;
  /** Undefined where the chain knows no such transaction. */
  outcome(hash: string, signerId: string): Promise<ChainOutcome | undefined>;
  /** True where the account has that key with full access. */
  hasFullKey(accountId: string, publicKey: string): Promise<boolean>;
  /** Yocto of the account that mints. */
  minterBalance(): Promise<string>;
}

/** Accounts of the play-money chain, and the path of its JSON-RPC on this server. The names are stored and do not change. */
export const PLAY_CHAIN: Readonly<
  Record<'nftContract' | 'marketContract' | 'minterAccount' | 'rpcPath', string>
> = {
  nftContract: 'nft.rondo',
  marketContract: 'market.rondo',
  minterAccount: 'minter.rondo',
  rpcPath: '/api/marketplace/near-rpc',
};

/** A new account on the play-money chain. */
export interface PlayAccount {
  readonly accountId: string;
  /** Yocto. */
  readonly balance: string;
}

/** An account that this server signs for. */
export interface KeptAccount {
  readonly accountId: string;
  readonly publicKey: string;
  readonly sign: Sign;
}

/** What a chain with play money does besides, in the process of this server. */
export interface PlayChain {
  /** Answers wallets in pages of this server at `PLAY_CHAIN.rpcPath`; every caller may ask. */
  mount(app: FastifyInstance): void;
  /**
   * Makes an account with coins in it; the same again answers the same.
   * @throws ApiError `bad_request` (fields `accountId`, `publicKey`), `conflict`
   */
  createPlayAccount(userId: string, accountId: string, publicKey: string): Promise<PlayAccount>;
  /**
   * An account whose key this server keeps, made with coins in it where it is not there.
   * @throws ApiError `conflict` where a person had the name before
   */
  keepAccount(userId: string, accountId: string): Promise<KeptAccount>;
}
