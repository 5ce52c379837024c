/** Short texts that this device keeps, where it lets us; without a storage they last as long as the page. */

/** What was kept under a name, or null. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // no storage here, or it is forbidden
  }
}

/** Keeps a text; null lets it go. */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // It stays as long as the page.
  }
}
