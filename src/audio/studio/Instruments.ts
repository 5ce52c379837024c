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
  /** Stops on the beat on which a loop that is ready now begins, so that the loop takes over. */
  stopOnBeat(): void;
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

/** A keyboard in the key of the rifff, and the phrase that it records. */
export interface Keys {
  /**
   * Sounds a note at once, and holds it. Call it inside a gesture.
   * @param source what plays it, for instance a finger or a key: it also lets go
   * @param velocity 0 to 1
   */
  noteOn(source: string, midi: number, velocity: number): void;
  /** Lets go of what a source holds; with the pedal down it rings on. */
  noteOff(source: string): void;
  /** Pedal: while it is down notes that are let go ring on. */
  sustain(isDown: boolean): void;
  /** Lets go of everything. */
  silence(): void;
  /**
   * Lets the phrase go round, on the grid of the rifff that plays or alone. Recording alone begins after a bar of
   * clicks.
   */
  start(): Promise<void>;
  stop(): void;
  /** Stops on the beat on which a loop that is ready now begins, so that the loop takes over. */
  stopOnBeat(): void;
  /** Place in the phrase that is heard now, in sixteenths with fractions; −1 when it does not go round. */
  position16ths(): number;
  /** Notes that are held or played now, by MIDI number: 1 or 0; per-frame data. */
  readonly held: Uint8Array;
  /**
   * The phrase as one pass of a loop at a tempo, exact to the frame.
   * @param bps quarter notes per second
   */
  render(bps: number): Promise<SoundSamples>;
}

/** Instruments that are plugged in. */
export interface MidiPort {
  /** Asks the person for them; state says what came of it. */
  ask(): Promise<void>;
  /** Takes them when the person has allowed it before, without a question. */
  askIfAllowed(): Promise<void>;
}
