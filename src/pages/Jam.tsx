import { JamPage } from '../hud/jam/JamPage.tsx';
import { restTurn } from '../hud/parts/page/firstSound.ts';
import { Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';

/** The map of the history is drawn once the rings are. */
const { Piece: MapHost } = lazyComponent(async () => {
  await restTurn();
  return (await import('../scene/MapHost.tsx')).default;
});

/** `/jams/{id}`: a jam, with the picture of its history. */
export function Jam() {
  return (
    <>
      <JamPage />
      <Later>
        <MapHost />
      </Later>
    </>
  );
}
