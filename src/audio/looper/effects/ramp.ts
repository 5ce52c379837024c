/** Changes of parameters that nobody hears as such. */

/** Time constant of gain changes: 95 % after 12 ms. */
export const RAMP_TAU_SEC = 0.004;
/** After this the ramp is set to its goal exactly (what is left is under −100 dB). */
export const RAMP_END_SEC = 0.05;

/** Ramps a parameter to a value without a click from whatever it is at `time`; later calls take over. */
export function rampGain(param: AudioParam, value: number, time: number): void {
  param.cancelScheduledValues(time);
  param.setTargetAtTime(value, time, RAMP_TAU_SEC);
  param.setValueAtTime(value, time + RAMP_END_SEC);
}
