/** Accounts elsewhere: going to one, and what this window keeps until it is led back. */
import { call, type DataOf } from './client.ts';
import { ApiError } from './contract/errors.ts';
import { PROVIDER_CALLS } from './contract/providerCalls.ts';
import type { ProviderIntent } from './contract/providers.ts';
import { keepText, keptText } from './keptText.ts';

const KEY = 'rondo/provider';

/** A way to a provider and back. */
export interface Trip {
  /** Id of the provider. */
  readonly provider: string;
  readonly intent: ProviderIntent;
  /** Path of the page to go on with. */
  readonly back: string;
}

/** Leads this window away, to an address of the web and to no other. */
export function leaveTo(address: string): void {
  if (/^https?:\/\//i.test(address)) window.location.assign(address);
}

/**
 * Leads this window to a provider.
 * @throws ApiError as the server answered, and where this window keeps nothing: it could not go on after that
 */
export async function goToProvider(trip: Trip): Promise<void> {
  const { provider, intent } = trip;
  const { address, binding } = await call(PROVIDER_CALLS.startProvider, {
    body: { provider, intent },
  });
  keepText(KEY, JSON.stringify({ ...trip, binding }), 'sessionStorage');
  if (keptText(KEY, 'sessionStorage') === null) {
    throw new ApiError(
      'forbidden',
      'Your browser keeps nothing for this page, so there is no way back. Allow it, and try again',
    );
  }
  leaveTo(address);
}

/** The way that this window is on, which is forgotten by that; null for none. */
export function takeTrip(): (Trip & { readonly binding: string }) | null {
  const kept = keptText(KEY, 'sessionStorage');
  keepText(KEY, null, 'sessionStorage');
  return kept === null ? null : JSON.parse(kept);
}

/** What came of it. @param query what the provider added to the address, without its question mark */
export function finishProvider(query: string, binding: string): Promise<DataOf<'finishProvider'>> {
  return call(PROVIDER_CALLS.finishProvider, { body: { query, binding } });
}
