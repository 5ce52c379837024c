import type { LinkedAccount, MarketConfig } from '../contract/market.ts';
import type { MarketFailure } from '../rules/money/marketFailure.ts';

/** What a person wants to do with a token. Prices are in yocto. */
export type MarketAction =
  | { readonly kind: 'list'; readonly tokenId: string; readonly price: string }
  | { readonly kind: 'reprice'; readonly tokenId: string; readonly price: string }
  | { readonly kind: 'unlist'; readonly tokenId: string }
  | { readonly kind: 'buy'; readonly tokenId: string; readonly price: string }
  /** Takes back deposits that no listing needs. */
  | { readonly kind: 'withdraw' };

/** What an action costs and does, read from the chain just now; it is shown before the wallet opens. Yocto. */
export interface ActionPlan {
  readonly action: MarketAction;
  /** The price of the market as it is now; differs from the action's where it was changed meanwhile. */
  readonly price: string | null;
  /** What is attached, each with what it is for. `isReturned`: it comes back later. */
  readonly costs: readonly {
    readonly label: string;
    readonly amount: string;
    readonly isReturned: boolean;
  }[];
  /** Most that the network takes; unused gas comes back. */
  readonly feeMost: string;
  /** What the account has to spend. */
  readonly available: string;
  /** Missing to do it; `0` where there is enough. */
  readonly missing: string;
  /** Of a sale who gets what. */
  readonly payout: readonly { readonly accountId: string; readonly amount: string }[];
  /** Why it cannot be done; null where it can. */
  readonly obstacle: MarketFailure | null;
}

export type { MarketFailure };

export interface ActionResult {
  /** `refunded`: it ran and failed inside; what was paid came back. `pending`: the hash is known, the end is not. */
  readonly state: 'done' | 'refunded' | 'pending' | 'dismissed' | 'failed';
  readonly txHash: string | null;
  readonly failure: MarketFailure | null;
  /** A first step was done and stays: a deposit for storage was paid and can be taken back. */
  readonly keptDeposit: boolean;
}

/** A wallet in a page: loaded only where something is traded. */
export interface Wallet {
  readonly config: MarketConfig;
  /** Opens the choice of wallets; null where it was dismissed. */
  connect(): Promise<string | null>;
  disconnect(): Promise<void>;
  /**
   * Has the wallet sign the server's challenge, and links its account to who is signed in. Throws `ApiError`; null
   * where it was dismissed.
   */
  link(): Promise<readonly LinkedAccount[] | null>;
  /** Yocto that the account can spend. */
  available(): Promise<string>;
  /** Yocto that the market holds for listings of the account: in use, and free to be taken back. */
  deposits(): Promise<{ readonly used: string; readonly free: string }>;
  plan(action: MarketAction): Promise<ActionPlan>;
  /** Asks the wallet, sends, waits until it is final, reads every receipt, tells the server. Never throws. */
  perform(plan: ActionPlan): Promise<ActionResult>;
}
