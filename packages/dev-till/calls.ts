import type { Call } from './callParts.ts';
import { CUSTOMER_CALLS } from './customerCalls.ts';
import { SALE_CALLS } from './saleCalls.ts';
import { SUBSCRIPTION_CALLS } from './subscriptionCalls.ts';
import { invalidRequest } from './tillError.ts';

const ONE_ID = '([A-Za-z0-9_]{1,100})';

/** The calls of Stripe's API that the till answers. */
const ROUTES = [...CUSTOMER_CALLS, ...SALE_CALLS, ...SUBSCRIPTION_CALLS].map(([name, call]) => ({
  pattern: new RegExp(`^${name.replaceAll('#', ONE_ID)}$`),
  call,
}));

/** Finds a call and the ids in its address. Throws as Stripe does for an address that it does not have. */
export function findCall(method: string, path: string): { call: Call; ids: string[] } {
  for (const { pattern, call } of ROUTES) {
    const found = pattern.exec(`${method} ${path}`);
    if (found) return { call, ids: found.slice(1) };
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`);
}
