/** Pages that wallets of a network work on. Pure. */

const TRADING_PAGES = /^\/(?:account|market|collection)(?:[/?#]|$)/i;

/**
 * May wallets of a network work on a page? Their code comes from elsewhere and runs in frames, which other pages do not
 * let in. The play wallet works anywhere.
 * @param path with or without a query
 */
export function isTradingPage(path: string): boolean {
  return TRADING_PAGES.test(path);
}

/** Name of the entry of `Server-Timing` that says a document's nonce for wallets. */
export const WALLET_NONCE_ENTRY = 'wallet';
