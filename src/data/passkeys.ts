/** Passkeys of this browser: made, and shown to the server. Fetched when one is wanted; the library does the bytes. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call, type DataOf } from './client.ts';
import { ApiError } from './contract/errors.ts';
import { FACTOR_CALLS } from './contract/factorCalls.ts';
import type { NewPasskeyResponse, PasskeyResponse } from './contract/factors.ts';

/** What the server wants signed, as JSON of WebAuthn. */
type Options = DataOf<'startPasskeyLogin'>['options'];

const forShowing = (options: Options) =>
  options as unknown as PublicKeyCredentialRequestOptionsJSON;

/** A passkey could not be made or shown; says why in a sentence. */
class PasskeyFailed extends ApiError {
  constructor(message: string, cause: unknown) {
    super('internal', message, cause);
    this.name = 'PasskeyFailed';
  }
}

/** The person said no, took too long, or another question took the place of this one. */
function isLeft(error: unknown): boolean {
  if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return true;
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** Asks the browser; null where the person said no. @throws PasskeyFailed */
async function ask<T>(question: () => Promise<T>): Promise<T | null> {
  try {
    return await question();
  } catch (error) {
    if (isLeft(error)) return null;
    const name = error instanceof Error ? error.name : '';
    const isThere = name === 'InvalidStateError';
    throw new PasskeyFailed(
      isThere
        ? 'A passkey of your account is kept here already.'
        : 'This browser could not use a passkey. Please try again.',
      error,
    );
  }
}

/**
 * Makes a passkey for the account that is signed in, by a window of the browser.
 * @returns what the server answers; null where the person said no
 * @throws ApiError as the server answered; PasskeyFailed
 */
export async function addPasskey(): Promise<DataOf<'addPasskey'> | null> {
  const { options } = await call(FACTOR_CALLS.startPasskey);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await ask(() => startRegistration({ optionsJSON }));
  if (!response) return null;
  const body = { response: response as NewPasskeyResponse };
  return call(FACTOR_CALLS.addPasskey, { body });
}

/**
 * Shows a passkey by a window of the browser, in place of suggestions that wait.
 * @returns null where the person said no
 * @throws PasskeyFailed
 */
export async function showPasskey(options: Options): Promise<PasskeyResponse | null> {
  const optionsJSON = forShowing(options);
  return (await ask(() => startAuthentication({ optionsJSON }))) as PasskeyResponse | null;
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
      const signalName = 'unknownCredential';
      await sendSignal({ signalName, rpID, credentialID: response.id }).catch(() => {});
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
