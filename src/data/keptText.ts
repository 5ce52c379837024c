/** Short texts that this device keeps, where it lets us. */

type StorageName = 'localStorage' | 'sessionStorage';

/**
 * What was kept under a name; null for nothing, or where storage is refused.
 * @param storage `sessionStorage` for what lasts as long as the tab
 */
export function keptText(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; null lets it go. Does nothing where storage is refused or full. */
export function keepText(
  key: string,
  text: string | null,
  storage: StorageName = 'localStorage',
): void {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch {
    // It stays as long as the page.
  }
}

/** What the page itself remembers of texts that it cannot do without. */
const inMemory = new Map<string, string>();

/** As `keptText`, for what `holdText` kept. */
export const heldText = (key: string): string | null => keptText(key) ?? inMemory.get(key) ?? null;

/** Keeps a text on the device, and in the page too: without storage it lasts as long as the page. */
export function holdText(key: string, text: string | null): void {
  if (text === null) inMemory.delete(key);
  else inMemory.set(key, text);
  keepText(key, text);
}
