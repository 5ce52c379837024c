import type { Finder, FoundPart, UnknownFile } from '../files/finder.ts';
import { isTar } from '../files/tarEntries.ts';
import type { SourceFile } from '../JamSource.ts';
import { bundleHead, NoBundle, readBundle } from './readBundle.ts';

/** Finds bundles of other Rondos among files. */
export const bundleFinder: Finder = async (files) => {
  const parts: FoundPart[] = [];
  const taken: SourceFile[] = [];
  const unknown: UnknownFile[] = [];
  for (const file of files) {
    if (!/\.tar$/i.test(file.path) || !(await isTar(file.blob))) continue;
    try {
      const { jam } = (await bundleHead(file.blob)).head;
      const open = () => readBundle(file.blob);
      parts.push({ kind: 'rondo', what: 'Rondo bundle', name: jam.name, jams: 1, open });
      taken.push(file);
    } catch (error) {
      // A tar of something else is for the others to look at.
      const isOurs = /\.rondo\.tar$/i.test(file.path);
      if (isOurs && error instanceof NoBundle) {
        unknown.push({
          path: file.path,
          reason: `as a Rondo bundle it is damaged: ${error.message}`,
        });
      }
    }
  }
  return { parts, taken, unknown };
};
