/** The credential of this device, `token:password`, both made by the server. Typed passwords never come here. */
import { STAGE_HEADER } from './contract/constants.ts';

const KEY = 'rondo/credential';
/** Since when this device has it, in ms since the epoch. */
const SINCE_KEY = 'rondo/credential-since';

/** Without storage (private windows, old settings) it lives as long as the page. */
const inMemory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) inMemory.delete(key);
  else inMemory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Kept in memory: the person stays signed in until the page closes.
  }
}

/** The credential, or null when no account is signed in on this device. */
export function readStoredCredential(): string | null {
  return read(KEY);
}

/** Keeps a credential, or forgets it. */
export function storeCredential(credential: string | null): void {
  write(SINCE_KEY, credential === null ? null : String(Date.now()));
  write(KEY, credential);
}

/** Since when this device has its credential, in ms since the epoch; from now on where that is not known. */
export function credentialSince(): number {
  const since = Number(read(SINCE_KEY));
  if (since > 0) return since;
  write(SINCE_KEY, String(Date.now()));
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
