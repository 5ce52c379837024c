import { EditorProvider } from '../hud/editor/EditorContext.tsx';
import { EditorView } from '../hud/editor/EditorView.tsx';
import LaneHost from '../scene/LaneHost.tsx';

/** `/jam`: your draft, with its lanes and meters. */
export function Editor() {
  return (
    <EditorProvider>
      <EditorView />
      <LaneHost />
    </EditorProvider>
  );
}
