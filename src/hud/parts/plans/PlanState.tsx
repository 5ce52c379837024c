import { PLUS_PRODUCT } from '../../../data/contract/constants.ts';
import type { Price, Subscription } from '../../../data/contract/plans.ts';
import { planStanding } from '../../../data/rules/account/planText.ts';
import { Trouble } from '../../system/Submit.tsx';
import { useRegionText } from '../useRegionText.ts';
import { TillButton } from './TillButton.tsx';
import { usePriceText } from './usePriceText.ts';
import { useTill } from './useTill.ts';

interface PlanStateProps {
  subscription: Subscription;
  /** Of plus; null where it is not sold here, undefined while that is not known. */
  price: Price | null | undefined;
  /** The page says already what it costs, and that all else is free. */
  isBrief?: boolean;
}

/** How it stands with a member's plan, and the one thing to do about it. */
export function PlanState({ subscription, price, isBrief }: PlanStateProps) {
  const { date } = useRegionText();
  const priceText = usePriceText();
  const till = useTill();
  const { text, deed, isWarning } = planStanding(subscription, date);
  const isPlain = subscription.description === 'Free' && subscription.status === 'none';
  return (
    <>
      {isWarning ? <Trouble title={text} /> : !(isBrief && isPlain) && <p>{text}</p>}
      <Trouble title={till.trouble} />
      <div className="row wrap gap12">
        {deed === 'subscribe' && price && (
          <TillButton variant="filled" isBusy={till.isBusy} onGo={() => till.pay(PLUS_PRODUCT)}>
            {isBrief ? 'Get plus' : `Get plus for ${priceText(price)}`}
          </TillButton>
        )}
        {deed === 'pay' && (
          <TillButton variant="filled" isBusy={till.isBusy} onGo={till.manage}>
            Pay in the portal
          </TillButton>
        )}
        {deed === 'manage' && (
          <TillButton isBusy={till.isBusy} onGo={till.manage}>
            Change or end it in the portal
          </TillButton>
        )}
        {deed === 'subscribe' && subscription.hasPortal && (
          <TillButton variant="bare" isBusy={till.isBusy} onGo={till.manage}>
            Payments so far
          </TillButton>
        )}
        {deed === 'subscribe' && price === null && (
          <p className="muted">Plus cannot be bought on this server now. Codes work.</p>
        )}
      </div>
    </>
  );
}
