/** What the engine lends to the studio: its context, where to connect to, and its musical clock. */
import type { Rifff } from '../../data/contract/rifff.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { Grid } from '../looper/gridClock.ts';

/** What exists once the context runs. */
export interface StudioAudio {
  readonly context: AudioContext;
  /** The master's input: what connects here is heard, by the master's gain and through its limiter. */
  readonly output: AudioNode;
  /** Instruments connect here: heard through `output`, and what a recorder records of them. */
  readonly instruments: GainNode;
}

/** What the engine lends to each that makes sound of its own. */
export interface EngineHost {
  /** Loads and renders loops as the player does; its cache keeps what was used last. */
  readonly maker: PatternMaker;
  /** Keeps the context running, also while the page is hidden, until the answer is called. */
  hold(): () => void;
  /**
   * Calls a listener some twenty times a second, also in a hidden page, once the context is open. @returns how to end
   * that
   */
  onTick(listener: () => void): () => void;
}

export interface StudioHost extends EngineHost {
  /** Starts the context. Call it inside a gesture; later calls answer the same. */
  open(): Promise<StudioAudio>;
  /** Grid that counts at a context frame, or null while nothing plays. */
  gridAt(frame: number): Grid | null;
  /** Frame at which what was declared last begins or began to sound; null when nothing plays. */
  readonly changeFrame: number | null;
  readonly isPlaying: boolean;
  /** The rifff that is heard or ready to be heard. */
  readonly current: Rifff | null;
  /** Plays the current rifff. @param countInBars bars of silence before it; it then begins on a bar */
  play(countInBars?: number): Promise<void>;
  /** Context frame of the last change of what plays, begun or to come: right after `play`, that of its first sound. */
  readonly startFrame: number;
  /** Stops the rifff. */
  stop(): void;
}
