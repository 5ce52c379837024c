import { lazy, Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  judgeRingDrawing,
  rendererName,
  ringDrawing,
  ringsAreSlow,
} from '../data/stores/ringDrawing.ts';
import { sceneIs } from '../data/stores/scene.ts';
import { importChunk } from '../hud/shell/importChunk.ts';
import { canvasTurn } from '../hud/shell/soundFirst.ts';
import { SceneBoundary } from './SceneBoundary.tsx';

const SceneHost = lazy(async () => {
  await canvasTurn();
  return importChunk(() => import('../scene/SceneHost.tsx'));
});

const CanvasHost = lazy(async () => {
  await canvasTurn();
  return importChunk(() => import('../scene/CanvasHost.tsx'));
});

/** From a mounted canvas to its first picture: until then the still pictures stay under it. */
const FIRST_PICTURE_MS = 300;

/** Loads what draws the rings and says whether it does: WebGL, or the processor where no graphics chip is. */
export function SceneMount() {
  const { wish, isSlow } = useSnapshot(ringDrawing);
  const [renderer] = useState(rendererName);
  const [hasFailed, setHasFailed] = useState(false);
  const way = hasFailed ? 'canvas' : judgeRingDrawing(wish, isSlow, renderer);
  return (
    <SceneBoundary
      key={way}
      onFail={() => (way === 'webgl' ? setHasFailed(true) : sceneIs('none'))}
    >
      <Suspense>
        {way === 'webgl' ? (
          <SceneHost onSlow={ringsAreSlow} onState={drawsOrNot} />
        ) : (
          <CanvasHost onState={drawsOrNot} />
        )}
      </Suspense>
    </SceneBoundary>
  );
}

let firstPicture: ReturnType<typeof setTimeout> | undefined;

function drawsOrNot(state: 'live' | 'lost'): void {
  clearTimeout(firstPicture);
  if (state === 'lost') sceneIs('lost');
  else firstPicture = setTimeout(() => sceneIs('live'), FIRST_PICTURE_MS);
}
