import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { transport } from '../../audio/state/transport.ts';
import { sampleTelemetry } from '../../audio/telemetry.ts';
import { onPlacesChange } from '../../data/stores/places.ts';
import { onTouch } from '../../data/stores/touch.ts';
import { FramePace } from '../../drawing/framePace.ts';
import { onReducedMotion, prefersReducedMotion } from '../reducedMotion.ts';
import { RingScene } from './ringScene.ts';

/** Frames between two looks at the layout while something moves: catches what no observer tells. */
const MEASURE_EVERY = 60;

/**
 * Every rifff on the page. Samples the sound once per frame, before anything draws, and asks for the next
 * frame only while something plays or moves.
 */
export function RingField() {
  const invalidate = useThree((state) => state.invalidate);
  const gl = useThree((state) => state.gl);
  const root = useThree((state) => state.scene);
  const camera = useThree((state) => state.camera);
  const size = useThree((state) => state.size);
  const dpr = useThree((state) => state.viewport.dpr);
  const [scene] = useState(() => new RingScene());
  const setDpr = useThree((state) => state.setDpr);
  const [pace] = useState(() => new FramePace());

  useLayoutEffect(() => {
    scene.resized(size.width, size.height, dpr);
    invalidate();
  }, [scene, size, dpr, invalidate]);

  useEffect(() => {
    const wake = (mark: () => void) => () => {
      mark();
      invalidate();
    };
    const moved = wake(() => scene.moved());
    const observer = new ResizeObserver(moved);
    observer.observe(document.body);
    addEventListener('scroll', moved, { capture: true, passive: true });
    const stops = [
      onPlacesChange(wake(() => scene.changed())),
      onTouch(wake(() => scene.touched())),
      onReducedMotion(wake(() => scene.touched())),
      subscribe(
        transport,
        wake(() => scene.touched()),
      ),
      () => observer.disconnect(),
      () => removeEventListener('scroll', moved, { capture: true }),
    ];
    scene.changed();
    invalidate();
    return () => {
      for (const stop of stops) stop();
    };
  }, [scene, invalidate]);

  useEffect(() => {
    const canvas = gl.domElement;
    const lost = () => scene.forget();
    const restored = () => {
      scene.forget();
      scene.changed();
      invalidate();
    };
    canvas.addEventListener('webglcontextlost', lost);
    canvas.addEventListener('webglcontextrestored', restored);
    return () => {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.removeEventListener('webglcontextrestored', restored);
    };
  }, [gl, scene, invalidate]);

  // The rings place themselves by pixels: no matrix of the camera or the scene is read, so none is worked out.
  useEffect(() => {
    root.matrixWorldAutoUpdate = false;
    camera.matrixWorldAutoUpdate = false;
    gl.sortObjects = false;
  }, [root, camera, gl]);

  useFrame(sampleTelemetry, -100);
  useFrame((_state, delta) => {
    pace.count(delta);
    const paced = pace.resolution(dpr);
    if (paced !== dpr) setDpr(paced);
    if (pace.frames % MEASURE_EVERY === 0) scene.moved();
    if (!scene.update(performance.now(), prefersReducedMotion())) return;
    pace.next(invalidate, gl.getContext() as WebGL2RenderingContext);
  }, -50);

  return <primitive object={scene.mesh} dispose={null} />;
}
