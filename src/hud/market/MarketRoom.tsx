import { useSearchParams } from 'react-router';
import {
  type MarketAsked,
  type MarketTab,
  marketParams,
  readMarket,
} from '../../data/rules/market/asked.ts';
import { PageHead } from '../kit/PageFrame.tsx';
import { useCoins } from '../parts/market/Amount.tsx';
import { Tabs } from '../system/Tabs.tsx';
import styles from './Market.module.css';
import { OnSale } from './OnSale.tsx';
import { PlayMoney } from './PlayMoney.tsx';
import { ToCollect } from './ToCollect.tsx';

/** What the address asks for, and how to ask for something else: each in its place, so that back leads out of the page. */
function useAsked() {
  const [params, setParams] = useSearchParams();
  const asked = readMarket(params);
  const ask = (change: Partial<MarketAsked>) =>
    setParams(marketParams({ ...asked, ...change }), { replace: true });
  return { asked, ask };
}

/** What is on sale, and what can be collected before its day is over. */
export function MarketRoom() {
  const { asked, ask } = useAsked();
  const { config } = useCoins();
  const toMakers = config ? `${config.royaltyBps / 100} % of it` : 'a part of it';
  return (
    <>
      <PageHead title="Market">
        <div className={styles.lead}>
          <p>
            Where a room allows it, a rifff can be collected on its first day, once and for nothing.
            Its owner may put it on sale; of every sale {toMakers} goes to those who made its loops.
          </p>
          <PlayMoney />
        </div>
      </PageHead>
      <Tabs
        label="Market"
        value={asked.show}
        onValueChange={(show) => ask({ show: show as MarketTab })}
        items={[
          { value: 'sale', title: 'On sale', content: <OnSale asked={asked} onAsk={ask} /> },
          {
            value: 'collect',
            title: 'To collect',
            content: <ToCollect jam={asked.jam} onAsk={ask} />,
          },
        ]}
      />
    </>
  );
}
