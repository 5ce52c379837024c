import type { ActionPlan, ActionResult, MarketAction } from '../../data/wallet/Wallet.ts';
import { Transaction } from '../parts/market/Transaction.tsx';
import pageStyles from '../parts/Page.module.css';
import { Button } from '../system/Button.tsx';

const DONE: Readonly<Record<MarketAction['kind'], string>> = {
  buy: 'It is yours.',
  list: 'It is on sale.',
  reprice: 'The price is changed.',
  unlist: 'It is not on sale any more.',
  withdraw: 'The deposits are back in your account.',
};
const TITLES: Readonly<Record<Exclude<ActionResult['state'], 'done'>, string>> = {
  refunded: 'It did not work, and what was paid came back.',
  pending: 'The chain has it. It may take a while until it says what became of it.',
  dismissed: 'You did not approve it. Nothing was spent.',
  failed: 'It did not work.',
};

interface TradeOutcomeProps {
  plan: ActionPlan;
  result: ActionResult;
  onAsk(action: MarketAction): void;
  onClose(): void;
}

/** What became of an action, in words, with its hash. */
export function TradeOutcome({ plan, result, onAsk, onClose }: TradeOutcomeProps) {
  const { state, txHash, failure, keptDeposit } = result;
  const isBad = state === 'failed' || state === 'refunded';
  const title = state === 'done' ? DONE[plan.action.kind] : (failure?.text ?? TITLES[state]);
  return (
    <div className="grid gap16 columns1">
      <p className="t18" role={isBad ? 'alert' : 'status'}>
        {title}
      </p>
      {state === 'pending' && (
        <p className="muted">
          Do not send it again: this page is told as soon as the chain knows. You may close it.
        </p>
      )}
      {keptDeposit && (
        <p className="muted">
          The deposit for the listing was paid and stays yours: it is used the next time, or taken
          back in the settings of your wallet.
        </p>
      )}
      {txHash !== null && (
        <p className="muted">
          Transaction <Transaction hash={txHash} />
        </p>
      )}
      {isBad && failure && failure.detail !== '' && (
        <details className="disclosure">
          <summary>As the chain said it</summary>
          <p className="t13 muted anywhere">{failure.detail}</p>
        </details>
      )}
      <div className={pageStyles.padButtons}>
        <Button variant={state === 'done' ? 'filled' : 'outlined'} onClick={onClose}>
          Close
        </Button>
        {(isBad || state === 'dismissed') && (
          <Button icon="reset" onClick={() => onAsk(plan.action)}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
