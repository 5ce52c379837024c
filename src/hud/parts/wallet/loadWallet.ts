import type { MarketConfig } from '../../../data/contract/market.ts';
import { isTradingPage, WALLET_NONCE_ENTRY } from '../../../data/rules/money/tradingPages.ts';
import type { Wallet } from '../../../data/wallet/Wallet.ts';
import { importChunk } from '../page/importChunk.ts';

const opened = new Map<string, Promise<Wallet>>();

/** The nonce that the server gave this document for wallets of a network; undefined where it gave none. */
export function walletNonce(): string | undefined {
  const [document_] = performance.getEntriesByType('navigation');
  const entries = (document_ as PerformanceNavigationTiming | undefined)?.serverTiming ?? [];
  return entries.find(({ name }) => name === WALLET_NONCE_ENTRY)?.description || undefined;
}

/**
 * What a page may do is said with its document: wallets of a network need one that lets them in. Whoever came from
 * another page loads it anew.
 */
function needsNewDocument(config: MarketConfig): boolean {
  return config.network !== 'devnet' && walletNonce() === undefined;
}

/** The wallet of this page; its code is fetched with the first wish. */
export function loadWallet(config: MarketConfig): Promise<Wallet> {
  if (needsNewDocument(config)) {
    const isHere = isTradingPage(location.pathname);
    location.assign(isHere ? location.href : '/account?tab=wallet');
    if (isHere) location.reload();
    return new Promise(() => {});
  }
  const key = JSON.stringify(config);
  const known = opened.get(key);
  if (known) return known;
  const opening = importChunk(() => import('../../../data/wallet/openWallet.ts')).then(
    ({ openWallet }) => openWallet(config, walletNonce()),
  );
  opening.catch(() => opened.delete(key));
  opened.set(key, opening);
  return opening;
}
