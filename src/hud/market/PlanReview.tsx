import type { ActionPlan, MarketAction } from '../../data/wallet/Wallet.ts';
import { Amount, useCoins } from '../parts/market/Amount.tsx';
import page from '../parts/Page.module.css';
import cards from '../parts/shares/Shares.module.css';
import { Button } from '../system/Button.tsx';
import styles from './Market.module.css';

const TERA = 10n ** 12n;

/** What the button that opens the wallet says. */
function label({ action, price }: ActionPlan, short: (yocto: string) => string): string {
  switch (action.kind) {
    case 'buy':
      return `Collect for ${short(price ?? action.price)}`;
    case 'list':
      return `Put on sale for ${short(action.price)}`;
    case 'reprice':
      return `Change price to ${short(action.price)}`;
    case 'unlist':
      return 'Remove sale';
    case 'withdraw':
      return 'Take back deposits';
  }
}

/** Costs of several steps, those for the same thing as one. */
function together(costs: ActionPlan['costs']): ActionPlan['costs'] {
  const sums = new Map<string, ActionPlan['costs'][number]>();
  for (const one of costs) {
    const amount = BigInt(sums.get(one.label)?.amount ?? 0) + BigInt(one.amount);
    sums.set(one.label, { ...one, amount: String(amount) });
  }
  return [...sums.values()];
}

/** A purchase whose price is another by now; null for everything else. */
const changedPrice = ({ action, price }: ActionPlan): string | null =>
  action.kind === 'buy' && price !== null && price !== action.price ? price : null;

interface PlanReviewProps {
  plan: ActionPlan;
  onAsk(action: MarketAction): void;
  onSend(plan: ActionPlan): void;
  onClose(): void;
}

/** Everything that an action costs and does, before the wallet opens. */
export function PlanReview({ plan, onAsk, onSend, onClose }: PlanReviewProps) {
  const { short, config } = useCoins();
  const { action, costs, feeMost, available, payout, obstacle } = plan;
  const attached = costs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const left = BigInt(available) - attached - BigInt(feeMost);
  const newPrice = changedPrice(plan);
  const gasText = config ? ` (${BigInt(config.gas) / TERA} T of gas a step)` : '';
  if (newPrice !== null && action.kind === 'buy') {
    return (
      <div className="grid gap16 columns1">
        <p role="alert">
          The price was changed: it is <Amount yocto={newPrice} /> now, and was{' '}
          <Amount yocto={action.price} /> a moment ago. Nothing was spent.
        </p>
        <div className={page.padButtons}>
          <Button variant="filled" onClick={() => onAsk({ ...action, price: newPrice })}>
            See it for {short(newPrice)}
          </Button>
          <Button variant="bare" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap16 columns1">
      <dl className="lineBelow">
        {together(costs).map(({ label: what, amount, isReturned }) => (
          <Row key={what} what={what} yocto={amount} isReturned={isReturned} />
        ))}
        <Row what={`Most that the network takes${gasText}`} yocto={feeMost} isQuiet />
        <Row what="In your account" yocto={available} isQuiet />
        {obstacle === null && (
          <Row what="Left at least" yocto={(left < 0n ? 0n : left).toString()} isStrong />
        )}
      </dl>
      {payout.length > 0 && (
        <section aria-label="Who gets what">
          <h3 className={`${styles.sub} t13 muted`}>
            {action.kind === 'buy' ? 'Of the price' : 'Of a sale'}
          </h3>
          <dl className="lineBelow">
            {payout.map(({ accountId, amount }) => (
              <Row key={accountId} what={`to ${accountId}`} yocto={amount} />
            ))}
          </dl>
        </section>
      )}
      {action.kind === 'buy' && (
        <p className="t13 muted">
          You own the token then, not the licence: what may be done with the sound stays as its
          makers said.
        </p>
      )}
      {obstacle && (
        <p role="alert" className={page.dashed}>
          {obstacle.text}
        </p>
      )}
      <div className={page.padButtons}>
        {obstacle === null ? (
          <Button variant="filled" onClick={() => onSend(plan)}>
            {label(plan, short)}
          </Button>
        ) : (
          <Button icon="reset" onClick={() => onAsk(action)}>
            Look again
          </Button>
        )}
        <Button variant="bare" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  what: string;
  yocto: string;
  isQuiet?: boolean;
  isStrong?: boolean;
  /** It comes back later. */
  isReturned?: boolean;
}

function Row({ what, yocto, isQuiet, isStrong, isReturned }: RowProps) {
  return (
    <div className={`${isStrong ? 'bold' : ''} ${styles.row}`}>
      <dt className={isQuiet ? 'muted' : undefined}>
        {what} {isReturned && <span className={cards.mark}>comes back</span>}
      </dt>
      <dd className={`num rigid ${isQuiet ? 'muted' : ''}`}>
        <Amount yocto={yocto} />
      </dd>
    </div>
  );
}
