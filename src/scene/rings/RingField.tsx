import { advance, useFrame, useThree } from '@react-three/fiber';
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Group } from 'three';
import { useSnapshot } from 'valtio';
import { telemetryRef } from '../../audio/engine/telemetry.ts';
import { arcade } from '../../data/stores/arcade.ts';
import { onFrame } from '../../data/stores/frameLoop.ts';
import type { GuardedFrameProps } from '../guard/GuardedFrame.tsx';
import { prefersReducedMotion } from '../reducedMotion.ts';
import { DrawingTime } from './drawingTime.ts';
import { followPage } from './followPage.ts';
import { guardWalls } from './lookedAt.ts';
import { RifffField } from './rifffField.ts';
import { RingMesh } from './ringMesh.ts';

const CrowdField = lazy(() => import('../arcade/CrowdField.tsx'));

/** Frames between two looks at the layout while something moves: catches what no observer tells. */
const MEASURE_EVERY = 60;

interface Guard {
  readonly Frame: ComponentType<GuardedFrameProps>;
  readonly isThere: () => void;
}

export interface RingFieldProps {
  /** Is the canvas on the page? Else nothing is followed or drawn. */
  isShown: boolean;
  /** Called once where this machine takes long to draw. */
  onSlow: (() => void) | undefined;
  /** Called when it follows the page: from then on frames show what is there. */
  onShown?: (() => void) | undefined;
}

/** What draws in the place of R3F while a wall is open; null while none is, or until it is there. */
function useGuard(isShown: boolean, rings: RingMesh): Guard | null {
  const [guard, setGuard] = useState<Guard | null>(null);
  useEffect(() => {
    if (!isShown) return;
    const end = () => setGuard(null);
    const stop = guardWalls(async () => {
      const [{ GuardedFrame }, { ClearRings }] = await Promise.all([
        import('../guard/GuardedFrame.tsx'),
        import('./clearRings.ts'),
      ]);
      rings.leaveOutBy(ClearRings);
      await new Promise<void>((isThere) => setGuard({ Frame: GuardedFrame, isThere }));
      return end;
    });
    return () => {
      stop();
      end();
    };
  }, [isShown, rings]);
  return guard;
}

/** Every rifff on the page: drawn in the page's one frame loop, and only while something plays or moves. */
export function RingField({ isShown, onSlow, onShown }: RingFieldProps) {
  const { isOpen } = useSnapshot(arcade);
  const gl = useThree((state) => state.gl);
  const root = useThree((state) => state.scene);
  const camera = useThree((state) => state.camera);
  const size = useThree((state) => state.size);
  const dpr = useThree((state) => state.viewport.dpr);
  const [behind] = useState(() => new Group());
  const [rings] = useState(() => new RingMesh());
  const [field] = useState(() => new RifffField(rings));
  const guard = useGuard(isShown, rings);
  const [frames] = useState(() => ({
    count: 0,
    goesOn: false,
    time: new DrawingTime(),
    wake: () => {},
  }));

  useLayoutEffect(() => {
    const turn = onFrame('rings', (nowMs) => {
      frames.goesOn = false;
      advance(nowMs);
      return frames.goesOn;
    });
    frames.wake = turn.wake;
    return turn.stop;
  }, [frames]);

  useLayoutEffect(() => {
    rings.resized(size.width, size.height, dpr);
    field.resized(size.width, size.height, dpr);
    frames.wake();
  }, [rings, field, frames, size, dpr]);

  useEffect(() => {
    if (onSlow) frames.time.onSlow = onSlow;
    return isShown ? followPage(field, frames.wake) : undefined;
  }, [field, frames, isShown, onSlow]);

  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown, onShown]);

  useEffect(() => {
    const canvas = gl.domElement;
    const lost = () => rings.forget();
    const restored = () => {
      rings.forget();
      field.changed();
      frames.wake();
    };
    canvas.addEventListener('webglcontextlost', lost);
    canvas.addEventListener('webglcontextrestored', restored);
    return () => {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
    };
  }, [gl, rings, field, frames]);

  // The rings place themselves by pixels, and a crowd sees to its camera: the scene works out no matrices.
  useEffect(() => {
    root.matrixWorldAutoUpdate = false;
    camera.matrixWorldAutoUpdate = false;
    gl.sortObjects = false;
  }, [root, camera, gl]);

  useFrame(() => {
    if (!isShown) return;
    frames.count += 1;
    if (frames.count % MEASURE_EVERY === 0) field.moved();
    if (field.update(performance.now(), prefersReducedMotion())) frames.goesOn = true;
    if (telemetryRef.current.isPlaying && rings.isShown) {
      frames.time.time(gl.getContext() as WebGL2RenderingContext);
    }
  });

  return (
    <>
      <primitive object={behind} dispose={null}>
        <Suspense fallback={null}>{isOpen && isShown && <CrowdField frames={frames} />}</Suspense>
      </primitive>
      <primitive object={rings.group} dispose={null} />
      {guard && isShown && <guard.Frame rings={rings} frames={frames} onThere={guard.isThere} />}
    </>
  );
}
