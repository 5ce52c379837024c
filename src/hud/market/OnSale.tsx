import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tokensQuery } from '../../data/queries/market.ts';
import {
  isNarrowed,
  type MarketAsked,
  tokensFilter,
  withoutFilters,
} from '../../data/rules/market/asked.ts';
import { parseAmount } from '../../data/rules/money/amount.ts';
import { CardQuery } from '../parts/shares/ShareGrid.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { CardGrid } from './CardGrid.tsx';
import { SaleFilters } from './SaleFilters.tsx';
import { tokenCard } from './tokenCards.tsx';

/** Prices in addresses are written with a point, whatever the region. */
const yoctoOf = (coins: string) => {
  const parsed = parseAmount(coins, 'en');
  return parsed.ok ? parsed.yocto : undefined;
};

/** Prices that the chain was not asked about for so long may not hold any more, ms. */
const OLD_MS = 3 * 60_000;

interface OnSaleProps {
  asked: MarketAsked;
  onAsk(change: Partial<MarketAsked>): void;
}

/** Collected rifffs that are on sale, narrowed as the address says. */
export function OnSale({ asked, onAsk }: OnSaleProps) {
  const words = useRegionText();
  const filter = useMemo(() => tokensFilter(asked, yoctoOf), [asked]);
  const query = useInfiniteQuery(tokensQuery(filter));
  const { data, dataUpdatedAt, isPlaceholderData } = query;
  const tokens = useMemo(() => data?.pages.flatMap((one) => one.tokens) ?? [], [data]);
  const items = useMemo(() => tokens.map(tokenCard), [tokens]);
  const first = data?.pages[0];
  const isOld = first !== undefined && dataUpdatedAt - first.asOf > OLD_MS;
  const total = first?.total ?? 0;
  return (
    <>
      <SaleFilters asked={asked} tokens={tokens} onAsk={onAsk} />
      <VisuallyHidden role="status">
        {data && !isPlaceholderData && `${words.number(total)} on sale`}
      </VisuallyHidden>
      {isOld && (
        <p className="below24 muted" role="status">
          The chain has not answered since {words.time(first.asOf)}: prices may have changed.
        </p>
      )}
      <CardQuery
        query={query}
        what="The market"
        isEmpty={items.length === 0}
        empty={<Empty asked={asked} onAsk={onAsk} />}
      >
        <div aria-busy={isPlaceholderData}>
          <CardGrid items={items} isWhole={!query.hasNextPage} />
        </div>
      </CardQuery>
    </>
  );
}

function Empty({ asked, onAsk }: OnSaleProps) {
  if (isNarrowed(asked)) {
    return (
      <ListState
        title="Nothing like that is on sale"
        action={<Button onClick={() => onAsk(withoutFilters(asked))}>Show everything</Button>}
      >
        Ask for less, or look again later.
      </ListState>
    );
  }
  return (
    <ListState
      title="Nothing is on sale"
      action={<Button onClick={() => onAsk({ show: 'collect' })}>See what can be collected</Button>}
    >
      What was collected and is put on sale stands here.
    </ListState>
  );
}
