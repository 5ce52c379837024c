import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { HeldLicence, Purchase } from '../../data/contract/plans.ts';
import {
  heldLicencesQuery,
  pricesQuery,
  purchasesQuery,
  subscriptionQuery,
} from '../../data/queries/plans.ts';
import { planStanding } from '../../data/rules/account/planText.ts';
import { locale } from '../../data/stores/locale.ts';
import { Region } from '../kit/QueryList.tsx';
import { FormSection } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { CollectionTerms } from '../parts/plans/CollectionTerms.tsx';
import { PlanState } from '../parts/plans/PlanState.tsx';
import { PlayMoney } from '../parts/plans/PlayMoney.tsx';
import { RedeemForm } from '../parts/plans/RedeemForm.tsx';
import { usePriceText } from '../parts/plans/usePriceText.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Table } from '../system/Table.tsx';
import styles from './AccountPanels.module.css';
import { CheckoutReturn } from './CheckoutReturn.tsx';

/** What was paid for once, newest first. */
function Purchases({ purchases }: { purchases: readonly Purchase[] }) {
  const { date } = useRegionText();
  const priceText = usePriceText();
  return (
    <Table
      caption="Purchases"
      columns={[
        { id: 'what', title: 'What' },
        { id: 'when', title: 'When', width: '28%' },
        { id: 'price', title: 'Price', width: '20%', isNumber: true },
      ]}
      rows={purchases.map(({ id, name, created, amount, currency, state, product }) => {
        const price = priceText({ product, amount, currency, interval: null });
        const paid = state === 'refunded' ? `${price}, refunded` : price;
        return { id, cells: [name, date(created), paid] };
      })}
      empty="Nothing bought yet."
    />
  );
}

/** Licences of partners: what may be done with the loops of a collection. */
function Licences({ licences }: { licences: readonly HeldLicence[] }) {
  const { date } = useRegionText();
  if (licences.length === 0) {
    return (
      <p className="muted">
        None yet.{' '}
        <Link to="/plus" className="underline">
          Partner collections
        </Link>{' '}
        come with one.
      </p>
    );
  }
  return (
    <ul className="lineAbove">
      {licences.map(({ collectionId, name, partner, licence, since, source }) => (
        <li key={collectionId} className={styles.choice}>
          <p>
            <b>{name}</b> <span className="muted">by {partner}</span>
          </p>
          <p className="t13 muted">
            {source === 'code' ? 'By a code' : 'Bought'}, since {date(since)}
          </p>
          <CollectionTerms licence={licence} />
        </li>
      ))}
    </ul>
  );
}

/** One's plan and its payments, what was bought, licences that are held, and codes. */
export function PlanPanel() {
  const { region } = useSnapshot(locale);
  const { date } = useRegionText();
  const prices = useQuery(pricesQuery(region));
  const subscription = useQuery(onPage(subscriptionQuery));
  const purchases = useQuery(onPage(purchasesQuery));
  const licences = useQuery(onPage(heldLicencesQuery));
  return (
    <div className={page.sections}>
      <CheckoutReturn />
      <FormSection
        title="Your plan"
        text={
          <Link to="/plus" className="underline">
            What plus gives
          </Link>
        }
      >
        <Region what="Your plan" query={subscription}>
          {(plan) => (
            <>
              <p className="t40">{planStanding(plan, date).title}</p>
              <PlanState subscription={plan} price={prices.data?.subscription.plus} />
              {plan.isPlayMoney && <PlayMoney />}
            </>
          )}
        </Region>
      </FormSection>
      <FormSection
        title="Redeem a code"
        text="It gives plus for a while, or a collection for good."
      >
        <RedeemForm />
      </FormSection>
      <FormSection
        title="Purchases"
        text="What you paid for once. Payments of plus stand in the portal."
      >
        <Region what="Your purchases" isPlural query={purchases}>
          {(made) => <Purchases purchases={made} />}
        </Region>
      </FormSection>
      <FormSection
        title="Licences"
        text="What partners let you do with the loops of their collections."
      >
        <Region what="Your licences" isPlural query={licences}>
          {(held) => <Licences licences={held} />}
        </Region>
      </FormSection>
    </div>
  );
}
