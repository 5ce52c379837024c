import type { Rifff } from '../../data/contract/rifff.ts';
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
  /** Silence; what was fetched stays. */
  stop(): void;
  /** Silence, and lets go of the field. */
  leave(): void;
}
