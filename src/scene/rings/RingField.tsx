import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useState } from 'react';
import { sampleTelemetry, telemetryRef } from '../../audio/engine/telemetry.ts';
import { prefersReducedMotion } from '../reducedMotion.ts';
import { DrawingTime } from './drawingTime.ts';
import { followPage } from './followPage.ts';
import { RifffField } from './rifffField.ts';
import { RingMesh } from './ringMesh.ts';

/** Frames between two looks at the layout while something moves: catches what no observer tells. */
const MEASURE_EVERY = 60;

export interface RingFieldProps {
  /** Is the canvas on the page? Else nothing is followed or drawn. */
  isShown: boolean;
  /** Called once where this machine takes long to draw. */
  onSlow(): void;
}

/**
 * Every rifff on the page. Samples the sound once per frame, before anything draws, and asks for the next
 * frame only while something plays or moves.
 */
export function RingField({ isShown, onSlow }: RingFieldProps) {
  const invalidate = useThree((state) => state.invalidate);
  const gl = useThree((state) => state.gl);
  const root = useThree((state) => state.scene);
  const camera = useThree((state) => state.camera);
  const size = useThree((state) => state.size);
  const dpr = useThree((state) => state.viewport.dpr);
  const [rings] = useState(() => new RingMesh());
  const [field] = useState(() => new RifffField(rings));
  const [frames] = useState(() => ({ count: 0, time: new DrawingTime() }));

  useLayoutEffect(() => {
    rings.resized(size.width, size.height, dpr);
    field.resized(size.width, size.height, dpr);
    invalidate();
  }, [rings, field, size, dpr, invalidate]);

  useEffect(() => {
    frames.time.onSlow = onSlow;
    return isShown ? followPage(field, invalidate) : undefined;
  }, [field, frames, invalidate, isShown, onSlow]);

  useEffect(() => {
    const canvas = gl.domElement;
    const lost = () => rings.forget();
    const restored = () => {
      rings.forget();
      field.changed();
      invalidate();
    };
    canvas.addEventListener('webglcontextlost', lost);
    canvas.addEventListener('webglcontextrestored', restored);
    return () => {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
    };
  }, [gl, rings, field, invalidate]);

  // The rings place themselves by pixels: no matrix of the camera or the scene is read, so none is worked out.
  useEffect(() => {
    root.matrixWorldAutoUpdate = false;
    camera.matrixWorldAutoUpdate = false;
    gl.sortObjects = false;
  }, [root, camera, gl]);

  useFrame(sampleTelemetry, -100);
  useFrame(() => {
    if (!isShown) return;
    frames.count += 1;
    if (frames.count % MEASURE_EVERY === 0) field.moved();
    const goesOn = field.update(performance.now(), prefersReducedMotion());
    if (telemetryRef.current.isPlaying && rings.mesh.visible) {
      frames.time.time(gl.getContext() as WebGL2RenderingContext);
    }
    if (goesOn) invalidate();
  }, -50);

  return <primitive object={rings.mesh} dispose={null} />;
}
