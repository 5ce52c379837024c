import { EditorProvider } from '../hud/editor/EditorContext.tsx';
import { EditorView } from '../hud/editor/EditorView.tsx';
import { Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';

const { Piece: PixiHost } = lazyComponent(
  async () => (await import('../scene/pixi/PixiHost.tsx')).default,
);

/** `/jam`: your draft. Lanes and meters are drawn beside it: where they cannot be, all else works. */
export function Editor() {
  return (
    <EditorProvider>
      <EditorView />
      <Later onFail={(error) => console.warn('Lanes and meters cannot be drawn here', error)}>
        <PixiHost />
      </Later>
    </EditorProvider>
  );
}
