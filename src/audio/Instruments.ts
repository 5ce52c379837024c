/** What the studio's instruments are to the pages. What they play is in `audio/state/play.ts`. */
import type { SoundSamples } from './Studio.ts';

/** Sixteen drum sounds and the steps that play them. */
export interface Pads {
  /**
   * Makes the sounds of the kit that the state names, if they are not there yet; needs no gesture.
   * @throws Error when they cannot be made
   */
  load(): Promise<void>;
  /**
   * Sounds a pad at once, and writes it into the pattern while that runs and is being written. Call it inside a
   * gesture.
   * @param velocity linear gain, 0 to 1
   */
  hit(pad: number, velocity: number): void;
  /** Plays the pattern: on the grid of the rifff that plays, or alone at the state's tempo. */
  start(): Promise<void>;
  stop(): void;
  /** Place in the pattern that is heard now, in sixteenths with fractions, or −1. */
  position16ths(): number;
  /** When each pad was hit last by hand, in milliseconds of `performance.now()`; per-frame data. */
  readonly hitMs: Float64Array;
  /**
   * The pattern as one pass of a loop at a tempo, exact to the frame.
   * @param bps quarter notes per second
   */
  render(bps: number): Promise<SoundSamples>;
}
