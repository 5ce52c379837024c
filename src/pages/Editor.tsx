import { restPiece } from '../hud/parts/page/lazyPiece.tsx';
import { EditorProvider } from '../hud/studio/EditorContext.tsx';
import { EditorView } from '../hud/studio/EditorView.tsx';

const PasskeyOffer = restPiece(
  async () => (await import('../hud/parts/factors/PasskeyOffer.tsx')).PasskeyOffer,
);
/** Lanes and meters are drawn once the rings are. */
const LaneHost = restPiece(async () => (await import('../scene/LaneHost.tsx')).default);

/** `/jam`: your draft, with its lanes and meters. */
export function Editor() {
  return (
    <EditorProvider>
      <EditorView />
      <LaneHost />
      <PasskeyOffer />
    </EditorProvider>
  );
}
