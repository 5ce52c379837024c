/** Passkeys that this browser makes and lets go: apart from those that it shows, which the page of signing in fetches. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  sendSignal,
  startRegistration,
} from '@simplewebauthn/browser';
import { askForPasskey } from './askForPasskey.ts';
import { call, type DataOf } from './client.ts';
import { FACTOR_CALLS } from './contract/factorCalls.ts';
import type { NewPasskeyResponse } from './contract/factors.ts';

/**
 * Makes a passkey for the account that is signed in, by a window of the browser.
 * @returns what the server answers; null where the person said no
 * @throws ApiError as the server answered; PasskeyFailed
 */
export async function addPasskey(): Promise<DataOf<'addPasskey'> | null> {
  const { options } = await call(FACTOR_CALLS.startPasskey);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await askForPasskey(() => startRegistration({ optionsJSON }), {
    InvalidStateError: 'A passkey of your account is kept here already.',
  });
  if (!response) return null;
  const body = { response: response as NewPasskeyResponse };
  return call(FACTOR_CALLS.addPasskey, { body });
}

/** Takes a passkey that the server does not know out of what keeps it. @throws Error where the browser cannot do that */
export async function forgetPasskey(credentialID: string, rpID: string): Promise<void> {
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID });
}
