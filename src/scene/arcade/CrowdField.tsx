import { PerformanceMonitor } from '@react-three/drei/core/PerformanceMonitor.js';
import { PerspectiveCamera } from '@react-three/drei/core/PerspectiveCamera.js';
import { extend, useFrame, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Group, PerspectiveCamera as Lens } from 'three';
import { useSnapshot } from 'valtio';
import { field } from '../../audio/state/field.ts';
import { arcade, onCrowdWake } from '../../data/stores/arcade.ts';
import { prefersReducedMotion } from '../reducedMotion.ts';
import { screenDpr } from '../screenDpr.ts';
import { CrowdInSpace } from './crowdInSpace.ts';
import { FAR, fitLens, flyTo, NEAR } from './eye.ts';

// What drei makes of these names.
extend({ Group, PerspectiveCamera: Lens });

/** Pictures a second below which too few come, and from which on there is room for more. */
const FRAME_BOUNDS: [number, number] = [40, 55];
/** Share of the device pixels each way at least, and how much of what lies between goes at a time. */
const LEAST_SHARE = 0.5;
const STEP = 0.34;
/** Never fewer device pixels for a CSS pixel. */
const LEAST_DPR = 0.75;
/** Changes until the number stays where it is: one that goes up and down is seen. */
const MOST_CHANGES = 5;

export interface CrowdFieldProps {
  /** The frame of the rings that it stands behind: says that another one is needed, and asks for one. */
  frames: { goesOn: boolean; readonly wake: () => void };
}

/** The crowd of the arcade before its camera, behind the rings of the page and in the same frames. */
export default function CrowdField({ frames }: CrowdFieldProps) {
  const gl = useThree((state) => state.gl);
  const size = useThree((state) => state.size);
  const dpr = useThree((state) => state.viewport.dpr);
  const [crowd] = useState(() => new CrowdInSpace(() => frames.wake()));
  const eye = useRef<Lens>(null);

  useLayoutEffect(() => {
    crowd.resized(size.width, size.height, dpr, screenDpr());
    fitLens(eye.current!, crowd.view);
    frames.wake();
  }, [crowd, frames, size, dpr]);

  useEffect(() => {
    const stop = onCrowdWake(() => frames.wake());
    frames.wake();
    return () => {
      stop();
      crowd.dispose();
    };
  }, [crowd, frames]);

  useEffect(() => {
    const canvas = gl.domElement;
    const again = () => {
      crowd.forget();
      frames.wake();
    };
    canvas.addEventListener('webglcontextlost', again);
    canvas.addEventListener('webglcontextrestored', again);
    return () => {
      canvas.removeEventListener('webglcontextlost', again);
      canvas.removeEventListener('webglcontextrestored', again);
    };
  }, [gl, crowd, frames]);

  // Before the rings: the place of the one in the clearing follows the crowd.
  useFrame(() => {
    if (crowd.update(performance.now(), prefersReducedMotion())) frames.goesOn = true;
    flyTo(eye.current!, crowd.space);
  }, -1);

  return (
    <>
      <PerspectiveCamera ref={eye} makeDefault manual near={NEAR} far={FAR} />
      <primitive object={crowd.things} dispose={null} />
      <FewerPixels />
    </>
  );
}

/**
 * Draws fewer pixels where frames do not come. They are counted only while one follows the other, in flight and with
 * sound: a crowd at rest is drawn once.
 */
function FewerPixels() {
  const setDpr = useThree((state) => state.setDpr);
  const size = useThree((state) => state.size);
  const { isFocusOpen } = useSnapshot(arcade);
  const { status } = useSnapshot(field);
  const [share, setShare] = useState(1);
  // A window of another size begins with all pixels: `sceneRoot.tsx` sets them.
  useEffect(() => {
    const full = screenDpr();
    const least = Math.max(LEAST_SHARE * full, Math.min(full, LEAST_DPR));
    if (size.width > 0) setDpr(least + (full - least) * share);
  }, [setDpr, size, share]);
  useEffect(() => () => setDpr(screenDpr()), [setDpr]);
  if (prefersReducedMotion() || (isFocusOpen && status !== 'playing')) return null;
  return (
    <PerformanceMonitor
      factor={share}
      step={STEP}
      iterations={6}
      bounds={() => FRAME_BOUNDS}
      flipflops={MOST_CHANGES}
      onChange={({ factor }) => queueMicrotask(() => setShare(factor))}
    />
  );
}
