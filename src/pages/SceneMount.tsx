import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  judgeRingDrawing,
  type RingDrawing,
  rendererName,
  ringDrawing,
  ringsAreSlow,
} from '../data/stores/ringDrawing.ts';
import { canvasTurn } from '../hud/parts/page/firstSound.ts';
import type { SceneState } from '../hud/parts/page/frame.tsx';
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

export interface SceneMountProps {
  onState(state: SceneState): void;
}

/** Loads what draws the rings and says whether it does: WebGL, or the processor where no graphics chip is. */
export function SceneMount({ onState }: SceneMountProps) {
  const { wish, isSlow } = useSnapshot(ringDrawing);
  const [renderer] = useState(rendererName);
  const [hasFailed, setHasFailed] = useState(false);
  const way = hasFailed ? 'canvas' : judgeRingDrawing(wish, isSlow, renderer);
  const fail = (error: unknown) => {
    console.warn('Drawing without WebGL', error);
    if (way === 'webgl') setHasFailed(true);
    else onState('none');
  };
  return (
    <Later key={way} onFail={fail}>
      <Watched way={way} onState={onState} />
    </Later>
  );
}

/** The canvas, and what it says of itself in `data-scene`. */
function Watched({ way, onState }: SceneMountProps & { way: RingDrawing }) {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const isLost = element.querySelector('[data-scene="lost"]') !== null;
      clearTimeout(timer);
      if (isLost) onState('lost');
      else timer = setTimeout(() => onState('live'), FIRST_PICTURE_MS);
    };
    const observer = new MutationObserver(read);
    observer.observe(element, { subtree: true, attributeFilter: ['data-scene'] });
    read();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [onState]);
  return (
    <div ref={room} style={{ display: 'contents' }} data-drawing={way}>
      {way === 'webgl' ? <SceneHost onSlow={ringsAreSlow} /> : <CanvasHost />}
    </div>
  );
}
