import { nameOfProduct, playPrice } from '../catalogue.ts';
import type { SessionDoc } from '../docs.ts';
import { type CardFaults, cardFields } from './cardForm.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';
import { money } from './money.ts';

/** Where the page of a checkout stands. */
export interface CheckoutState {
  /** The card that is chosen, by what it does, or `other`. */
  readonly chosen: string;
  readonly faults?: CardFaults;
  /** What went wrong with the payment. */
  readonly trouble?: string;
}

const productOf = (session: SessionDoc): string =>
  nameOfProduct(playPrice(session.line_price)?.metadata.product ?? '');

function whatIsPaid(session: SessionDoc): Html {
  const { amount_total, currency, mode } = session;
  const amount = money(amount_total, currency);
  const isMonthly = mode === 'subscription';
  return html`<div><h1>${productOf(session)}</h1><p class="lead">${amount}${
    isMonthly ? ' a month, until you end it' : ', once'
  }</p><dl class="rows"><div><dt>For</dt><dd>${session.client_reference_id ?? ''}</dd></div><div><dt>${
    isMonthly ? 'First month' : 'Price'
  }</dt><dd>${amount}</dd></div><div class="total"><dt>To pay now</dt><dd>${amount}</dd></div></dl>${
    isMonthly
      ? html`<p class="muted small">The next month is paid on the same day. You can end it at any time, and keep it until the month is over.</p>`
      : null
  }</div>`;
}

const troubleOf = (text: string | undefined): Html | null =>
  text ? html`<p class="trouble" role="alert">${text}</p>` : null;

/** The page on which a checkout is paid. @param action its own address */
export function checkoutPage(session: SessionDoc, action: string, state: CheckoutState): string {
  const amount = money(session.amount_total, session.currency);
  const title = `Pay for ${productOf(session)}`;
  const cancel = session.cancel_url
    ? html`<a class="button" href="${session.cancel_url}">Cancel</a>`
    : null;
  return page(
    title,
    html`${whatIsPaid(session)}<form method="post" action="${action}"><h2>How you pay</h2>${troubleOf(
      state.trouble,
    )}${cardFields(state.chosen, state.faults)}<div class="acts"><button class="button filled" type="submit">Pay ${amount}</button>${cancel}</div></form>`,
  );
}

/** The step in between that some banks ask for: https://docs.stripe.com/payments/3d-secure */
export function confirmPage(session: SessionDoc, action: string): string {
  const amount = money(session.amount_total, session.currency);
  return page(
    'Confirm the payment',
    html`${whatIsPaid(session)}<form method="post" action="${action}"><h2>Your bank asks</h2><p class="lead">Is it you who pays ${amount}? This is what a bank would ask in between.</p><input type="hidden" name="card" value="confirms"><div class="acts"><button class="button filled" name="confirm" value="yes">Confirm</button><button class="button" name="confirm" value="no">Refuse</button></div></form>`,
  );
}

/** The page of a checkout that is over. */
export function overPage(session: SessionDoc): string {
  const isPaid = session.status === 'complete';
  const to = isPaid ? session.success_url : session.cancel_url;
  return page(
    isPaid ? 'Paid' : 'Not paid in time',
    html`<div><h1>${isPaid ? 'This is paid' : 'This was not paid in time'}</h1><p class="lead">${
      isPaid ? 'It is not paid again.' : 'Nothing was paid. Begin again from your account.'
    }</p><div class="acts"><a class="button filled" href="${to ?? '../../../'}">Back</a></div></div>`,
  );
}
