/** How late the limiter is: apart from it, for everything that places sound needs this and few need the limiter. */

/** Frames between a peak's detection and its sound: 3 ms at 48 kHz. */
export const LOOKAHEAD_FRAMES = 144;
/** Taps of each phase of the true-peak filter. */
export const TAPS = 24;
/** Frames by which the filter sees a peak late. */
export const DETECTOR_DELAY = TAPS / 2;
/** Total delay of the limiter in frames, whatever the signal. */
export const LIMITER_DELAY_FRAMES = LOOKAHEAD_FRAMES + DETECTOR_DELAY;
