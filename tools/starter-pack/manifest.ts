import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StarterManifest, StarterManifestSchema } from '../../src/data/contract/library.ts';

/** Name of the manifest in the pack's folder. */
export const MANIFEST_FILE = 'manifest.json';

/** The manifest of the pack in `dir`. Throws when it is missing or does not follow its schema. */
export function readStarterManifest(dir: string): StarterManifest {
  return StarterManifestSchema.parse(JSON.parse(readFileSync(join(dir, MANIFEST_FILE), 'utf8')));
}
