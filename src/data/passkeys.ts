/** Passkeys of this browser, shown to the server. Fetched when one is wanted; the library does the bytes. */
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { askForPasskey } from './askForPasskey.ts';
import { call, type DataOf } from './client.ts';
import { ApiError } from './contract/errors.ts';
import { FACTOR_CALLS } from './contract/factorCalls.ts';
import type { PasskeyResponse } from './contract/factors.ts';

/** What the server wants signed, as JSON of WebAuthn. */
type Options = DataOf<'startPasskeyLogin'>['options'];

const forShowing = (options: Options) =>
  options as unknown as PublicKeyCredentialRequestOptionsJSON;

/**
 * Shows a passkey by a window of the browser, in place of suggestions that wait.
 * @returns null where the person said no
 * @throws PasskeyFailed
 */
export async function showPasskey(options: Options): Promise<PasskeyResponse | null> {
  const optionsJSON = forShowing(options);
  return (await askForPasskey(() =>
    startAuthentication({ optionsJSON }),
  )) as PasskeyResponse | null;
}

/**
 * Waits for the passkey that a person chooses where the browser suggests names, for as long as that takes.
 * @returns null where nothing more is waited for, or the browser suggests no passkeys
 */
export async function suggestedPasskey(options: Options): Promise<PasskeyResponse | null> {
  const optionsJSON = forShowing(options);
  try {
    return (await startAuthentication({
      optionsJSON,
      useBrowserAutofill: true,
    })) as PasskeyResponse;
  } catch {
    return null;
  }
}

/** Ends what waits for a passkey. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Options for signing in with a passkey. @throws ApiError as the server answered */
export async function passkeyLoginOptions(): Promise<Options> {
  return (await call(FACTOR_CALLS.startPasskeyLogin)).options;
}

/** What the server says of a passkey that it does not know, or does not know any more. */
const UNKNOWN = /not known here/;

/**
 * Signs in with what a passkey signed. One that the server does not know is taken out of what keeps it, where the browser
 * can do that.
 * @throws ApiError as the server answered
 */
export async function passkeyLogin(
  response: PasskeyResponse,
  rpID: string,
): Promise<DataOf<'passkeyLogin'>> {
  try {
    return await call(FACTOR_CALLS.passkeyLogin, { body: { response } });
  } catch (error) {
    if (error instanceof ApiError && UNKNOWN.test(error.message)) {
      const { forgetPasskey } = await import('./newPasskey.ts');
      await forgetPasskey(response.id, rpID).catch(() => {});
    }
    throw error;
  }
}

/**
 * For calls that take a passkey beside other things: throws what the server said of it, without the name of its field.
 * @throws ApiError
 */
export function throwPasskeyFault(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const said = (error.data as { validationErrors?: { response?: string } } | null)
    ?.validationErrors;
  throw said?.response ? new ApiError(error.code, said.response, null, error.status) : error;
}
