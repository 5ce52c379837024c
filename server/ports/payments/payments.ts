import type { FastifyPluginAsync } from 'fastify';
import type { Price } from '../../../src/data/contract/plans.ts';
import type { SubscriptionRow } from '../database/schemaPlans.ts';

/** What a product costs. */
export interface Cost {
  /** How often it is paid; null for once. */
  readonly interval: Price['interval'];
  /** The currency of the price itself, as `gbp`. */
  readonly currency: string;
  /** Amounts by currency in its smallest unit, that of the price itself too; null where none is fixed. */
  readonly amounts: Readonly<Record<string, number | null>>;
}

/** What is to be paid, by whom, and where the page leads back to. */
export interface CheckoutOrder {
  readonly customerId: string;
  readonly userId: string;
  readonly price: Price;
  readonly doneUrl: string;
  readonly cancelledUrl: string;
}

/** A page on which something is paid. */
export interface Checkout {
  readonly id: string;
  /** Null where the page is gone. */
  readonly url: string | null;
}

/** A subscription; times in milliseconds since the epoch. */
export interface PaidSubscription
  extends Pick<
    SubscriptionRow,
    'id' | 'status' | 'price' | 'cancels' | 'periodEnd' | 'ended' | 'created'
  > {
  readonly product: string;
  /** Until when it gives what it is for; null for not at all. */
  readonly until: number | null;
}

/** What was paid once. */
export interface PaidPurchase {
  /** Of its checkout. */
  readonly id: string;
  readonly product: string;
  /** In the smallest unit of the currency. */
  readonly amount: string;
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly isRefunded: boolean;
}

/** All that a customer has paid for. */
export interface Holdings {
  readonly subscriptions: readonly PaidSubscription[];
  readonly purchases: readonly PaidPurchase[];
}

export const NO_HOLDINGS: Holdings = { subscriptions: [], purchases: [] };

/** What a webhook tells: something that a customer holds has changed. */
export interface PaymentNews {
  readonly id: string;
  readonly type: string;
  readonly customerId: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** The payments did not do what they were asked. */
export class PaymentsFailure extends Error {
  /** What a log may hold of it: no key, signature, card or body. */
  readonly shown: Readonly<Record<string, unknown>>;
  constructor(shown: Readonly<Record<string, unknown>>) {
    super('the payments did not do what they were asked');
    this.name = 'PaymentsFailure';
    this.shown = shown;
  }
}

/** Takes what the payments tell, as a webhook does. @returns whether it was taken */
export type TakeNews = (body: string, signature: string) => Promise<boolean>;

/** What an implementation inside this process needs of the server: a place for its pages, a clock and a listener. */
export interface OwnTill {
  /** Mounts the pages on which people pay. */
  readonly pages: FastifyPluginAsync;
  /** What happens is told from then on. */
  connect(take: TakeNews): void;
  /** Does what is due by the clock, and tells what happened. */
  wind(): Promise<void>;
  /** Waits for what is on its way. */
  settle(): Promise<void>;
}

/**
 * The payments port. Calls go to another machine and may take seconds: none is made inside a transaction.
 * All of them throw `PaymentsFailure`.
 */
export interface Payments {
  readonly isPlayMoney: boolean;
  /** Products that are sold. */
  readonly products: readonly string[];
  /** Undefined where the payments are on another machine. */
  readonly till: OwnTill | undefined;
  /** May this customer be one of this till? Customers of play money and of real money are told apart by their ids. */
  knows(customerId: string): boolean;
  /** Null where the product is not sold. */
  cost(product: string): Promise<Cost | null>;
  /**
   * Makes an account a customer; made again, it is the same customer. Nothing but the name of the account is told.
   * @param installation id of this server, so that accounts of two servers stay apart
   * @returns the id of the customer
   */
  addCustomer(userId: string, installation: string): Promise<string>;
  /** Ends what the customer pays and calls off open checkouts. Payments stay in the books. Unknown customers are no failure. */
  removeCustomer(customerId: string): Promise<void>;
  /** The checkout that is open for the same order, or a new one; other open ones for the product are called off. */
  checkout(order: CheckoutOrder): Promise<Checkout>;
  /** Address of the page on which a customer changes and ends what they pay; undefined for an unknown customer. */
  portal(customerId: string, returnUrl: string): Promise<string | undefined>;
  /** Nothing for an unknown customer. */
  holdings(customerId: string): Promise<Holdings>;
  /**
   * Reads what a webhook tells.
   * @param body as it came
   * @returns null where nothing of a customer changes by it
   * @throws Error where it is not signed by the till, or was signed more than five minutes ago
   */
  readNews(body: Buffer, signature: string): Promise<PaymentNews | null>;
}
