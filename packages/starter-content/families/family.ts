import type { LibraryCategory } from '../../../src/data/contract/categories.ts';
import type { Pack } from '../../../src/data/contract/library.ts';
import type { FamilyHome } from '../../../src/data/contract/making.ts';
import type { Recipe, UnnamedRecipe } from '../../../src/dsp/recipes/music/recipe.ts';

/** Loops that share tempo, key and character: any choice of them fits together. */
export interface Family extends FamilyHome {
  readonly id: string;
  readonly description: string;
  /** Of a collection that has to be bought or unlocked; without, it belongs to everyone. */
  readonly collection?: Omit<NonNullable<Pack['collection']>, 'isOwned'>;
  readonly recipes: readonly Recipe[];
}

/** Recipes of one category by their names, in this order. */
export function recipes(
  category: LibraryCategory,
  named: Readonly<Record<string, UnnamedRecipe>>,
): readonly Recipe[] {
  return Object.entries(named).map(([name, recipe]) => ({ name, category, ...recipe }));
}

/** Name as a file: `Low Ceiling` is `low-ceiling`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
