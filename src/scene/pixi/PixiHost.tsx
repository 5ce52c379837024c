import { useEffect } from 'react';
import { moveLanes } from '../../data/stores/lanes.ts';
import { mountLanes } from './pixiRoot.tsx';

/** Lets the one Pixi canvas draw the lanes and meters that are registered. Renders nothing itself. */
export default function PixiHost() {
  useEffect(() => mountLanes(moveLanes), []);
  return null;
}
