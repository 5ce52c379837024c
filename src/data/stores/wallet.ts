import { proxy } from 'valtio';

/** Who is signed in to a wallet of the chain; the wallet itself is loaded only where something is traded. */
export const wallet = proxy<{
  /** Null while nobody is. */
  accountId: string | null;
  /** What the wallet calls itself. */
  name: string;
  isBusy: boolean;
}>({ accountId: null, name: '', isBusy: false });

/** Says who is signed in to the wallet; null for nobody. */
export function setWallet(accountId: string | null, name = ''): void {
  wallet.accountId = accountId;
  wallet.name = name;
}

/** Says that the wallet waits for whoever holds it. */
export function setWalletBusy(isBusy: boolean): void {
  wallet.isBusy = isBusy;
}
