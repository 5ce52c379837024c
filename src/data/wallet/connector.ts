/** Wallets of others and our own behind one door: near-connect, with choices shown by this page. */
import { NearConnector, type NearWalletBase } from '@hot-labs/near-connect';
import type { MarketConfig } from '../contract/market.ts';
import { askWallet, endQuestion } from '../stores/walletQuestions.ts';
import { PLAY_WALLET_ID } from './playWallet.ts';

export interface SignedIn {
  readonly accountId: string;
  /** What the wallet calls itself. */
  readonly name: string;
}

/** near-connect announces itself once; a wallet in the page answers with itself. */
function announce(wallet: NearWalletBase): () => void {
  const answer = () =>
    window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail: wallet }));
  window.addEventListener('near-selector-ready', answer);
  return () => window.removeEventListener('near-selector-ready', answer);
}

/**
 * Opens the door. On the play-money chain only our own wallet is behind it, and nothing is fetched from anywhere.
 * Whose account it is is believed nowhere: the server asks for a signature, and contracts for transactions.
 * @param nonce that the frames of wallets need under the policy of this document
 */
export function openConnector(
  config: MarketConfig,
  playWallet: NearWalletBase | null,
  nonce: string | undefined,
) {
  const quiet = playWallet ? announce(playWallet) : () => {};
  const connector = new NearConnector({
    // near-connect knows two networks; the play-money chain stands in for one of them.
    network: config.network === 'mainnet' ? 'mainnet' : 'testnet',
    providers: { [config.network]: config.rpcUrls },
    autoConnect: false,
    footerBranding: null,
    cspNonce: nonce,
    ...(playWallet && { manifest: { wallets: [], version: '1.0.0' } }),
  });
  quiet();

  /** Any window may announce a wallet to near-connect; on the play-money chain ours alone is taken. */
  async function find(walletId?: string): Promise<NearWalletBase> {
    const found = await connector.wallet(walletId);
    const isOurs = (found as { wallet?: unknown }).wallet === playWallet;
    if (playWallet && !isOurs) throw new Error('Wallet not found');
    return found;
  }

  async function choose(): Promise<string | null> {
    if (playWallet) return PLAY_WALLET_ID;
    await connector.whenManifestLoaded;
    const wallets = connector.availableWallets.map(({ manifest }) => ({
      id: manifest.id,
      name: manifest.name,
      description: manifest.description,
      icon: manifest.icon,
    }));
    try {
      return await askWallet('wallet', { wallets });
    } finally {
      endQuestion();
    }
  }

  return {
    /** Asks which wallet, and signs in to it; null where the choice was dismissed. Throws what the wallet throws. */
    async connect(): Promise<SignedIn | null> {
      const walletId = await choose();
      if (walletId === null) return null;
      await find(walletId);
      const wallet = await connector.connect({ walletId });
      const [account] = await wallet.getAccounts();
      return account ? { accountId: account.accountId, name: wallet.manifest.name } : null;
    },
    /** The wallet that is signed in. @throws Error where none is */
    wallet: () => find(),
    async disconnect(): Promise<void> {
      await connector.disconnect();
    },
  };
}
