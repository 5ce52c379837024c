/** Tells what dropped or named files are, and opens them as sources. Nothing but heads is read for it. */

import { bundleFinder } from './bundle/readBundle.ts';
import { dawprojectFinder } from './dawproject/readDawproject.ts';
import type { Finder, FinderTools, Finding, FoundPart, UnknownFile } from './files/finder.ts';
import { joinedSources } from './files/source.ts';
import type { JamSource, SourceFile } from './JamSource.ts';
import { loreFinder } from './lore/readLore.ts';
import { loreFoldersFinder } from './loreFolders/readLoreFolders.ts';
import { stemsFinder } from './stems/readStems.ts';
import { warehouseFinder } from './warehouse/readWarehouse.ts';

export interface Found {
  readonly parts: readonly FoundPart[];
  readonly unknown: readonly UnknownFile[];
  /** All parts one after the other. */
  readonly source: () => JamSource;
}

/** In the order in which they are asked: the most telling first. */
const FINDERS: readonly Finder[] = [
  bundleFinder,
  loreFinder,
  warehouseFinder,
  dawprojectFinder,
  loreFoldersFinder,
  stemsFinder,
];

/** Files that operating systems leave in folders. */
const NOTHING = /(^|\/)(\.[^/]*|__MACOSX\/.*|thumbs\.db|desktop\.ini)$/i;
/** More files than this are not a folder of music. */
const MAX_FILES = 200_000;

/** Why a file is none that we take, by its ending. */
function whyUnknown(path: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (path.toLowerCase().endsWith('solo_encrypted.zip')) {
    return 'this archive is locked with a password: unpack it first and bring the two files in it';
  }
  if (ending === 'zip') return 'this archive holds no project: unpack it and bring what is in it';
  if (['rar', '7z', 'gz', 'tgz', 'bz2', 'xz'].includes(ending)) {
    return 'unpack it first and bring what is in it';
  }
  if (['wav', 'aif', 'aiff', 'flac', 'ogg', 'mp3', 'm4a'].includes(ending)) {
    return 'a sound alone: bring the folder of stems that it is in, or drop it on a rifff to make a loop of it';
  }
  if (['als', 'flp', 'logicx', 'cpr', 'rpp', 'bwproject'].includes(ending)) {
    return 'a project of one program: let that program export it as DAWproject or as stems';
  }
  return 'this is nothing that can be brought in';
}

/**
 * Tells what files are.
 * @param tools `openSql` opens databases; a page has a way of its own
 * @returns parts in the order in which they were found, and every file that is no part of any
 */
export async function recognise(
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  tools: FinderTools = {},
): Promise<Found> {
  let left: SourceFile[] = [];
  const found: Finding = { parts: [], taken: [], unknown: [] };
  const { parts, unknown } = found;
  for await (const file of files) {
    if (NOTHING.test(file.path)) continue;
    if (left.length >= MAX_FILES) {
      unknown.push({ path: file.path, reason: `only ${MAX_FILES} files are looked at at once` });
      break;
    }
    left.push(file);
  }
  for (const find of FINDERS) {
    await find(left, found, tools);
    const gone = new Set([...found.taken, ...left.filter(isUnknown(unknown))]);
    left = left.filter((file) => !gone.has(file));
  }
  unknown.push(...left.map(({ path }) => ({ path, reason: whyUnknown(path) })));
  const source = () => joinedSources(parts.map(({ name, open }) => ({ name, source: open() })));
  return { parts, unknown, source };
}

const isUnknown = (unknown: readonly UnknownFile[]) => {
  const paths = new Set(unknown.map(({ path }) => path));
  return ({ path }: SourceFile) => paths.has(path);
};
