import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type StarterLoop,
  type StarterManifest,
  StarterManifestSchema,
} from '../../src/data/contract/library.ts';

/** Name of the manifest in the pack's folder. */
export const MANIFEST_FILE = 'manifest.json';

/** The manifest of the pack in `dir`. Throws when it is missing or does not follow its schema. */
export function readStarterManifest(dir: string): StarterManifest {
  return StarterManifestSchema.parse(JSON.parse(readFileSync(join(dir, MANIFEST_FILE), 'utf8')));
}

/** The loops that are everyone's: not those of a collection that has to be bought or unlocked. */
export function everyonesLoops({
  packs,
  loops,
}: Pick<StarterManifest, 'packs' | 'loops'>): StarterLoop[] {
  const bought = new Set(packs.filter(({ collection }) => collection).map(({ id }) => id));
  return loops.filter(({ family }) => !bought.has(family ?? ''));
}
