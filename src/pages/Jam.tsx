import { Later } from '../hud/parts/page/lazyPiece.tsx';
import { EditorProvider } from '../hud/studio/EditorContext.tsx';
import { JamPage } from '../hud/studio/jam/JamPage.tsx';
import { LaneHost } from './Editor.tsx';

/** `/jams/{id}`: a jam, in which answers are made. */
export function Jam() {
  return (
    <EditorProvider isInJam>
      <JamPage />
      <Later>
        <LaneHost />
      </Later>
    </EditorProvider>
  );
}
