import * as z from 'zod';
import { ACCOUNT_ID_PATTERN, LIST_MODES, NETWORKS } from '../src/data/contract/market.ts';
import { StartError } from './startError.ts';

const account = z
  .string()
  .regex(ACCOUNT_ID_PATTERN, 'an account of the chain, such as minter.near')
  .optional();
const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Settings of collecting; part of the server's settings. */
export const MARKET_ENVIRONMENT = {
  RONDO_MARKET: z
    .enum(['on', 'off'], { error: '"on" or "off"' })
    .transform((word) => word === 'on')
    .default(true),
  NEAR_NETWORK: z.enum(NETWORKS, { error: `one of ${NETWORKS.join(', ')}` }).default('devnet'),
  NEAR_RPC_URL: z
    .string()
    .transform((text) => text.split(/\s*,\s*/))
    .refine((urls) => urls.every(isWebAddress), 'web addresses with commas between them')
    .optional(),
  NEAR_NFT_CONTRACT: account,
  NEAR_MARKET_CONTRACT: account,
  NEAR_MINTER_ACCOUNT: account,
  NEAR_MINTER_KEY: z
    .string()
    .regex(
      /^ed25519:[1-9A-HJ-NP-Za-km-z]{64,96}$/,
      'a secret key as NEAR tools write it: ed25519:…',
    )
    .optional(),
  NEAR_ACCOUNT_SUFFIX: z
    .string()
    .regex(/^(\.[a-z\d]+([-_][a-z\d]+)*)+$/, 'what account names end in, such as .near')
    .optional(),
  NEAR_LIST_MODE: z
    .enum(LIST_MODES, { error: `one of ${LIST_MODES.join(', ')}` })
    .default('approve-msg'),
  NEAR_SYMBOL: z
    .string()
    .regex(/^\S{1,12}$/, 'a symbol of 12 characters at most')
    .optional(),
  NEAR_EXPLORER_URL: z
    .string()
    .refine(
      (text) => isWebAddress(text) && text.includes('{hash}'),
      'a web address with {hash} where a transaction stands',
    )
    .optional(),
};
type MarketEnvironment = z.output<z.ZodObject<typeof MARKET_ENVIRONMENT>>;

/** A chain that is not this server's own. */
export interface NearSettings {
  readonly network: 'testnet' | 'mainnet';
  readonly rpcUrls: readonly string[];
  readonly nftContract: string;
  readonly marketContract: string;
  readonly minterAccount: string;
  /** Secret. */
  readonly minterKey: string;
}

/** What the operator decided about collecting. */
export interface MarketSettings {
  readonly isOn: boolean;
  /** Undefined: the play-money chain of this server. */
  readonly near: NearSettings | undefined;
  readonly accountSuffix: string;
  readonly listMode: (typeof LIST_MODES)[number];
  readonly symbol: string;
  /** With `{hash}` in it; null for none. */
  readonly explorerUrl: string | null;
}

const NEEDED = [
  'NEAR_RPC_URL',
  'NEAR_NFT_CONTRACT',
  'NEAR_MARKET_CONTRACT',
  'NEAR_MINTER_ACCOUNT',
  'NEAR_MINTER_KEY',
] as const;

function nearSettings(values: MarketEnvironment): NearSettings | undefined {
  const { NEAR_NETWORK: network } = values;
  if (network === 'devnet' || !values.RONDO_MARKET) return undefined;
  const missing = NEEDED.find((name) => values[name] === undefined);
  if (missing) {
    throw new StartError(
      `The setting ${missing} is missing, but it must be set because NEAR_NETWORK is ${network}.`,
    );
  }
  return {
    network,
    rpcUrls: values.NEAR_RPC_URL!,
    nftContract: values.NEAR_NFT_CONTRACT!,
    marketContract: values.NEAR_MARKET_CONTRACT!,
    minterAccount: values.NEAR_MINTER_ACCOUNT!,
    minterKey: values.NEAR_MINTER_KEY!,
  };
}

/** Settings of collecting out of the checked variables. Throws a `StartError` where a network lacks what it needs. */
export function marketSettings(values: MarketEnvironment): MarketSettings {
  const near = nearSettings(values);
  const usual = { devnet: '.rondo', testnet: '.testnet', mainnet: '.near' }[values.NEAR_NETWORK];
  return {
    isOn: values.RONDO_MARKET,
    near,
    accountSuffix: near ? (values.NEAR_ACCOUNT_SUFFIX ?? usual) : '.rondo',
    listMode: values.NEAR_LIST_MODE,
    symbol: values.NEAR_SYMBOL ?? (near ? 'NEAR' : 'PLAY'),
    explorerUrl: near ? (values.NEAR_EXPLORER_URL ?? null) : null,
  };
}
