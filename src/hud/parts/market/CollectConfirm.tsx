import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LinkedAccount, RifffMarket } from '../../../data/contract/market.ts';
import { wallet } from '../../../data/stores/wallet.ts';
import { Button } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import page from '../Page.module.css';
import styles from '../wallet/Wallet.module.css';
import { Countdown } from './Countdown.tsx';
import { SaleShares } from './SaleShares.tsx';

interface CollectConfirmProps {
  market: RifffMarket;
  offsetMs: number;
  /** Linked accounts of who collects; at least one. */
  accounts: readonly LinkedAccount[];
  /** What the server said to the last try; '' before one. */
  refusal: string;
  onCollect(accountId: string): void;
}

/** What collecting means, and which account of the chain gets it. */
export function CollectConfirm(props: CollectConfirmProps) {
  const { market, offsetMs, accounts, refusal, onCollect } = props;
  const { accountId: signedIn } = useSnapshot(wallet);
  const ids = accounts.map(({ accountId }) => accountId);
  const [chosen, setChosen] = useState('');
  const usual = signedIn !== null && ids.includes(signedIn) ? signedIn : (ids[0] ?? '');
  const accountId = ids.includes(chosen) ? chosen : usual;
  const [isOver, setOver] = useState(false);
  return (
    <div className="grid gap16 columns1">
      <p>
        It can be collected once, and costs nothing: this server pays what the chain asks. You own
        the token then, not the licence.
      </p>
      <p className="t18">
        <Countdown closes={market.closes} offsetMs={offsetMs} onOver={() => setOver(true)} />
      </p>
      <SaleShares makers={market.makers} isSmall />
      {ids.length > 1 ? (
        <Select
          label="For the account"
          options={ids.map((value) => ({ value, title: value }))}
          value={accountId}
          onValueChange={setChosen}
        />
      ) : (
        <p>
          <span className="muted">For the account </span>
          {accountId}
        </p>
      )}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          It was not collected: {refusal}
        </p>
      )}
      <div className={page.padButtons}>
        <Button variant="filled" disabled={isOver} onClick={() => onCollect(accountId)}>
          {refusal ? 'Try again' : 'Collect'}
        </Button>
      </div>
    </div>
  );
}
