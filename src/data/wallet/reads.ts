/** What the market and the tokens' contract say now. All amounts in yocto. */
import { FailoverRpcProvider, JsonRpcProvider, type Provider } from 'near-api-js';
import { AccountDoesNotExistError } from 'near-api-js/rpc-errors';
import type { MarketConfig } from '../contract/market.ts';

const RETRIES = { retries: 2, wait: 300, backoff: 2 };

/** The chain's JSON-RPC: the first address that answers. Addresses of this server may be relative. */
export function openProvider({ rpcUrls }: MarketConfig): Provider {
  const providers = rpcUrls.map(
    (url) => new JsonRpcProvider({ url: new URL(url, location.href).href }, RETRIES),
  );
  return providers.length === 1 ? providers[0]! : new FailoverRpcProvider(providers);
}

export interface TokenNow {
  readonly ownerId: string;
  /** Id of the market's approval; null where it has none. */
  readonly approvalId: number | null;
}
export interface SaleNow {
  readonly ownerId: string;
  readonly approvalId: number;
  readonly price: bigint;
}
export interface StorageNow {
  /** For each token on sale. */
  readonly minimum: bigint;
  /** What the account has paid. */
  readonly balance: bigint;
  /** Tokens that it has on sale. */
  readonly sales: bigint;
}

interface TokenView {
  owner_id: string;
  approved_account_ids?: Record<string, number>;
}
interface SaleView {
  owner_id: string;
  approval_id: number;
  sale_conditions: string;
}

/** Yocto that a byte of storage holds back. */
const BYTE_YOCTO = 10n ** 19n;
/** Price of a unit of gas where the chain does not say. */
const USUAL_GAS_PRICE = 10n ** 8n;
const MOST_PAYEES = 10;

export type Reads = ReturnType<typeof readsOf>;

/** Views of both contracts. All of them throw what near-api-js throws. */
export function readsOf(config: MarketConfig, provider: Provider) {
  const { nftContract, marketContract } = config;
  const view = <Answer>(contractId: string, method: string, args: Record<string, unknown>) =>
    provider.callFunction({ contractId, method, args }) as Promise<Answer | null | undefined>;
  const amount = async (method: string, args: Record<string, unknown>) =>
    BigInt((await view<string>(marketContract, method, args)) ?? 0);
  return {
    async token(tokenId: string): Promise<TokenNow | null> {
      const token = await view<TokenView>(nftContract, 'nft_token', { token_id: tokenId });
      if (!token) return null;
      const approvalId = token.approved_account_ids?.[marketContract] ?? null;
      return { ownerId: token.owner_id, approvalId };
    },
    async sale(tokenId: string): Promise<SaleNow | null> {
      const key = `${nftContract}.${tokenId}`;
      const sale = await view<SaleView>(marketContract, 'get_sale', { nft_contract_token: key });
      if (!sale) return null;
      const { owner_id, approval_id, sale_conditions } = sale;
      return { ownerId: owner_id, approvalId: approval_id, price: BigInt(sale_conditions) };
    },
    async storage(accountId: string): Promise<StorageNow> {
      const [minimum, balance, sales] = await Promise.all([
        amount('storage_minimum_balance', {}),
        amount('storage_balance_of', { account_id: accountId }),
        amount('get_supply_by_owner_id', { account_id: accountId }),
      ]);
      return { minimum, balance, sales };
    },
    /** Who gets what of a price. */
    async payout(tokenId: string, price: bigint) {
      const args = { token_id: tokenId, balance: String(price), max_len_payout: MOST_PAYEES };
      const answer = await view<{ payout: Record<string, string> }>(
        nftContract,
        'nft_payout',
        args,
      );
      return Object.entries(answer?.payout ?? {}).map(([accountId, share]) => ({
        accountId,
        amount: String(share),
      }));
    },
    /** What an account can spend: its coins without those that its storage holds back. Nothing for one that is not there. */
    async available(accountId: string): Promise<bigint> {
      try {
        const { amount: coins, storage_usage } = await provider.viewAccount({ accountId });
        const free = coins - BigInt(storage_usage) * BYTE_YOCTO;
        return free > 0n ? free : 0n;
      } catch (error) {
        if (error instanceof AccountDoesNotExistError) return 0n;
        throw error;
      }
    },
    async gasPrice(): Promise<bigint> {
      try {
        return BigInt((await provider.viewGasPrice()).gas_price);
      } catch {
        return USUAL_GAS_PRICE;
      }
    },
  };
}
