import { restTurn } from '../hud/parts/page/firstSound.ts';
import { Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';
import { EditorProvider } from '../hud/studio/EditorContext.tsx';
import { EditorView } from '../hud/studio/EditorView.tsx';

/** Lanes and meters are drawn once the rings are. */
const { Piece: LaneHost } = lazyComponent(async () => {
  await restTurn();
  return (await import('../scene/LaneHost.tsx')).default;
});

/** `/jam`: your draft, with its lanes and meters. */
export function Editor() {
  return (
    <EditorProvider>
      <EditorView />
      <Later>
        <LaneHost />
      </Later>
    </EditorProvider>
  );
}
