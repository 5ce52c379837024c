import type { JsonColumn } from './schemaJams.ts';

/** One customers row: who an account is to the till. */
export interface CustomerRow {
  userId: string;
  customerId: string;
  created: number;
  /** When the till was asked for what is known of them here: what is older changes nothing. */
  checked: number;
}

/** One subscriptions row, as the till last told of it. */
export interface SubscriptionRow {
  id: string;
  userId: string;
  customerId: string;
  /** In the till's words. */
  status: string;
  price: string;
  /** Ends with its period. */
  cancels: boolean;
  periodEnd: number;
  ended: number | null;
  created: number;
  /** Time of what the row was made of: what is older changes nothing. */
  asOf: number;
}

/** One purchases row; `id` is its checkout session. */
export interface PurchaseRow {
  id: string;
  userId: string;
  product: string;
  amount: string;
  currency: string;
  state: 'paid' | 'refunded';
  created: number;
  asOf: number;
}

/** One grants row: what an account may use, until when; null for good. */
export interface GrantRow {
  userId: string;
  product: string;
  source: 'subscription' | 'purchase' | 'code';
  ref: string;
  created: number;
  until: number | null;
}

/** One paymentEvents row: something that the till told. */
export interface PaymentEventRow {
  id: string;
  customerId: string;
  type: string;
  created: number;
  received: number;
  state: 'waiting' | 'done' | 'failed';
  problem: string;
}

/** One redemptions row. */
export interface RedemptionRow {
  code: string;
  userId: string;
  created: number;
}

/** One tillObjects row: `doc` has the shape of Stripe's API. */
export interface TillObjectRow {
  id: string;
  object: string;
  customerId: string | null;
  parentId: string | null;
  created: number;
  /** When something has to be done with it: a period ends, an event is to be delivered. */
  due: number | null;
  doc: JsonColumn;
}

/** One tillKeys row: what a call with an idempotency key was answered. */
export interface TillKeyRow {
  idempotencyKey: string;
  digest: string;
  created: number;
  answer: JsonColumn;
}
