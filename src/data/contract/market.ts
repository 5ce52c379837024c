/**
 * Collecting: which rifffs can be collected, tokens, who has which wallet. Amounts are integer strings in yocto, 10^24
 * of which are one coin.
 */
import * as z from 'zod';
import { COLLECTIBLE_JAMS_PAGE, TOKENS_PAGE } from './constants.ts';
import { flag, IdSchema, plainName, wholeNumber } from './fields.ts';
import { JamSchema } from './jams.ts';
import { RifffSchema } from './rifff.ts';

/** An amount in the smallest unit of the chain; no sign, no leading zeros, within 128 bits. */
export const YoctoSchema = z
  .string()
  // What is no number must not come to `BigInt`.
  .regex(/^(0|[1-9]\d{0,38})$/, {
    error: 'must be a whole number of the smallest unit',
    abort: true,
  })
  .refine((text) => BigInt(text) < 2n ** 128n, 'is too much');
/** Name of an account of the chain, as its protocol has it. */
export const ACCOUNT_ID_PATTERN =
  /^(?=.{2,64}$)(([a-z\d]+[-_])*[a-z\d]+\.)*([a-z\d]+[-_])*[a-z\d]+$/;
/** The same without looking ahead, which not every reader of the description can. */
const ACCOUNT_PARTS = /^(([a-z\d]+[-_])*[a-z\d]+\.)*([a-z\d]+[-_])*[a-z\d]+$/;
export const AccountIdSchema = z
  .string()
  .min(2, { error: 'is no account of the chain', abort: true })
  .max(64, { error: 'is no account of the chain', abort: true })
  .regex(ACCOUNT_PARTS, 'is no account of the chain');
/** `ed25519:` and the key in base58. */
export const PublicKeySchema = z.string().regex(/^ed25519:[1-9A-HJ-NP-Za-km-z]{32,50}$/);
/** Hash of a transaction, in base58. */
export const TxHashSchema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,50}$/, 'is no hash');

/** Kinds of networks; `devnet` is the play-money chain of this server. */
export const NETWORKS = ['devnet', 'testnet', 'mainnet'] as const;
/** How a token is put on sale: with the approval itself, or by a call of the market after it. */
export const LIST_MODES = ['approve-msg', 'list-call'] as const;

/** Where the market of this server is, for wallets. */
export const MarketConfigSchema = z.object({
  network: z.enum(NETWORKS),
  /** The coins are worth nothing: everything that shows an amount says so. */
  isPlayMoney: z.boolean(),
  symbol: z.string(),
  /** Ends every account name that this server makes or expects, for instance `.rondo`; may be empty. */
  accountSuffix: z.string(),
  nftContract: AccountIdSchema,
  marketContract: AccountIdSchema,
  /** Addresses of the chain's JSON-RPC, the first first; relative to this server for its own chain. */
  rpcUrls: z.array(z.string()).min(1),
  /** `{hash}` stands for a transaction; null where no site shows them. */
  explorerUrl: z.string().nullable(),
  listMode: z.enum(LIST_MODES),
  gas: YoctoSchema,
  storageDeposit: YoctoSchema,
  /** Of every sale, in basis points, to those who made the loops. */
  royaltyBps: z.int(),
});
export type MarketConfig = z.infer<typeof MarketConfigSchema>;

const TokenIdSchema = IdSchema;
export const TokenParamsSchema = z.object({ tokenId: TokenIdSchema });

/** A maker of loops of a rifff. */
export const RoyaltySchema = z.object({
  userId: z.string(),
  displayName: z.string(),
  /** Null while they have no wallet: then there is no way to pay them, and their share goes to the others. */
  accountId: AccountIdSchema.nullable(),
  /** Of a sale. Whole; together `royaltyBps`, or 0 where no maker has a wallet. */
  bps: z.int(),
});

/** A rifff that was collected. */
export const CollectibleSchema = z.object({
  tokenId: TokenIdSchema,
  /** Null where `rifff` is. */
  jamId: IdSchema.nullable(),
  rifffId: IdSchema.nullable(),
  title: z.string(),
  /** With short peaks; null where it is gone or not for the reader. */
  rifff: RifffSchema.nullable(),
  /** Its public share, if it has one. */
  shareId: z.string().nullable(),
  /** Address of its cover. */
  coverUrl: z.string(),
  makers: z.array(RoyaltySchema),
  /** Who has it: the account, and its user here if it is linked. */
  ownerAccount: AccountIdSchema,
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  /** What it is on sale for; null where it is not, or where its listing does not hold any more. */
  price: YoctoSchema.nullable(),
  /** Its rifff was made by this server for show. */
  isDemo: z.boolean(),
  minted: z.number(),
  /** When the chain was last asked, ms. */
  asOf: z.number(),
});
export type Collectible = z.infer<typeof CollectibleSchema>;

export const TOKEN_EVENT_KINDS = ['mint', 'list', 'price', 'unlist', 'sale', 'transfer'] as const;
/** What happened to a token, as the chain has it. */
export const TokenEventSchema = z.object({
  kind: z.enum(TOKEN_EVENT_KINDS),
  created: z.number(),
  /** Who did it: of a sale who sold. */
  accountId: z.string(),
  userId: z.string().nullable(),
  /** Who has it then, of a sale or transfer. */
  toAccountId: z.string().nullable(),
  toUserId: z.string().nullable(),
  price: YoctoSchema.nullable(),
  /** Of a sale who got what. */
  payout: z.array(z.object({ accountId: z.string(), amount: YoctoSchema })),
  txHash: z.string().nullable(),
});
export type TokenEvent = z.infer<typeof TokenEventSchema>;

/** `metadata` and `files` say where its cover and sound are, and what they hash to, so that anybody can keep them. */
export const TokenPageSchema = z.object({
  token: CollectibleSchema,
  history: z.array(TokenEventSchema),
  files: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      mime: z.string(),
      /** SHA-256 in hex. */
      hash: z.string(),
    }),
  ),
});
export type TokenPage = z.infer<typeof TokenPageSchema>;

export const TOKEN_SORTS = ['newest', 'cheapest', 'dearest'] as const;
export const TokensQuerySchema = z.strictObject({
  /** Only those on sale. */
  listed: flag.optional(),
  /** Only those that this person's accounts hold. */
  collector: IdSchema.optional(),
  /** Only those with loops of this person. */
  maker: IdSchema.optional(),
  minPrice: YoctoSchema.optional(),
  maxPrice: YoctoSchema.optional(),
  /** Beats per minute. */
  minTempo: wholeNumber(1, 1000).optional(),
  maxTempo: wholeNumber(1, 1000).optional(),
  root: wholeNumber(0, 11).optional(),
  scale: wholeNumber(0, 17).optional(),
  search: plainName(80).optional(),
  sort: z.enum(TOKEN_SORTS).default('newest'),
  limit: wholeNumber(1, 100).default(TOKENS_PAGE),
  skip: wholeNumber(0, 100_000).default(0),
});
export const TokensSchema = z.object({
  tokens: z.array(CollectibleSchema),
  total: z.int(),
  /** When the chain was last asked about sales, ms; an old time says that it does not answer. */
  asOf: z.number(),
});
export type Tokens = z.infer<typeof TokensSchema>;

/** Why a rifff cannot be collected now. */
export const CLOSED_REASONS = ['over', 'jam', 'collected', 'hidden', 'empty', 'imported'] as const;
/** A rifff as the market sees it. */
export const RifffMarketSchema = z.object({
  jamId: IdSchema,
  rifffId: IdSchema,
  /** Null: it can be collected until `closes`. */
  closed: z.enum(CLOSED_REASONS).nullable(),
  closes: z.number(),
  /** The server's clock, ms. */
  now: z.number(),
  token: CollectibleSchema.nullable(),
  makers: z.array(RoyaltySchema),
  /** The caller's own unfinished mint. */
  isPending: z.boolean(),
});
export type RifffMarket = z.infer<typeof RifffMarketSchema>;
export const RifffMarketParamsSchema = z.object({ jamId: IdSchema, rifffId: IdSchema });

export const CollectibleJamsQuerySchema = z.strictObject({
  pageSize: wholeNumber(1, COLLECTIBLE_JAMS_PAGE).default(COLLECTIBLE_JAMS_PAGE),
  pageNo: wholeNumber(0, 100_000).default(0),
});
/** A rifff whose window is open. */
export const OpenRifffSchema = z.object({
  rifff: RifffSchema,
  title: z.string(),
  shareId: z.string().nullable(),
  closes: z.number(),
});
export const CollectibleJamSchema = z.object({
  jam: JamSchema,
  isCollectible: z.boolean(),
  /** May the caller say whether its rifffs can be collected? */
  mayChange: z.boolean(),
  /** Rifffs whose window is open and that were not collected, newest first; in lists six at most. */
  open: z.array(OpenRifffSchema),
  openCount: z.int(),
  now: z.number(),
});
export type CollectibleJam = z.infer<typeof CollectibleJamSchema>;
export const CollectibleJamsSchema = z.object({
  jams: z.array(CollectibleJamSchema),
  total: z.int(),
});
export const CollectibleBodySchema = z.strictObject({ isCollectible: z.boolean() });

export const MintBodySchema = z.strictObject({
  jamId: IdSchema,
  rifffId: IdSchema,
  accountId: AccountIdSchema,
});
/** `pending`: it was begun and will be finished, whatever happens to this server. */
export const MintAnswerSchema = z.object({
  tokenId: TokenIdSchema,
  state: z.enum(['minted', 'pending']),
  accountId: AccountIdSchema,
  txHash: z.string().nullable(),
});
export type MintAnswer = z.infer<typeof MintAnswerSchema>;

/** An account of the chain, or a user name here: the chain's have a dot or are longer than 16. */
export const NearParamsSchema = z.object({ id: z.union([AccountIdSchema, IdSchema]) });
export const NearAccountParamsSchema = z.object({ id: AccountIdSchema });
export const LinkedAccountSchema = z.object({
  accountId: AccountIdSchema,
  userId: z.string(),
  displayName: z.string(),
  linked: z.number(),
});
export type LinkedAccount = z.infer<typeof LinkedAccountSchema>;
export const LinkedAccountsSchema = z.object({ accounts: z.array(LinkedAccountSchema) });
/** What a wallet signs to show whose it is (NEP-413). */
export const LinkChallengeSchema = z.object({
  message: z.string(),
  /** 32 bytes in base64. */
  nonce: z.string(),
  recipient: z.string(),
  expires: z.number(),
});
export type LinkChallenge = z.infer<typeof LinkChallengeSchema>;
export const LinkBodySchema = z.strictObject({
  nonce: z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'),
  publicKey: PublicKeySchema,
  /** 64 bytes in base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'must be 64 bytes in base64'),
  /** Where a wallet that leaves the page leads back to; part of what it signs then. */
  callbackUrl: z.url().max(500).optional(),
});

export const ReportTransactionBodySchema = z.strictObject({
  txHash: TxHashSchema,
  /** Who signed it. */
  accountId: AccountIdSchema,
});
/** `failed`: something inside it failed, in words of the chain; the payer has their coins back, except fees. */
export const ReportedTransactionSchema = z.object({
  state: z.enum(['done', 'pending', 'failed']),
  failures: z.array(z.string()),
  tokens: z.array(CollectibleSchema),
});
export type ReportedTransaction = z.infer<typeof ReportedTransactionSchema>;

/** An account on the play-money chain; the key is made in the browser and stays there. */
export const FaucetBodySchema = z.strictObject({
  accountId: AccountIdSchema,
  publicKey: PublicKeySchema,
});
export const FaucetAnswerSchema = z.object({ accountId: AccountIdSchema, balance: YoctoSchema });
