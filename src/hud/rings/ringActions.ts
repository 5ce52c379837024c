import type { Rifff } from '../../data/contract/rifff.ts';

/** What a page lets its rings do. A missing action is a gesture and a key that do nothing there. */
export interface RingActions {
  /** Changes the document; changes with one key are one undo step. */
  edit(change: (rifff: Rifff) => Rifff, key: string | null): void;
  /** Linear gain while a ring is dragged: for the sound only, ahead of the document. */
  gain(slot: number, gain: number): void;
  /** Only this slot sounds; −1 ends the solo. */
  solo(slot: number): void;
  select?(slot: number): void;
  /** Ring that the keyboard is on, −1 for none. */
  focus?(slot: number): void;
  /** Opens the controls of a slot; x and y are CSS pixels of the viewport. */
  open?(slot: number, x: number, y: number): void;
  /** Swaps the loop of a slot for another of its category, on the beat. */
  swap?(slot: number, how: 'next' | 'random'): void;
  /** Removes a slot, and offers to take that back. */
  remove?(slot: number): void;
  /** The first touch or key on these rings. */
  firstTouch?(): void;
}
