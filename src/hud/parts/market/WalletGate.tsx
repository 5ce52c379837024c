import type { ReactNode } from 'react';
import type { Wallet } from '../../../data/wallet/Wallet.ts';

interface WalletGateProps {
  /** Who must be signed in to the wallet; anyone when left out. */
  accountId?: string;
  children(wallet: Wallet): ReactNode;
}

/** What needs a wallet: asks for one first, and goes on once it is there. */
export function WalletGate(_: WalletGateProps) {
  return null;
}
