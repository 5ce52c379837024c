import type { InTill } from '../answering.ts';
import type { Book } from '../book.ts';
import { isPageKey } from '../pageKeys.ts';
import { attachCard } from '../paying.ts';
import { payOpen, setEnding } from '../subscriptions.ts';
import { TillError } from '../tillError.ts';
import { readCard } from './cardForm.ts';
import type { Answered } from './checkout.ts';
import { type PortalState, type PortalView, portalPage } from './portalPage.ts';

const SAID: Readonly<Record<string, string>> = {
  cancel: 'It ends with this month.',
  resume: 'It goes on.',
  card: 'This card pays from now on.',
};

/** What a visit shows; undefined where the key is not its own, its hour is over or the customer has gone. */
async function findView(book: Book, id: string, key: string): Promise<PortalView | undefined> {
  const session = await book.find('billing_portal.session', id);
  if (!session || !isPageKey(session.page_key, key) || session.expires_at <= book.nowSec) {
    return undefined;
  }
  const customer = await book.find('customer', session.customer);
  if (!customer) return undefined;
  const subscriptions = await book.list('subscription', { customerId: customer.id });
  const running = subscriptions.find(({ status }) => status !== 'canceled');
  const cardId = customer.invoice_settings.default_payment_method;
  return {
    session,
    name: customer.description ?? customer.name ?? '',
    subscription: running ?? subscriptions[0],
    invoices: await book.list('invoice', { customerId: customer.id }),
    card: cardId ? await book.find('payment_method', cardId) : undefined,
  };
}

/** Of the page itself, whatever path the server lies below. */
const addressOf = (key: string): string => `?key=${key}`;

/** The portal; undefined for an address that leads nowhere. */
export const showPortal = (
  atPage: InTill,
  id: string,
  key: string,
  query: URLSearchParams,
): Promise<Answered | undefined> =>
  atPage(async (book) => {
    const view = await findView(book, id, key);
    const said = SAID[query.get('said') ?? ''];
    const state: PortalState = said ? { said } : {};
    return view && { status: 200, page: portalPage(view, addressOf(key), state) };
  });

/** Takes another card, and pays with it what is open. */
async function changeCard(
  book: Book,
  { session, subscription }: PortalView,
  behaviour: Parameters<typeof attachCard>[2],
): Promise<void> {
  const customer = await book.need('customer', session.customer);
  const card = await attachCard(book, customer, behaviour);
  if (!subscription || subscription.status === 'canceled') return;
  subscription.default_payment_method = card.id;
  await book.change(subscription);
  if (subscription.status === 'past_due') await payOpen(book, subscription, false);
  else await book.tell('customer.subscription.updated', subscription);
}

/** What comes of a form of the portal: the page anew with what was done, or with what is wrong. */
export async function answerPortal(
  atPage: InTill,
  id: string,
  key: string,
  form: URLSearchParams,
): Promise<Answered | undefined> {
  const act = form.get('act') ?? '';
  const address = addressOf(key);
  const done: Answered = { to: `${address}&said=${encodeURIComponent(act)}` };
  try {
    return await atPage(async (book): Promise<Answered | undefined> => {
      const view = await findView(book, id, key);
      if (!view) return undefined;
      const { subscription } = view;
      if (act === 'card') {
        const card = readCard(form, book.nowMs);
        if ('faults' in card) return { status: 422, page: portalPage(view, address, card) };
        await changeCard(book, view, card.behaviour);
        return done;
      }
      const isKnown = act === 'cancel' || act === 'resume';
      if (!isKnown || !subscription) return { to: address };
      await setEnding(book, subscription, act === 'cancel');
      return done;
    });
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    const trouble =
      error.body.code === 'card_declined'
        ? 'The card was declined. Nothing has changed: choose another one.'
        : 'This subscription has ended.';
    return atPage(async (book) => {
      const view = await findView(book, id, key);
      return view && { status: 402, page: portalPage(view, address, { trouble }) };
    });
  }
}
