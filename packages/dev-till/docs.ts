/** Objects that the till keeps: what is used of those of Stripe's API, https://docs.stripe.com/api. Times are in seconds. */

type Metadata = Record<string, string>;

interface Kept<Name extends string> {
  readonly id: string;
  readonly object: Name;
  readonly created: number;
  readonly livemode: false;
}

export interface CustomerDoc extends Kept<'customer'> {
  name: string | null;
  email: string | null;
  description: string | null;
  metadata: Metadata;
  invoice_settings: { default_payment_method: string | null };
}

/** A card, without its number: how it behaves stands in place of that. */
export interface PaymentMethodDoc extends Kept<'payment_method'> {
  readonly type: 'card';
  customer: string | null;
  readonly card: { brand: string; last4: string; exp_month: number; exp_year: number };
  readonly metadata: Metadata & { behaviour: string };
}

export interface SessionDoc extends Kept<'checkout.session'> {
  readonly mode: 'subscription' | 'payment';
  readonly customer: string;
  readonly client_reference_id: string | null;
  readonly currency: string;
  readonly amount_subtotal: number;
  readonly amount_total: number;
  readonly expires_at: number;
  readonly metadata: Metadata;
  readonly success_url: string;
  readonly cancel_url: string | null;
  /** Of the price that is paid; Stripe says it in `line_items` alone. */
  readonly line_price: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  subscription: string | null;
  invoice: string | null;
  url: string | null;
  /** Opens the page; the till's own. */
  readonly page_key: string;
  readonly subscription_metadata: Metadata;
  readonly payment_metadata: Metadata;
}

export interface PaymentIntentDoc extends Kept<'payment_intent'> {
  readonly amount: number;
  amount_received: number;
  readonly currency: string;
  readonly customer: string | null;
  status: 'succeeded' | 'requires_payment_method';
  latest_charge: string | null;
  readonly payment_method: string | null;
  readonly metadata: Metadata;
}

export interface ChargeDoc extends Kept<'charge'> {
  readonly amount: number;
  amount_refunded: number;
  refunded: boolean;
  readonly currency: string;
  readonly customer: string | null;
  readonly payment_intent: string;
  readonly payment_method: string | null;
  readonly paid: boolean;
  readonly status: 'succeeded' | 'failed';
  readonly metadata: Metadata;
}

export interface RefundDoc extends Kept<'refund'> {
  readonly amount: number;
  readonly charge: string;
  readonly currency: string;
  readonly payment_intent: string;
  readonly reason: string | null;
  readonly status: 'succeeded';
  readonly metadata: Metadata;
}

export interface SubscriptionItemDoc {
  readonly id: string;
  readonly object: 'subscription_item';
  readonly created: number;
  current_period_start: number;
  current_period_end: number;
  readonly price: unknown;
  readonly quantity: number;
  readonly subscription: string;
}

export interface SubscriptionDoc extends Kept<'subscription'> {
  readonly customer: string;
  readonly currency: string;
  /** Periods end so many months after it. */
  readonly billing_cycle_anchor: number;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  default_payment_method: string | null;
  latest_invoice: string | null;
  readonly start_date: number;
  readonly items: {
    readonly object: 'list';
    readonly data: [SubscriptionItemDoc];
    readonly has_more: false;
    readonly url: string;
  };
  readonly metadata: Metadata;
}

export interface InvoiceDoc extends Kept<'invoice'> {
  readonly customer: string;
  readonly currency: string;
  readonly number: string;
  readonly amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  readonly billing_reason: 'subscription_create' | 'subscription_cycle';
  next_payment_attempt: number | null;
  readonly period_start: number;
  readonly period_end: number;
  readonly total: number;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly parent: {
    readonly type: 'subscription_details';
    readonly subscription_details: { readonly subscription: string; readonly metadata: Metadata };
  };
  /** The payment that settled it; Stripe says it in `payments`. */
  payment_intent: string | null;
}

export interface PortalSessionDoc extends Kept<'billing_portal.session'> {
  readonly customer: string;
  readonly return_url: string | null;
  readonly expires_at: number;
  /** Opens the page; the till's own. */
  readonly page_key: string;
  readonly url: string;
}

export interface EventDoc extends Kept<'event'> {
  readonly api_version: string;
  readonly type: string;
  readonly data: { readonly object: unknown };
  readonly pending_webhooks: number;
  readonly request: null;
}

export type TillDoc =
  | CustomerDoc
  | PaymentMethodDoc
  | SessionDoc
  | PaymentIntentDoc
  | ChargeDoc
  | RefundDoc
  | SubscriptionDoc
  | InvoiceDoc
  | PortalSessionDoc
  | EventDoc;
export type TillObject = TillDoc['object'];
export type DocOf<Name extends TillObject> = Extract<TillDoc, { object: Name }>;
