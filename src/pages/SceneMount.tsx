import { useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  judgeRingDrawing,
  rendererName,
  ringDrawing,
  ringsAreSlow,
} from '../data/stores/ringDrawing.ts';
import { sceneIs } from '../data/stores/scene.ts';
import { canvasTurn } from '../hud/parts/page/firstSound.ts';
import { Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';

const { Piece: SceneHost } = lazyComponent(async () => {
  await canvasTurn();
  return (await import('../scene/SceneHost.tsx')).default;
});

const { Piece: CanvasHost } = lazyComponent(async () => {
  await canvasTurn();
  return (await import('../scene/CanvasHost.tsx')).default;
});

/** From a mounted canvas to its first picture: until then the still pictures stay under it. */
const FIRST_PICTURE_MS = 300;

/** Loads what draws the rings and says whether it does: WebGL, or the processor where no graphics chip is. */
export function SceneMount() {
  const { wish, isSlow, needsCanvas } = useSnapshot(ringDrawing);
  const [renderer] = useState(rendererName);
  const [hasFailed, setHasFailed] = useState(false);
  const way = hasFailed || needsCanvas ? 'canvas' : judgeRingDrawing(wish, isSlow, renderer);
  const fail = (error: unknown) => {
    console.warn('Drawing without WebGL', error);
    if (way === 'webgl') setHasFailed(true);
    else sceneIs('none');
  };
  return (
    <Later key={way} onFail={fail}>
      {way === 'webgl' ? (
        <SceneHost onSlow={ringsAreSlow} onState={drawsOrNot} />
      ) : (
        <CanvasHost onState={drawsOrNot} />
      )}
    </Later>
  );
}

let firstPicture: ReturnType<typeof setTimeout> | undefined;

function drawsOrNot(state: 'live' | 'lost'): void {
  clearTimeout(firstPicture);
  if (state === 'lost') sceneIs('lost');
  else firstPicture = setTimeout(() => sceneIs('live'), FIRST_PICTURE_MS);
}
