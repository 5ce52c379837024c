import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useState } from 'react';
import { onCrowdWake } from '../../data/stores/arcade.ts';
import { prefersReducedMotion } from '../reducedMotion.ts';
import { CrowdDrawing } from './crowdDrawing.ts';
import { CrowdMesh } from './crowdMesh.ts';

export interface CrowdFieldProps {
  /** The frame of the rings that it stands behind: says that another one is needed, and asks for one. */
  frames: { goesOn: boolean; readonly wake: () => void };
}

/** The crowd of the arcade behind the rings of the page, in the same frames. */
export default function CrowdField({ frames }: CrowdFieldProps) {
  const gl = useThree((state) => state.gl);
  const size = useThree((state) => state.size);
  const dpr = useThree((state) => state.viewport.dpr);
  const [mesh] = useState(() => new CrowdMesh());
  const [crowd] = useState(() => new CrowdDrawing(mesh));

  useLayoutEffect(() => {
    mesh.resized(size.width, size.height, dpr);
    crowd.resized(size.width, size.height, dpr);
    frames.wake();
  }, [mesh, crowd, frames, size, dpr]);

  useEffect(() => {
    const stop = onCrowdWake(() => frames.wake());
    frames.wake();
    return () => {
      stop();
      crowd.forget();
      mesh.dispose();
    };
  }, [crowd, mesh, frames]);

  useEffect(() => {
    const canvas = gl.domElement;
    const again = () => {
      mesh.forget();
      frames.wake();
    };
    canvas.addEventListener('webglcontextlost', again);
    canvas.addEventListener('webglcontextrestored', again);
    return () => {
      canvas.removeEventListener('webglcontextlost', again);
      canvas.removeEventListener('webglcontextrestored', again);
    };
  }, [gl, mesh, frames]);

  // Before the rings: the place of the one in the clearing follows the crowd.
  useFrame(() => {
    if (crowd.update(performance.now(), prefersReducedMotion())) frames.goesOn = true;
  }, -1);

  return <primitive object={mesh.mesh} dispose={null} />;
}
