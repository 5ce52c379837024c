import type { Rifff } from '../../data/contract/rifff.ts';
import type { CueId } from '../../data/rules/arcade/cues.ts';
import type { FieldMusic } from '../../data/rules/arcade/fieldMusic.ts';

/** Where one is among the rifffs of a field: written by the picture in every frame, read by the sound. */
export interface FieldNear {
  /** For each rifff: how far it is, how far it will soon be (a neighbour is 1 away), and its direction, −1 to 1. */
  readonly distance: Float32Array;
  readonly soon: Float32Array;
  readonly pan: Float32Array;
  /** The one in the clearing, −1 for none, and how far it has come forward, 0 to 1. */
  focus: number;
  open: number;
  /** Written by the sound: 1 for each rifff that is heard. */
  readonly heard: Uint8Array;
}

/**
 * Flying through a field of rifffs, heard: those near by play in one tempo and key, on one grid, louder the nearer they
 * are, from where they stand. What is going on is in `audio/state/field.ts`.
 */
export interface FieldSound {
  /**
   * Takes a field and begins to fetch what is near. Nothing sounds before `start`.
   *
   * @param music left out, the music that moves these rifffs least
   */
  enter(rifffs: readonly Rifff[], near: FieldNear, music?: FieldMusic): void;
  /**
   * Lets the field sound. Call it inside a gesture. What the engine played stops. Resolves when the sound card runs; the
   * first loops sound as soon as they are here.
   */
  start(): Promise<void>;
  /**
   * The rifff that is being made: heard in the middle at the level of a rifff, in the music of the field and on its grid,
   * while the field steps back. Give it anew after each change: voices that stay go on without a gap, levels glide, and
   * only what came or went is blended. A loop in the hand is a slot of it with a lower gain. Muted slots are silent.
   * What `enter` and `start` follow keeps it; `leave` forgets it.
   *
   * @param rifff null for none
   */
  hold(rifff: Rifff | null): void;
  /**
   * Soft ticks on the beats of the pulse (`pulseBps` of the field's tempo) from the grid's origin on, those on a bar line
   * accented. Where nothing sounds yet, they begin the grid: `heardSec` counts from then on, and everything else joins it.
   * They are heard between `start` and `stop`.
   */
  pulse(isOn: boolean): void;
  /**
   * What is heard at a moment as seconds of the grid, the way to the ear taken off: beat n is heard at n / bps, and before
   * the first one it is below 0. The grid stays the same from the first sound after `start` until some time after `stop`.
   *
   * @param performanceMs a moment of `performance.now()`, such as the `timeStamp` of an event: now or shortly before
   * @returns null while nothing runs
   */
  heardSec(performanceMs: number): number | null;
  /** The short sound of a cue, at once, in the key of the field. Silent before `start` and after `stop`. */
  cue(id: CueId): void;
  /** Silence; what was fetched stays. */
  stop(): void;
  /** Stops all sound and releases the field, the held rifff and the pulse. */
  leave(): void;
}
