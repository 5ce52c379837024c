import type { Finder, FoundPart, UnknownFile } from '../files/finder.ts';
import { zipFiles } from '../files/zipFiles.ts';
import type { SourceFile } from '../JamSource.ts';
import { readDawproject } from './readDawproject.ts';

/** Finds projects: archives with a `project.xml`, whatever they are called. */
export const dawprojectFinder: Finder = async (files) => {
  const parts: FoundPart[] = [];
  const taken: SourceFile[] = [];
  const unknown: UnknownFile[] = [];
  for (const file of files) {
    if (!/\.(dawproject|zip)$/i.test(file.path)) continue;
    const isNamed = /\.dawproject$/i.test(file.path);
    try {
      const isProject = (await zipFiles(file.blob)).has('project.xml');
      if (!isProject && !isNamed) continue;
      if (!isProject) throw new Error('there is no project.xml in it');
      const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
      const open = () => readDawproject(file);
      parts.push({ kind: 'dawproject', what: 'DAWproject', name, jams: 1, open });
      taken.push(file);
    } catch (error) {
      if (isNamed) unknown.push({ path: file.path, reason: (error as Error).message });
    }
  }
  return { parts, taken, unknown };
};
