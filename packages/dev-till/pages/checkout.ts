import type { InTill } from '../answering.ts';
import type { Book } from '../book.ts';
import { payCheckout } from '../checkouts.ts';
import type { SessionDoc } from '../docs.ts';
import { isPageKey } from '../pageKeys.ts';
import { TillError } from '../tillError.ts';
import { readCard } from './cardForm.ts';
import { checkoutPage, confirmPage, overPage } from './checkoutPage.ts';

/** A page, or where to go on. */
export type Answered = { readonly status: number; readonly page: string } | { readonly to: string };

const DECLINED = 'The card was declined. Nothing was paid: choose another one.';

/** The checkout of an address; undefined where the key is not its own. */
async function findSession(book: Book, id: string, key: string): Promise<SessionDoc | undefined> {
  const session = await book.find('checkout.session', id);
  return session && isPageKey(session.page_key, key) ? session : undefined;
}

/** Over by the clock, or by what became of it. */
const isOver = (book: Book, { status, expires_at }: SessionDoc): boolean =>
  status !== 'open' || expires_at <= book.nowSec;

/** Of the page itself, whatever path the server lies below. */
const addressOf = (key: string): string => `?key=${key}`;

/** The page of a checkout; undefined for an address that leads nowhere. */
export const showCheckout = (
  atPage: InTill,
  id: string,
  key: string,
): Promise<Answered | undefined> =>
  atPage(async (book) => {
    const session = await findSession(book, id, key);
    if (!session) return undefined;
    if (isOver(book, session)) return { status: 200, page: overPage(session) };
    return { status: 200, page: checkoutPage(session, addressOf(key), { chosen: 'pays' }) };
  });

/** What comes of the form of a checkout: paid, asked for a confirmation, or the same page with what is wrong. */
export async function answerCheckout(
  atPage: InTill,
  id: string,
  key: string,
  form: URLSearchParams,
): Promise<Answered | undefined> {
  const again = (session: SessionDoc, status: number, chosen: string, more: object): Answered => ({
    status,
    page: checkoutPage(session, addressOf(key), { chosen, ...more }),
  });
  async function pay(book: Book): Promise<Answered | undefined> {
    const session = await findSession(book, id, key);
    const customer = session && (await book.find('customer', session.customer));
    if (!session || !customer) return undefined;
    // Sent twice: it is paid once.
    if (session.status === 'complete') return { to: session.success_url };
    if (isOver(book, session)) return { status: 200, page: overPage(session) };
    const card = readCard(form, book.nowMs);
    if ('faults' in card) return again(session, 422, card.chosen, { faults: card.faults });
    const { behaviour } = card;
    const confirmed = form.get('confirm');
    if (behaviour === 'confirms' && confirmed !== 'yes') {
      if (confirmed !== 'no') return { status: 200, page: confirmPage(session, addressOf(key)) };
      return again(session, 402, 'confirms', {
        trouble: 'You did not confirm it. Nothing was paid.',
      });
    }
    await payCheckout(book, session, customer, behaviour);
    return { to: session.success_url };
  }
  try {
    return await atPage(pay);
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    return atPage(async (book) => {
      const session = await findSession(book, id, key);
      const chosen = form.get('card') ?? 'pays';
      return session && again(session, 402, chosen, { trouble: DECLINED });
    });
  }
}
