/** What an action costs and does, and what is signed for it; read from the chain at that moment. */
import type { MarketConfig } from '../contract/market.ts';
import {
  type FailureFacts,
  type MarketFailure,
  marketFailure,
} from '../rules/money/marketFailure.ts';
import type { Reads, SaleNow, TokenNow } from './reads.ts';
import { marketCalls, totalsOf, type WalletTransaction } from './transactions.ts';
import type { ActionPlan, MarketAction } from './Wallet.ts';

/** Kept back for the fee of the transaction itself, beside its gas: the chain wants more to be there than it takes. */
const RESERVE = 10n ** 22n;

export interface Prepared {
  readonly plan: ActionPlan;
  readonly transactions: readonly WalletTransaction[];
  /** Signed once the others are final: it needs what they made. */
  readonly lastStep: (() => Promise<WalletTransaction | null>) | null;
  /** Yocto of it that the market keeps as a deposit for listings. */
  readonly storageDeposit: bigint;
}

type Cost = ActionPlan['costs'][number];

/** An action as it would be done, before it is known whether the account can pay for it. */
interface Draft {
  readonly transactions: readonly WalletTransaction[];
  readonly lastStep?: Prepared['lastStep'];
  readonly storageDeposit?: bigint;
  readonly costs: readonly Cost[];
  readonly price?: bigint;
  readonly payout?: ActionPlan['payout'];
  /** Why it cannot be done. */
  readonly obstacle?: MarketFailure | null;
}

const PROOF: Cost = {
  label: 'The smallest unit, which proves that it is you',
  amount: '1',
  isReturned: false,
};

/** Is a listing still good: the seller's token, with the approval that was listed? */
const holds = (sale: SaleNow, token: TokenNow | null) =>
  token?.ownerId === sale.ownerId && token.approvalId === sale.approvalId;

/** Prepares actions of one account. @param facts that sentences about failures are made with */
export function plannerOf(config: MarketConfig, reads: Reads, facts: FailureFacts) {
  const calls = marketCalls(config);
  const refuse = (detail: string, more: FailureFacts = {}) =>
    marketFailure(detail, { ...facts, isSent: false, ...more });

  async function list(accountId: string, tokenId: string, price: string): Promise<Draft> {
    const [token, storage, payout] = await Promise.all([
      reads.token(tokenId),
      reads.storage(accountId),
      reads.payout(tokenId, BigInt(price)).catch(() => []),
    ]);
    const short = (storage.sales + 1n) * storage.minimum - storage.balance;
    const deposit = short <= 0n ? 0n : short > storage.minimum ? short : storage.minimum;
    const byCall = config.listMode === 'list-call';
    return {
      transactions: [
        ...(deposit > 0n ? [calls.depositStorage(String(deposit))] : []),
        calls.approve(tokenId, byCall ? null : price),
      ],
      lastStep: byCall
        ? async () => {
            const approvalId = (await reads.token(tokenId))?.approvalId ?? null;
            return approvalId === null ? null : calls.list(tokenId, approvalId, price);
          }
        : null,
      storageDeposit: deposit,
      costs: [
        ...(deposit > 0n
          ? [{ label: 'Deposit for the listing', amount: String(deposit), isReturned: true }]
          : []),
        {
          label: 'Deposit for the approval; what it does not need comes back at once',
          amount: config.storageDeposit,
          isReturned: true,
        },
      ],
      payout,
      obstacle: ownership(token, accountId),
    };
  }

  function ownership(token: TokenNow | null, accountId: string): MarketFailure | null {
    if (!token) return refuse('No token');
    return token.ownerId === accountId ? null : refuse('Predecessor must be the token owner');
  }

  async function reprice(accountId: string, tokenId: string, price: string): Promise<Draft> {
    const [sale, payout] = await Promise.all([
      reads.sale(tokenId),
      reads.payout(tokenId, BigInt(price)).catch(() => []),
    ]);
    const obstacle = !sale
      ? refuse('No sale')
      : sale.ownerId === accountId
        ? null
        : refuse('Must be sale owner');
    return { transactions: [calls.reprice(tokenId, price)], costs: [PROOF], payout, obstacle };
  }

  /** Off sale, and the market's approval is taken back: some contracts leave it. */
  async function unlist(accountId: string, tokenId: string): Promise<Draft> {
    const [sale, token] = await Promise.all([reads.sale(tokenId), reads.token(tokenId)]);
    const isListed = sale?.ownerId === accountId;
    const isApproved = token?.ownerId === accountId && token.approvalId !== null;
    const transactions = [
      ...(isListed ? [calls.unlist(tokenId)] : []),
      ...(isApproved ? [calls.revoke(tokenId)] : []),
    ];
    const obstacle =
      transactions.length > 0 ? null : refuse(sale ? 'Must be sale owner' : 'No sale');
    return { transactions, costs: transactions.map(() => PROOF), obstacle };
  }

  async function buy(accountId: string, tokenId: string): Promise<Draft> {
    const [sale, token] = await Promise.all([reads.sale(tokenId), reads.token(tokenId)]);
    if (!sale) return { transactions: [], costs: [], obstacle: refuse('No sale') };
    const price = String(sale.price);
    const obstacle =
      sale.ownerId === accountId
        ? refuse('Cannot bid on your own sale.')
        : holds(sale, token)
          ? null
          : refuse('Unauthorized');
    return {
      transactions: [calls.buy(tokenId, price)],
      costs: [{ label: 'Price', amount: price, isReturned: false }],
      price: sale.price,
      payout: await reads.payout(tokenId, sale.price).catch(() => []),
      obstacle,
    };
  }

  async function withdraw(accountId: string): Promise<Draft> {
    const { balance, sales, minimum } = await reads.storage(accountId);
    const obstacle: MarketFailure | null =
      balance > sales * minimum
        ? null
        : { kind: 'gone', text: 'There is nothing to take back.', detail: '' };
    return { transactions: [calls.withdrawStorage()], costs: [PROOF], obstacle };
  }

  function draft(action: MarketAction, accountId: string): Promise<Draft> {
    switch (action.kind) {
      case 'list':
        return list(accountId, action.tokenId, action.price);
      case 'reprice':
        return reprice(accountId, action.tokenId, action.price);
      case 'unlist':
        return unlist(accountId, action.tokenId);
      case 'buy':
        return buy(accountId, action.tokenId);
      case 'withdraw':
        return withdraw(accountId);
    }
  }

  /** Reads the chain and prepares an action. Throws what near-api-js throws. */
  return async function prepare(action: MarketAction, accountId: string): Promise<Prepared> {
    const [made, available, gasPrice] = await Promise.all([
      draft(action, accountId),
      reads.available(accountId),
      reads.gasPrice(),
    ]);
    const { transactions, lastStep = null, storageDeposit = 0n, costs, payout = [] } = made;
    const { deposit, gas } = totalsOf(transactions);
    const feeMost = (gas + (lastStep ? BigInt(config.gas) : 0n)) * gasPrice;
    const missing = deposit + feeMost + RESERVE - available;
    const lack = missing > 0n ? String(missing) : '0';
    const obstacle =
      made.obstacle ?? (missing > 0n ? refuse('Not enough balance', { missing: lack }) : null);
    return {
      plan: {
        action,
        price: made.price === undefined ? null : String(made.price),
        costs,
        feeMost: String(feeMost),
        available: String(available),
        missing: lack,
        payout,
        obstacle,
      },
      transactions,
      lastStep,
      storageDeposit,
    };
  };
}
