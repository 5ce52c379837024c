import { ApiError } from '../../../data/contract/errors.ts';
import type { MarketConfig } from '../../../data/contract/market.ts';
import { isTradingPage, WALLET_NONCE_ENTRY } from '../../../data/rules/money/tradingPages.ts';
import { inBase, pathInBase } from '../../../data/rules/site/base.ts';
import type { Wallet } from '../../../data/wallet/Wallet.ts';
import { importChunk } from '../page/importChunk.ts';

const opened = new Map<string, Promise<Wallet>>();

const document_ = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;

/** The nonce that the server gave this document for wallets of a network; undefined where it gave none. */
function walletNonce(): string | undefined {
  const entries = document_()?.serverTiming ?? [];
  return entries.find(({ name }) => name === WALLET_NONCE_ENTRY)?.description || undefined;
}

/**
 * The security policy of a page comes with its document. Wallets of a network need a document whose policy allows them.
 * A reader who came from another page without a new document must reload when they ask for the wallet.
 */
export function needsNewDocument({ network }: Pick<MarketConfig, 'network'>): boolean {
  return network !== 'devnet' && walletNonce() === undefined;
}

/** @throws ApiError where a new document did not help */
function loadNewDocument(): void {
  const isHere = isTradingPage(pathInBase());
  if (isHere && document_()?.type === 'reload') {
    throw new ApiError('unavailable', 'Wallets cannot be let into this page. Try another browser.');
  }
  if (isHere) location.reload();
  else location.assign(inBase('/account?tab=wallet'));
}

/** The wallet of this page; its code is fetched with the first wish. @throws ApiError where no wallet can be let in */
export async function loadWallet(config: MarketConfig): Promise<Wallet> {
  if (needsNewDocument(config)) {
    loadNewDocument();
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
