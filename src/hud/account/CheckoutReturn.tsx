import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PLUS_PRODUCT } from '../../data/contract/constants.ts';
import { purchasesQuery, subscriptionQuery, useRenewPlans } from '../../data/queries/plans.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './AccountPanels.module.css';

/** Interval of the questions to the server about a payment, and their number before the page says "it takes longer". */
const ASK_EVERY_MS = 1500;
const TRIES = 20;

/**
 * Asks the server whether it knows of a payment, repeatedly for half a minute at most.
 * @param product what was paid for
 */
function useArrival(product: string, isAsked: boolean) {
  const [tries, setTries] = useState(0);
  const isPlus = product === PLUS_PRODUCT;
  const isAsking = isAsked && tries < TRIES;
  const every = { refetchInterval: isAsking ? ASK_EVERY_MS : false } as const;
  const plan = useQuery({ ...subscriptionQuery, ...(isPlus && every) });
  const bought = useQuery({ ...purchasesQuery, ...(!isPlus && every) });
  const isHere = isPlus
    ? plan.data?.sources.includes('subscription') === true
    : bought.data?.some((one) => one.product === product && one.state === 'paid') === true;
  const { dataUpdatedAt, errorUpdatedAt } = isPlus ? plan : bought;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is one try
  useEffect(() => {
    if (isAsked && !isHere) setTries((count) => count + 1);
  }, [dataUpdatedAt, errorUpdatedAt, isAsked, isHere]);
  return { isHere, isLate: !isHere && tries >= TRIES, again: () => setTries(0) };
}

/** Message for a person who comes back from the checkout. After a payment it waits until the server knows of it. */
export function CheckoutReturn() {
  const [query, setQuery] = useSearchParams();
  const outcome = query.get('checkout');
  const product = query.get('product') ?? PLUS_PRODUCT;
  const isPaid = outcome === 'done';
  const renew = useRenewPlans();
  const { isHere, isLate, again } = useArrival(product, isPaid);
  // All pages show the new plan or purchase at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived
  useEffect(() => {
    if (isPaid && isHere) renew();
  }, [isPaid, isHere]);
  if (!isPaid && outcome !== 'cancelled') return null;
  const close = (
    <Button size="sm" variant="bare" onClick={() => setQuery({ tab: 'plan' }, { replace: true })}>
      Close
    </Button>
  );
  return (
    <div className={styles.returned} role="status">
      {!isPaid && (
        <>
          <p className="t18">Nothing was paid.</p>
          <p className="muted">You left the till before the end. Everything is as it was.</p>
          {close}
        </>
      )}
      {isPaid && isHere && (
        <>
          <p className="t18">Thank you. It is paid, and yours.</p>
          {close}
        </>
      )}
      {isPaid && !isHere && !isLate && (
        <p className="row gap12 t18">
          <Spinner /> The till has taken it. This server is about to hear of it…
        </p>
      )}
      {isPaid && isLate && (
        <>
          <p className="t18">It takes longer than usual</p>
          <p className="muted">
            The till has not told this server of the payment yet. Nothing is lost: the till keeps
            what you paid, and what it gives appears here by itself.
          </p>
          <div className="row wrap gap12">
            <Button size="sm" onClick={again}>
              Look again
            </Button>
            {close}
          </div>
        </>
      )}
    </div>
  );
}
