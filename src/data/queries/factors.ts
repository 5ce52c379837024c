import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type DataOf } from '../client.ts';
import { FACTOR_CALLS } from '../contract/factorCalls.ts';

/** Passkeys of the account, and what else it can show when it signs in. */
export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => call(FACTOR_CALLS.factors, {}, signal),
});

/** When, how and from where the account signed in, and what was refused, the newest first. */
export const signInsQuery = queryOptions({
  queryKey: ['account', 'signIns'],
  queryFn: async ({ signal }) => (await call(FACTOR_CALLS.signIns, {}, signal)).signIns,
});

/** Asks again what the account can show, after a change of it. */
export function refreshFactors(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
}

/** Names a passkey. */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await call(FACTOR_CALLS.renamePasskey, { params: { id }, body: { name } });
}

/** Forgets a passkey. */
export async function removePasskey(id: string): Promise<void> {
  await call(FACTOR_CALLS.removePasskey, { params: { id } });
}

/** A secret for time codes, in place of one that was not confirmed. */
export function startTimeCodes(): Promise<DataOf<'startTimeCodes'>> {
  return call(FACTOR_CALLS.startTimeCodes);
}

/** Turns time codes on with the first of them. @returns recovery codes, with the first factor */
export async function confirmTimeCodes(code: string): Promise<string[] | undefined> {
  return (await call(FACTOR_CALLS.confirmTimeCodes, { body: { code } })).recoveryCodes;
}

/** Turns time codes off. */
export async function removeTimeCodes(): Promise<void> {
  await call(FACTOR_CALLS.removeTimeCodes);
}

/** Ten new recovery codes in place of those of before. */
export async function renewRecoveryCodes(): Promise<string[]> {
  return (await call(FACTOR_CALLS.renewRecoveryCodes)).recoveryCodes;
}
