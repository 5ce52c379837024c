import { lazy, Suspense } from 'react';
import { EditorProvider } from '../hud/editor/EditorContext.tsx';
import { EditorView } from '../hud/editor/EditorView.tsx';
import { importChunk } from '../hud/shell/importChunk.ts';
import { FlatBoundary } from './FlatBoundary.tsx';

const PixiHost = lazy(() => importChunk(() => import('../scene/pixi/PixiHost.tsx')));

/** `/jam`: your draft. */
export default function Editor() {
  return (
    <EditorProvider>
      <EditorView />
      <FlatBoundary>
        <Suspense>
          <PixiHost />
        </Suspense>
      </FlatBoundary>
    </EditorProvider>
  );
}
