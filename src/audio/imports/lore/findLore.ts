import type { Finder, FoundPart, UnknownFile } from '../files/finder.ts';
import { tarFiles } from '../files/tarEntries.ts';
import type { SourceFile } from '../JamSource.ts';
import { loreHead, readLore } from './readLore.ts';

const baseOf = (path: string) => path.replace(/\.[^./]+$/, '').toLowerCase();

/** The folder that everything in a tar lies in: the id of its jam. */
async function folderOf(tar: Blob): Promise<string | null> {
  try {
    const { value } = await tarFiles(tar).next();
    return value ? (value.path.split('/')[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** Finds archives of LORE: a list in YAML, and a tar that has its name or lies about its jam. */
export const loreFinder: Finder = async (files) => {
  const parts: FoundPart[] = [];
  const taken: SourceFile[] = [];
  const unknown: UnknownFile[] = [];
  const tars = files.filter(({ path }) => /\.tar$/i.test(path));
  const folders = new Map<SourceFile, string | null>();
  for (const tar of tars) folders.set(tar, await folderOf(tar.blob));
  for (const file of files) {
    if (!/\.ya?ml$/i.test(file.path)) continue;
    const head = await loreHead(file.blob);
    if (!head) continue;
    const isFree = (tar: SourceFile) => !taken.includes(tar);
    const tar =
      tars.find((one) => isFree(one) && baseOf(one.path) === baseOf(file.path)) ??
      tars.find((one) => isFree(one) && folders.get(one) === head.jamId);
    taken.push(file);
    if (!tar) {
      const reason =
        'the .tar that belongs to it is missing: bring both, for the sound is in there';
      unknown.push({ path: file.path, reason });
      continue;
    }
    taken.push(tar);
    const open = () => readLore(file.blob, tar.blob);
    parts.push({ kind: 'lore', what: 'LORE archive', name: head.jamName, jams: 1, open });
  }
  for (const { path } of tars.filter((tar) => !taken.includes(tar))) {
    if (!/(^|\/)orx\.[^/]*$/i.test(path)) continue;
    unknown.push({ path, reason: 'the .yaml that belongs to it is missing: bring both' });
  }
  return { parts, taken, unknown };
};
