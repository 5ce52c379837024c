/** What wallets are asked to sign for an action of the market. */
import type { MarketConfig } from '../contract/market.ts';

/** A call of a contract, as near-connect passes it on. Amounts in yocto, gas in units, as decimal text. */
export interface CallAction {
  readonly type: 'FunctionCall';
  readonly params: {
    readonly methodName: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly gas: string;
    readonly deposit: string;
  };
}
export interface WalletTransaction {
  readonly receiverId: string;
  readonly actions: readonly CallAction[];
}

/** Gas of calls that call nothing else. */
export const SMALL_GAS = '30000000000000';
/** Proves to a contract that the wallet was asked: keys that sign without asking cannot attach anything. */
export const ONE_YOCTO = '1';

function call(
  receiverId: string,
  methodName: string,
  args: Readonly<Record<string, unknown>>,
  { gas, deposit }: { gas: string; deposit: string },
): WalletTransaction {
  return {
    receiverId,
    actions: [{ type: 'FunctionCall', params: { methodName, args, gas, deposit } }],
  };
}

/** The calls of a market by the interface of the NEAR examples (`nft_approve` with a message, `offer`, …). */
export function marketCalls(config: MarketConfig) {
  const { nftContract: nft, marketContract: market, gas, storageDeposit } = config;
  const token = (tokenId: string) => ({ nft_contract_id: nft, token_id: tokenId });
  const proof = { gas: SMALL_GAS, deposit: ONE_YOCTO };
  return {
    depositStorage: (deposit: string) =>
      call(market, 'storage_deposit', {}, { gas: SMALL_GAS, deposit }),
    withdrawStorage: () => call(market, 'storage_withdraw', {}, proof),
    /** With a price the approval is the listing, too. */
    approve: (tokenId: string, price: string | null) =>
      call(
        nft,
        'nft_approve',
        {
          token_id: tokenId,
          account_id: market,
          ...(price !== null && { msg: JSON.stringify({ sale_conditions: price }) }),
        },
        { gas, deposit: storageDeposit },
      ),
    /** Contracts of before 2025 read the price out of the message. */
    list: (tokenId: string, approvalId: number, price: string) =>
      call(
        market,
        'list_nft_for_sale',
        {
          ...token(tokenId),
          approval_id: approvalId,
          sale_conditions: price,
          msg: JSON.stringify({ sale_conditions: price }),
        },
        { gas, deposit: '0' },
      ),
    reprice: (tokenId: string, price: string) =>
      call(market, 'update_price', { ...token(tokenId), price }, proof),
    unlist: (tokenId: string) =>
      call(market, 'remove_sale', token(tokenId), { gas, deposit: ONE_YOCTO }),
    revoke: (tokenId: string) =>
      call(nft, 'nft_revoke', { token_id: tokenId, account_id: market }, proof),
    /** `deposit` is the price exactly: some contracts keep what is too much. */
    buy: (tokenId: string, deposit: string) =>
      call(market, 'offer', token(tokenId), { gas, deposit }),
  };
}

/** What all of them attach, and the gas that is paid in advance. */
export function totalsOf(transactions: readonly WalletTransaction[]): {
  deposit: bigint;
  gas: bigint;
} {
  const calls = transactions.flatMap(({ actions }) => actions.map(({ params }) => params));
  return {
    deposit: calls.reduce((sum, { deposit }) => sum + BigInt(deposit), 0n),
    gas: calls.reduce((sum, { gas }) => sum + BigInt(gas), 0n),
  };
}
