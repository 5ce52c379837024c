import { restPiece } from '../hud/parts/page/lazyPiece.tsx';
import { EditorProvider } from '../hud/studio/EditorContext.tsx';
import { JamPage } from '../hud/studio/jam/JamPage.tsx';

const PasskeyOffer = restPiece(
  async () => (await import('../hud/parts/factors/PasskeyOffer.tsx')).PasskeyOffer,
);
/** Lanes, meters and the map of the history are drawn once the rings are. */
const LaneHost = restPiece(async () => (await import('../scene/LaneHost.tsx')).default);
const MapHost = restPiece(async () => (await import('../scene/MapHost.tsx')).default);

/** `/jams/{id}`: a jam, in which answers are made, with the picture of its history. */
export function Jam() {
  return (
    <EditorProvider isInJam>
      <JamPage />
      <LaneHost />
      <MapHost />
      <PasskeyOffer />
    </EditorProvider>
  );
}
