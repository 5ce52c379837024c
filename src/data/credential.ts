/** The credential of this device, `token:password`, both made by the server. Typed passwords never come here. */
const KEY = 'rondo/credential';

/** Without storage (private windows, old settings) it lives as long as the page. */
let inMemory: string | null = null;

/** The credential, or null when nobody is signed in on this device. */
export function readStoredCredential(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

/** Keeps a credential, or forgets it. */
export function storeCredential(credential: string | null): void {
  inMemory = credential;
  try {
    if (credential === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, credential);
  } catch {
    // Kept in memory: the person stays signed in until the page closes.
  }
}

/** Calls `listener` when another tab signs in or out. @returns what stops it */
export function onCredentialChange(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
