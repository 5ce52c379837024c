/** The credential of this device, `token:password`, both made by the server. Typed passwords never come here. */
import { STAGE_HEADER } from './contract/constants.ts';
import { heldText, holdText } from './keptText.ts';

const KEY = 'rondo/credential';
/** Since when this device has it, in ms since the epoch. */
const SINCE_KEY = 'rondo/credential-since';

/** The credential, or null when no account is signed in on this device. */
export function readStoredCredential(): string | null {
  return heldText(KEY);
}

/** The token of the credential, by which a note of whom it is of is known to be about it; '' without one. */
export const credentialToken = (): string => readStoredCredential()?.split(':')[0] ?? '';

/** Keeps a credential, or forgets it. Without storage a person stays signed in until the page closes. */
export function storeCredential(credential: string | null): void {
  holdText(SINCE_KEY, credential === null ? null : String(Date.now()));
  holdText(KEY, credential);
}

/** Since when this device has its credential, in ms since the epoch; from now on where that is not known. */
export function credentialSince(): number {
  const since = Number(heldText(SINCE_KEY));
  if (since > 0) return since;
  holdText(SINCE_KEY, String(Date.now()));
  return Date.now();
}

/** Calls `listener` when another tab signs in or out. @returns what stops it */
export function onCredentialChange(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

let stageCode: string | null = null;

/** Says that this page is a stage and asks by its code; null for any other page. */
export function setStageCode(code: string | null): void {
  stageCode = code;
}

/** Headers by which this server knows the credential of this device, and the code of the stage that the page is. */
export function callerHeaders(): Record<string, string> {
  const credential = readStoredCredential();
  return {
    ...(credential && { authorization: `Bearer ${credential}` }),
    ...(stageCode && { [STAGE_HEADER]: stageCode }),
  };
}
