import type { Book } from './book.ts';
import type { PortalSessionDoc } from './docs.ts';
import { newPageKey } from './pageKeys.ts';

/** A page of the portal is good for this long. */
const OPEN_SEC = 3600;

/** Addresses of the hosted pages. */
export interface Pages {
  checkout(id: string, key: string): string;
  portal(id: string, key: string): string;
}

/** Begins a visit to the billing portal. Throws where there is no such customer. */
export async function openPortal(
  book: Book,
  { customerId, returnUrl }: { readonly customerId: string; readonly returnUrl: string | null },
  pageOf: Pages['portal'],
): Promise<PortalSessionDoc> {
  const customer = await book.need('customer', customerId, 'customer');
  const begun = book.begin('billing_portal.session');
  const key = newPageKey();
  const session: PortalSessionDoc = {
    ...begun,
    customer: customer.id,
    return_url: returnUrl,
    expires_at: book.nowSec + OPEN_SEC,
    page_key: key,
    url: pageOf(begun.id, key),
  };
  return book.add(session, { customerId: customer.id, due: session.expires_at * 1000 });
}
