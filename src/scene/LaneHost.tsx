import { useEffect } from 'react';
import { drawLanes } from './lanes/laneField.ts';

/** Draws the lanes and meters that are registered. Renders nothing itself. */
export default function LaneHost() {
  useEffect(drawLanes, []);
  return null;
}
