/** Changes of parameters without an audible click. */

/** Time constant of gain changes: 95 % after 12 ms. */
export const RAMP_TAU_SEC = 0.004;
/** After this the ramp is set to its goal exactly (what is left is under −100 dB). */
export const RAMP_END_SEC = 0.05;

/**
 * Ramps a parameter to a value without a click from whatever it is at `time`; later calls take over.
 * @param tauSec time constant: longer for a change that does not follow a finger
 */
export function rampGain(
  param: AudioParam,
  value: number,
  time: number,
  tauSec = RAMP_TAU_SEC,
): void {
  param.cancelScheduledValues(time);
  param.setTargetAtTime(value, time, tauSec);
  param.setValueAtTime(value, time + (tauSec / RAMP_TAU_SEC) * RAMP_END_SEC);
}
