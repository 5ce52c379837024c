import { restTurn } from '../page/firstSound.ts';
import { Later, lazyComponent } from '../page/lazyPiece.tsx';
import type { RifffPeaksProps } from './RifffPeaks.tsx';

const { Piece } = lazyComponent<RifffPeaksProps>(async () => {
  await restTurn();
  return (await import('./RifffPeaks.tsx')).RifffPeaks;
});

/** The peaks of a rifff, once the first sound has come: what holds them stands without them. */
export function LaterPeaks(props: RifffPeaksProps) {
  return (
    <Later>
      <Piece {...props} />
    </Later>
  );
}
