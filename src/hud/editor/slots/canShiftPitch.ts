import type { Engine } from '../../../audio/Engine.ts';

/** Does a pitch shift sound? An engine without it says so, and the control stays away. */
export function canShiftPitch(engine: Engine): boolean {
  const { features } = engine as Engine & { features?: { pitchShift?: boolean } };
  return features?.pitchShift ?? false;
}
