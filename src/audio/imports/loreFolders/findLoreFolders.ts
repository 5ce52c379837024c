import type { Finder } from '../files/finder.ts';
import type { SourceFile } from '../JamSource.ts';
import { type LoreFolder, loreFolder, readLoreFolders } from './readLoreFolders.ts';

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Finds folders that LORE exported, put together by the jam that they are of. */
export const loreFoldersFinder: Finder = async (files) => {
  const byFolder = new Map<string, SourceFile[]>();
  for (const file of files) {
    const own = byFolder.get(folderOf(file.path)) ?? [];
    own.push(file);
    byFolder.set(folderOf(file.path), own);
  }
  const jams = new Map<string, LoreFolder[]>();
  const taken: SourceFile[] = [];
  for (const file of files) {
    if (!/(^|\/)metadata\.json$/i.test(file.path)) continue;
    const all = byFolder.get(folderOf(file.path))!;
    const sounds = all.filter(({ path }) => /\.(wav|flac)$/i.test(path));
    const folder = await loreFolder(file, sounds);
    if (!folder) continue;
    jams.set(folder.jamId, [...(jams.get(folder.jamId) ?? []), folder]);
    const covers = all.filter(({ path }) => /(^|\/)cover_image\.\w+$/i.test(path));
    taken.push(file, ...sounds, ...covers);
  }
  const parts = [...jams].map(([jamId, folders]) => ({
    kind: 'lore' as const,
    what: folders.length === 1 ? 'riff of LORE' : `${folders.length} riffs of LORE`,
    name: folders[0]!.jamName || jamId,
    jams: 1,
    open: () => readLoreFolders(folders),
  }));
  return { parts, taken, unknown: [] };
};
