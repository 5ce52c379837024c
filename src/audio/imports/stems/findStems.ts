import type { Finder } from '../files/finder.ts';
import { readStems, stemJams } from './readStems.ts';

/** What people should know of such a folder before they bring it in. */
const NOTE =
  'Stems that Endlesss wrote begin where recording began, not on the one. They come in as they are.';

/** Finds folders of stems by the names of their files. */
export const stemsFinder: Finder = async (files) => {
  const jams = stemJams(files);
  const parts = jams.map((jam) => ({
    kind: 'stems' as const,
    what: jam.folders.length === 1 ? 'stem folder' : `${jam.folders.length} stem folders`,
    name: jam.name,
    jams: 1,
    note: NOTE,
    open: () => readStems(jam),
  }));
  const taken = jams.flatMap(({ folders }) =>
    folders.flatMap(({ stems }) => stems.map(({ file }) => file)),
  );
  return { parts, taken, unknown: [] };
};
