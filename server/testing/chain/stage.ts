import { randomBytes } from 'node:crypto';
import {
  Account,
  actions,
  type JsonRpcProvider,
  KeyPair,
  KeyPairSigner,
  type KeyPairString,
} from 'near-api-js';
import { expect } from 'vitest';
import type { ChainOutcome } from '../../ports/chain/chain.ts';
import { readOutcome } from '../../ports/chain/near/receipts.ts';

export const COIN = 10n ** 24n;
const TERA = 10n ** 12n;
export const ROLES = ['minter', 'alice', 'maker', 'bob', 'carol'] as const;
export type Role = (typeof ROLES)[number];

/** Where contracts are tried: any RPC, with accounts that have coins. */
export interface Stage {
  readonly provider: JsonRpcProvider;
  readonly nft: string;
  readonly market: string;
  readonly accounts: Readonly<Record<Role, Account>>;
  /** Tokens that enumeration is tried with. */
  readonly crowd: number;
  /** Prefix of the ids of this run's tokens. It is random, as tokens cannot be removed again. */
  readonly run: string;
}

/** Opens the stage at an RPC. `keys` is `account=ed25519:…` for each role in its order. */
export function stageAt(
  provider: JsonRpcProvider,
  contracts: { nft: string; market: string },
  keys: readonly { readonly id: string; readonly key: string }[],
  crowd: number,
): Stage {
  const accounts = Object.fromEntries(
    ROLES.map((role, index) => {
      const { id, key } = keys[index]!;
      const signer = new KeyPairSigner(KeyPair.fromString(key as KeyPairString));
      return [role, new Account(id, provider, signer)];
    }),
  ) as Stage['accounts'];
  return { provider, ...contracts, accounts, crowd, run: randomBytes(12).toString('hex') };
}

export interface Called {
  readonly outcome: ChainOutcome;
  /** Yocto that it cost in fees. */
  readonly burnt: bigint;
  /** What the last receipt of the chain of promises answered; undefined for nothing or a failure. */
  readonly value: unknown;
  /** Did the transaction end well, by its own status? */
  readonly endedWell: boolean;
}

export interface Attached {
  readonly deposit?: bigint;
  readonly teraGas?: number;
}

export const call = (
  method: string,
  args: object,
  { deposit = 0n, teraGas = 300 }: Attached = {},
) => actions.functionCall(method, args, BigInt(teraGas) * TERA, deposit);

/** Signs, sends and waits; a failure is in what comes back. */
export async function send(
  stage: Stage,
  who: Role,
  receiverId: string,
  calls: ReturnType<typeof call>[],
): Promise<Called> {
  const answer = await stage.accounts[who].signAndSendTransaction({
    receiverId,
    actions: calls,
    waitUntil: 'FINAL',
    throwOnFailure: false,
  });
  const { transaction_outcome, receipts_outcome, status } = answer;
  const burnt = [transaction_outcome, ...receipts_outcome].reduce(
    (sum, { outcome }) => sum + BigInt(outcome.tokens_burnt),
    0n,
  );
  const end = typeof status === 'object' && 'SuccessValue' in status ? status.SuccessValue : null;
  return {
    outcome: readOutcome(answer, stage),
    burnt,
    value: end ? JSON.parse(Buffer.from(end, 'base64').toString()) : undefined,
    endedWell: end !== null,
  };
}

/** Calls one method of a contract. */
export const act = (
  stage: Stage,
  who: Role,
  receiverId: string,
  method: string,
  args: object,
  attached?: Attached,
) => send(stage, who, receiverId, [call(method, args, attached)]);

/** Calls a method that must go well, with nothing failing inside. */
export async function well(...given: Parameters<typeof act>): Promise<Called> {
  const called = await act(...given);
  expect(called.outcome.failures, given[3]).toEqual([]);
  expect(called.endedWell, given[3]).toBe(true);
  return called;
}

/** Calls a method that must fail for all to see, in those words. */
export async function refused(words: string, ...given: Parameters<typeof act>): Promise<Called> {
  const called = await act(...given);
  expect(called.outcome.failures.join('\n'), given[3]).toContain(words);
  expect(called.endedWell, given[3]).toBe(false);
  return called;
}

/** What a view answers. */
export const see = (stage: Stage, contractId: string, method: string, args: object = {}) =>
  stage.provider.callFunction({ contractId, method, args: { ...args } }) as Promise<unknown>;

/** Yocto of an account. */
export async function amountOf(stage: Stage, who: Role): Promise<bigint> {
  const { accountId } = stage.accounts[who];
  return (await stage.provider.viewAccount({ accountId })).amount;
}

export const idOf = (stage: Stage, who: Role) => stage.accounts[who].accountId;

/** Metadata as the server mints it. */
export const METADATA = {
  title: 'A rifff',
  description: null,
  media: 'https://rondo.example/api/marketplace/files/cover',
  media_hash: Buffer.alloc(32, 1).toString('base64'),
  reference: 'https://rondo.example/api/marketplace/files/reference',
  reference_hash: Buffer.alloc(32, 2).toString('base64'),
};

/** Mints a token for the account of a role. */
export const mint = (
  stage: Stage,
  tokenId: string,
  to: Role,
  royalty: Record<string, number> = {},
) =>
  well(
    stage,
    'minter',
    stage.nft,
    'nft_mint',
    {
      token_id: tokenId,
      metadata: METADATA,
      receiver_id: idOf(stage, to),
      perpetual_royalties: royalty,
    },
    { deposit: COIN / 10n, teraGas: 100 },
  );

/** Puts a token on sale by its approval. */
export const listAt = (stage: Stage, who: Role, tokenId: string, price: bigint) =>
  act(
    stage,
    who,
    stage.nft,
    'nft_approve',
    {
      token_id: tokenId,
      account_id: stage.market,
      msg: JSON.stringify({ sale_conditions: String(price) }),
    },
    { deposit: COIN / 100n },
  );

/** Yocto that an approval of the market costs while it is there. */
export const approvalCost = ({ market }: Stage) => BigInt(market.length + 20) * 10n ** 19n;

export const saleOf = (stage: Stage, tokenId: string) =>
  see(stage, stage.market, 'get_sale', { nft_contract_token: `${stage.nft}.${tokenId}` });
export const tokenOf = (stage: Stage, tokenId: string) =>
  see(stage, stage.nft, 'nft_token', { token_id: tokenId }) as Promise<{
    owner_id: string;
    approved_account_ids: Record<string, number>;
  } | null>;
