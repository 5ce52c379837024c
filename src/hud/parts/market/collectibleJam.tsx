import type { Jam } from '../../../data/contract/jams.ts';
import { ordersJam } from '../../../data/rules/jam/standing.ts';
import { Later, lazyComponent } from '../page/lazyPiece.tsx';
import { useSite } from '../page/page.ts';

const Switch = lazyComponent(
  async () => (await import('./CollectibleSwitch.tsx')).CollectibleSwitch,
).Piece;

/** Lets members who may change a jam set whether its rifffs can be collected. Nothing on servers without a market. */
export function CollectibleChoice({ jam }: { jam: Jam }) {
  const site = useSite();
  if (!site?.hasMarket || !ordersJam(jam)) return null;
  return (
    <Later>
      <Switch jam={jam} />
    </Later>
  );
}

/** Can rifffs of a jam be collected? A member who adds one must know this before. */
export function useIsCollectible(jam: Pick<Jam, 'isCollectible'> | undefined): boolean {
  const site = useSite();
  return site?.hasMarket === true && jam?.isCollectible === true;
}
