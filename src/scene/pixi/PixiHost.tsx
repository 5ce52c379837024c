import { useEffect } from 'react';
import { startLanes } from './pixiRoot.tsx';

/** Lets the one Pixi application draw the lanes and meters that are registered. Renders nothing itself. */
export default function PixiHost() {
  useEffect(startLanes, []);
  return null;
}
