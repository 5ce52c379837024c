import { useQuery } from '@tanstack/react-query';
import { rifffMarketQuery } from '../../../data/queries/market.ts';
import { Later, lazyComponent } from '../page/lazyPiece.tsx';

const CollectPanel = lazyComponent(
  async () => (await import('./CollectPanel.tsx')).CollectPanel,
).Piece;

interface CollectDoorProps {
  jamId: string;
  rifffId: string;
  className?: string;
}

/**
 * The panel to collect a rifff. Its code is fetched only where the rifff can be collected, is being collected or is
 * collected already; else nothing is shown.
 */
export function CollectDoor({ jamId, rifffId, className }: CollectDoorProps) {
  const query = useQuery(rifffMarketQuery(jamId, rifffId));
  const { data: market, dataUpdatedAt, refetch } = query;
  if (!market || (market.closed !== null && market.token === null && !market.isPending))
    return null;
  return (
    <div className={className}>
      <Later>
        <CollectPanel
          market={market}
          offsetMs={market.now - dataUpdatedAt}
          onOver={() => void refetch()}
        />
      </Later>
    </div>
  );
}
