import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Prices, Subscription } from '../../data/contract/plans.ts';
import { pricesQuery, subscriptionQuery } from '../../data/queries/plans.ts';
import { allowanceRows } from '../../data/rules/account/planText.ts';
import { loginPath, registerPath } from '../../data/rules/account/redirects.ts';
import { locale } from '../../data/stores/locale.ts';
import { session } from '../../data/stores/session.ts';
import { Region } from '../kit/QueryList.tsx';
import pageStyles from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { type Wave, waveArt } from '../parts/page/waveArt.ts';
import { PlanState } from '../parts/plans/PlanState.tsx';
import { PlayMoney } from '../parts/plans/PlayMoney.tsx';
import { RedeemForm } from '../parts/plans/RedeemForm.tsx';
import { usePriceText } from '../parts/plans/usePriceText.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { Table } from '../system/Table.tsx';
import { Collections } from './Collections.tsx';
import styles from './Plus.module.css';

interface WayInProps {
  /** What the account is for, on the button. */
  children: string;
  variant?: 'filled' | 'outlined';
}

/** For visitors: an account first, then back to this page. */
function WayIn({ children, variant }: WayInProps) {
  const { pathname, search } = useLocation();
  const back = pathname + search;
  return (
    <div className="row wrap gap12">
      <Button variant={variant} to={registerPath(back)}>
        {children}
      </Button>
      <Button variant="bare" to={loginPath(back)}>
        I have an account
      </Button>
    </div>
  );
}

const WAVES: readonly Wave[] = [
  ['perc', 4],
  ['chords', 6],
  ['bass', 4],
  ['vocals', 5],
  ['leads', 4],
  ['pads', 3],
  ['drums', 6],
  ['fx', 4],
];
const ART = waveArt(WAVES, 720);

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className={styles.offer}>
      <Skeleton width={200} height={40} />
      <Skeleton width={240} height={48} />
    </div>
  );
}

/** The price of plus, and the state of the reader's own plan. */
function Offer({ prices, subscription }: { prices: Prices; subscription?: Subscription }) {
  const priceText = usePriceText();
  const { status } = useSnapshot(session);
  const isMember = useMember() !== '';
  const { plus } = prices.subscription;
  const isHeld = subscription?.description === 'Plus';
  // No offer until it is known that the reader does not have plus already.
  if (status === 'unknown' || (isMember && !subscription)) return <Waiting />;
  return (
    <>
      {isHeld ? (
        <p className="t40">You have plus</p>
      ) : (
        plus && <p className="t40">{priceText(plus)}</p>
      )}
      {subscription ? (
        <PlanState isBrief subscription={subscription} price={plus} />
      ) : plus ? (
        <WayIn variant="filled">Get plus</WayIn>
      ) : (
        <p>Plus cannot be bought on this server now. If you have a code, use it below.</p>
      )}
      {prices.isPlayMoney && <PlayMoney />}
    </>
  );
}

/** What plus gives beside free, line by line. */
function Comparison({ allowance }: Pick<Subscription, 'allowance'>) {
  const rows = allowanceRows(allowance.free, allowance.plus);
  return (
    <Table
      caption="What free and plus allow"
      columns={[
        { id: 'what', title: 'On this server' },
        { id: 'free', title: 'Free', width: '24%' },
        { id: 'plus', title: 'Plus', width: '24%' },
      ]}
      rows={rows.map(({ id, what, free, plus }) => ({ id, cells: [what, free, plus] }))}
      empty="This server limits nothing that plus would raise."
    />
  );
}

/** The paid plan: what it gives, what it costs, collections of partners, and codes. */
export function PlusRoom() {
  const { region } = useSnapshot(locale);
  const member = useMember();
  const [query] = useSearchParams();
  const prices = useQuery(onPage(pricesQuery(region)));
  const { data: subscription, ...asked } = useQuery({
    ...onPage(subscriptionQuery),
    enabled: member !== '',
  });
  const allowance = subscription?.allowance ?? prices.data?.allowance;
  const hasFailed = (prices.isError && !prices.data) || (asked.isError && !subscription);
  const retry = () => {
    if (prices.isError) void prices.refetch();
    if (asked.isError) void asked.refetch();
  };
  const code = query.get('code') ?? '';
  return (
    <div className={`${styles.page} over`}>
      <section className={styles.head}>
        <div
          className={`${pageStyles.art} ${styles.art}`}
          aria-hidden="true"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
          dangerouslySetInnerHTML={{ __html: ART }}
        />
        <div className={styles.words}>
          <h1 className={pageStyles.bigTitle}>Plus</h1>
          <p className={`${styles.lead} t18`}>
            More room for what you make. Everything that is free today stays free: every page, every
            ring, every rifff.
          </p>
          <div className={styles.offer}>
            <Region
              what="The prices"
              isPlural
              query={{
                ...prices,
                data: hasFailed ? undefined : prices.data,
                isError: hasFailed,
                refetch: retry,
              }}
              skeleton={<Waiting />}
            >
              {(known) => <Offer prices={known} subscription={subscription} />}
            </Region>
          </div>
        </div>
      </section>
      <section className={`split ${styles.section}`} aria-labelledby="gives">
        <h2 id="gives" className="t24">
          What it gives
        </h2>
        <div className={styles.content}>
          {allowance ? (
            <Comparison allowance={allowance} />
          ) : (
            <p>
              More room for loops, tracks and pictures, longer tracks, and more clubs of your own.
            </p>
          )}
          <p className="muted">
            When plus ends nothing of yours is removed. You add nothing more while you have more
            than free allows.
          </p>
        </div>
      </section>
      <Collections />
      <section className={`split ${styles.section}`} aria-labelledby="code">
        <div>
          <h2 id="code" className="t24">
            Redeem a code
          </h2>
          <p className="muted top8">A code gives plus for a while, or a collection for good.</p>
        </div>
        <div className={styles.content}>
          {member ? (
            <RedeemForm key={code} code={code} />
          ) : (
            <>
              {code && <p>Your code waits here until you are signed in.</p>}
              <WayIn>Sign up to redeem a code</WayIn>
            </>
          )}
        </div>
      </section>
    </div>
  );
}
