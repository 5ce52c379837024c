/** Setting up a server: the link of its start, and the settings that its administrators store. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Login, SignupBody } from '../contract/auth.ts';
import { ApiError } from '../contract/errors.ts';
import type { SettingChanges } from '../contract/setup.ts';
import { SETUP_CALLS } from '../contract/setupCalls.ts';
import { backupFiguresQuery } from './operations.ts';
import { siteQuery } from './site.ts';

/** Until when a link holds. Fails with the ApiError of the call where it does not. */
export const setupLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', 'link', token],
    queryFn: ({ signal }) => call(SETUP_CALLS.checkSetupLink, { body: { token } }, signal),
    // Whether it holds is said once: a second try would count as another one.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Settings that administrators may store, in the order of the list. */
export const storedSettingsQuery = queryOptions({
  queryKey: ['setup', 'settings'],
  queryFn: async ({ signal }) => (await call(SETUP_CALLS.storedSettings, {}, signal)).settings,
});

/** Makes an account that is administrator, by the token of a link. Fails with the ApiError of the call, as signing up does. */
export const setUpBy =
  (token: string) =>
  (account: SignupBody): Promise<Login> => {
    // The fields that are wrong are those of the account.
    const named = (error: unknown) => {
      throw error instanceof ApiError ? withOwnFields(error) : error;
    };
    return call(SETUP_CALLS.setUp, { body: { token, account } }).catch(named);
  };

/** Fields as the form calls them: the call has them in `account`. */
function withOwnFields({ code, message, data, status, retryAfterSec }: ApiError): ApiError {
  const { validationErrors } = (data ?? {}) as { validationErrors?: Record<string, string> };
  if (!validationErrors) return new ApiError(code, message, data, status, retryAfterSec);
  const own = Object.entries(validationErrors).map(([name, reason]) => [
    name.replace(/^account\./, ''),
    reason,
  ]);
  return new ApiError(code, message, { validationErrors: Object.fromEntries(own) }, status);
}

/** Makes the account that is signed in administrator, by the token of a link. Fails with the ApiError of the call. */
export const claimSetup = (token: string) => call(SETUP_CALLS.claimSetup, { body: { token } });

/** Stores settings; what shows them is renewed. Fails with the ApiError of the call; without a network at once. */
export function useStoreSettings() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (changes: SettingChanges) =>
      call(SETUP_CALLS.changeStoredSettings, { body: { changes } }),
    onSuccess: ({ settings }) => {
      queries.setQueryData(storedSettingsQuery.queryKey, settings);
      void queries.invalidateQueries({ queryKey: siteQuery.queryKey });
      void queries.invalidateQueries({ queryKey: backupFiguresQuery.queryKey });
    },
  });
}

/** Sends a mail to the administrator's own address. */
export const sendTestMail = () => call(SETUP_CALLS.testMail);
