import { amountIn, nameOfProduct } from '../catalogue.ts';
import type { InvoiceDoc, PaymentMethodDoc, PortalSessionDoc, SubscriptionDoc } from '../docs.ts';
import { type CardFaults, cardFields } from './cardForm.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';
import { day, money } from './money.ts';

/** What the portal shows of a customer. */
export interface PortalView {
  readonly session: PortalSessionDoc;
  readonly name: string;
  /** The one that runs, or the last one that did. */
  readonly subscription: SubscriptionDoc | undefined;
  /** The newest first. */
  readonly invoices: readonly InvoiceDoc[];
  readonly card: PaymentMethodDoc | undefined;
}

export interface PortalState {
  readonly said?: string;
  readonly trouble?: string;
  readonly chosen?: string;
  readonly faults?: CardFaults;
}

const STATUS: Readonly<Record<InvoiceDoc['status'], string>> = {
  paid: 'Paid',
  open: 'Not paid yet',
  void: 'Called off',
  uncollectible: 'Never paid',
};

type SoldPrice = Parameters<typeof amountIn>[0];

/** What a subscription says of itself, in one line. */
function sentence({ status, ended_at, cancel_at_period_end, items }: SubscriptionDoc): string {
  const [{ current_period_end: end }] = items.data;
  if (status === 'canceled') return `Ended on ${day(ended_at ?? end)}.`;
  if (status === 'past_due') return 'The last payment failed. Choose another card to keep it.';
  return cancel_at_period_end
    ? `Ends on ${day(end)}. Nothing more is paid.`
    : `The next payment is on ${day(end)}.`;
}

function planPart(subscription: SubscriptionDoc, action: string): Html {
  const [item] = subscription.items.data;
  const price = item.price as SoldPrice;
  const amount = money(amountIn(price, subscription.currency) ?? 0, subscription.currency);
  const isRunning = subscription.status !== 'canceled';
  const [act, label] = subscription.cancel_at_period_end
    ? ['resume', 'Keep it']
    : ['cancel', 'End with this month'];
  return html`<section aria-labelledby="plan"><h2 id="plan">${nameOfProduct(
    price.metadata.product ?? '',
  )}</h2><p>${amount} a month. ${sentence(subscription)}</p>${
    isRunning
      ? html`<form method="post" action="${action}"><div class="acts"><button class="button md" name="act" value="${act}">${label}</button></div></form>`
      : null
  }</section>`;
}

function cardPart(card: PaymentMethodDoc | undefined, action: string, state: PortalState): Html {
  const { chosen = 'pays', faults } = state;
  const isOpen = faults !== undefined || state.trouble !== undefined;
  const known = card
    ? html`<p>Test card that ends in ${card.card.last4}</p>`
    : html`<p class="muted">No card yet.</p>`;
  return html`<section aria-labelledby="card"><h2 id="card">Card</h2>${known}<details${
    isOpen ? html` open` : null
  }><summary>Change the card</summary><form method="post" action="${action}">${cardFields(
    chosen,
    faults,
  )}<div class="acts"><button class="button md" name="act" value="card">Use this card</button></div></form></details></section>`;
}

function invoicePart(invoices: readonly InvoiceDoc[]): Html {
  if (invoices.length === 0) return html``;
  return html`<section aria-labelledby="invoices"><h2 id="invoices">Invoices</h2><ul class="rows">${invoices.map(
    ({ created, number, amount_due, currency, status }) =>
      html`<li><span>${day(created)}<br><span class="muted small">${number}</span></span><span class="end">${money(
        amount_due,
        currency,
      )}<br><span class="muted small">${STATUS[status]}</span></span></li>`,
  )}</ul></section>`;
}

/** The page on which a customer sees and changes what they pay. @param action its own address */
export function portalPage(view: PortalView, action: string, state: PortalState = {}): string {
  const { session, name, subscription, invoices, card } = view;
  const { said, trouble } = state;
  return page(
    'What you pay',
    html`<div><h1>What you pay</h1><p class="lead">${name}</p><div class="acts"><a class="button filled" href="${
      session.return_url ?? '/'
    }">Back</a></div></div><div>${said ? html`<p class="trouble" role="status">${said}</p>` : null}${
      trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : null
    }${
      subscription
        ? planPart(subscription, action)
        : html`<section><h2>No subscription</h2><p class="muted">You pay nothing each month.</p></section>`
    }${cardPart(card, action, state)}${invoicePart(invoices)}</div>`,
  );
}
