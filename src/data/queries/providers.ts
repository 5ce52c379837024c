import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { PROVIDER_CALLS } from '../contract/providerCalls.ts';

/** Accounts elsewhere that sign in to this one, and whether it has a password. */
export const linkedQuery = queryOptions({
  queryKey: ['account', 'providers'],
  queryFn: ({ signal }) => call(PROVIDER_CALLS.providersOfAccount, {}, signal),
});

/** Asks that again, after a change of it. */
export function refreshLinked(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: linkedQuery.queryKey });
}

/** Unlinks an account elsewhere. */
export async function unlinkProvider(id: string): Promise<void> {
  await call(PROVIDER_CALLS.unlinkProvider, { params: { id } });
}

/** Sets a password for an account that has none. */
export async function setFirstPassword(body: {
  password: string;
  confirmPassword: string;
}): Promise<void> {
  await call(PROVIDER_CALLS.setFirstPassword, { body });
}
