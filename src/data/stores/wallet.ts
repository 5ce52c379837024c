import { proxy } from 'valtio/vanilla';
import { DECLINED_LINK_COOKIE, DECLINED_LINK_DAYS } from '../contract/constants.ts';
import { keepText, keptText } from '../keptText.ts';
import { cookieText, cookieValue } from '../rules/site/locale.ts';
import { ui } from './ui.ts';
import { endQuestion } from './walletQuestions.ts';

const KEY = 'rondo/wallet';

interface KeptWallet {
  readonly accountId: string;
  readonly name: string;
  /** Whose account it is: of the play-money chain, or of a network. */
  readonly network: string;
}

function readKept(): KeptWallet | null {
  try {
    const kept: Partial<KeptWallet> | null = JSON.parse(keptText(KEY) ?? 'null');
    const { accountId, name, network } = kept ?? {};
    const isWhole = [accountId, name, network].every((text) => typeof text === 'string');
    return isWhole ? (kept as KeptWallet) : null;
  } catch {
    return null;
  }
}

const isDeclined = () =>
  typeof document !== 'undefined' && cookieValue(document.cookie, DECLINED_LINK_COOKIE) !== null;

const kept = readKept();

/** Who is signed in to a wallet of the chain; the wallet itself is loaded only where something is traded. */
export const wallet = proxy<{
  /** Null while no account is signed in. Kept on this device. */
  accountId: string | null;
  /** What the wallet calls itself. */
  name: string;
  /** Network of the account; '' while no account is signed in. */
  network: string;
  isBusy: boolean;
  /** The offer to link the wallet was declined within the last thirty days. */
  isLinkDeclined: boolean;
}>({
  accountId: kept?.accountId ?? null,
  name: kept?.name ?? '',
  network: kept?.network ?? '',
  isBusy: false,
  isLinkDeclined: isDeclined(),
});

/** Says who is signed in to the wallet, and keeps it on this device; null for none. */
export function setWallet(accountId: string | null, name = '', network = ''): void {
  show(accountId, name, network);
  keepText(KEY, accountId === null ? null : JSON.stringify({ accountId, name, network }));
}

function show(accountId: string | null, name: string, network: string): void {
  wallet.accountId = accountId;
  wallet.name = name;
  wallet.network = network;
}

/** Says that the wallet waits for its owner. */
export function setWalletBusy(isBusy: boolean): void {
  wallet.isBusy = isBusy;
}

/** A part of the page trades, until what this returns is called. */
export function watchWallet(): () => void {
  ui.traders += 1;
  return () => {
    ui.traders -= 1;
    // No page is left that could answer.
    if (ui.traders === 0) endQuestion();
  };
}

/** The offer to link the wallet was declined: it is not made again for thirty days. */
export function declineLink(): void {
  const isSecure = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: kept where the specification says; not every browser has cookieStore
  document.cookie = cookieText(DECLINED_LINK_COOKIE, 'declined', DECLINED_LINK_DAYS, isSecure);
  wallet.isLinkDeclined = true;
}

if (typeof window !== 'undefined') {
  // Signed in or out in another tab.
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    const now = readKept();
    show(now?.accountId ?? null, now?.name ?? '', now?.network ?? '');
  });
}
