import type { Pack } from '../../../data/contract/library.ts';
import type { Recipe } from './recipe.ts';

/** What is said of a family. */
export interface About {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly bpm: number;
  /** 0–11, C is 0; the scale is an index of the contract's `SCALES`. */
  readonly root: number;
  readonly scale: number;
  readonly swing: number;
}

/** Loops that share tempo, key and character: any choice of them fits together. */
export interface Family extends About {
  /** Of a collection that has to be bought or unlocked; without, it belongs to everyone. */
  readonly collection?: Omit<NonNullable<Pack['collection']>, 'isOwned'>;
  readonly recipes: readonly Recipe[];
}

/** Name as a file: `Low Ceiling` is `low-ceiling`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
