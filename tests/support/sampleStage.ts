/** A stage with everything that can move it. */
import type { LookRoutes } from '../../src/data/contract/stageLooks.ts';
import { layoutRings } from '../../src/drawing/layout.ts';
import type { RifffModel } from '../../src/drawing/model.ts';
import { PlainPose } from '../../src/drawing/plainPose.ts';
import { sampleRoom } from './sampleRoom.ts';

/** A rifff as a stage shows it, with all its rings there. */
export function poseOf(model: RifffModel, radius: number): PlainPose {
  const pose = new PlainPose();
  pose.lay(model, layoutRings(model.rings, radius), 1);
  for (const ring of pose.rings) ring.hasArrived = true;
  return pose;
}

/** Fourteen earlier rifffs. */
export const ECHOES = sampleRoom(14).data.history.map(({ model }) => ({
  pose: poseOf(model, 100),
  category: model.rings.at(-1)!.category,
}));

/** Everything follows something, as far as it goes. */
export const WILD: LookRoutes = {
  turn: { base: 0, source: 'knob1', amount: 1 },
  cut: { base: 0, source: 'high', amount: 1 },
  spread: { base: 0, source: 'bass', amount: 1 },
  density: { base: 0, source: 'knob2', amount: 1 },
  lift: { base: 0, source: 'knob3', amount: 1 },
};
