import type { Jam } from '../../../data/contract/jams.ts';
import { ordersJam } from '../../../data/rules/jam/standing.ts';
import { Later, lazyComponent } from '../page/lazyPiece.tsx';
import { useSite } from '../page/page.ts';

const Switch = lazyComponent(
  async () => (await import('./CollectibleSwitch.tsx')).CollectibleSwitch,
).Piece;

/** Where rifffs are collected at all, and for whoever keeps order in a jam: may they be, here? */
export function CollectibleChoice({ jam }: { jam: Jam }) {
  const site = useSite();
  if (!site?.hasMarket || !ordersJam(jam)) return null;
  return (
    <Later>
      <Switch jam={jam} />
    </Later>
  );
}

/** Can rifffs of a jam be collected? Whoever adds some must know it before. */
export function useIsCollectible(jam: Pick<Jam, 'isCollectible'> | undefined): boolean {
  const site = useSite();
  return site?.hasMarket === true && jam?.isCollectible === true;
}
