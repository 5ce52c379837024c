import type { LibraryCategory } from '../../../src/data/contract/categories.ts';
import type { Stereo } from '../../../src/dsp/synth/buffer.ts';
import type { Session } from './session.ts';

/** How one loop is made. */
export interface Recipe {
  readonly name: string;
  readonly category: LibraryCategory;
  readonly bars: number;
  /** Place of off-beat sixteenths where it is not the family's. */
  readonly swing?: number;
  /** A loop without a steady pitch: its key is not checked. */
  readonly unpitched?: boolean;
  readonly render: (s: Session) => Stereo;
}

/** Loops that share tempo, key and character: any choice of them fits together. */
export interface Family {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly bpm: number;
  /** 0–11, C is 0; the scale is an index of the contract's `SCALES`. */
  readonly root: number;
  readonly scale: number;
  readonly swing: number;
  readonly recipes: readonly Recipe[];
}

/** Name as a file: `Low Ceiling` is `low-ceiling`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
