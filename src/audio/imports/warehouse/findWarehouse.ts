import { bytesOf } from '../files/blobBytes.ts';
import type { Finder, FoundPart, UnknownFile } from '../files/finder.ts';
import type { OpenSql } from '../files/sql.ts';
import type { SourceFile } from '../JamSource.ts';
import { readWarehouse, stemIdOf, warehouseJams } from './readWarehouse.ts';

const MARK = 'SQLite format 3\0';

async function isSqlite({ blob }: SourceFile): Promise<boolean> {
  const head = await bytesOf(blob.slice(0, MARK.length));
  return new TextDecoder().decode(head) === MARK;
}

/** A file of the cache: in a folder of stems, called by 32 hex digits. */
const isStem = ({ path }: SourceFile) =>
  /(^|\/)(stem|stem_v2|_orphans)\//.test(path) || /^[0-9a-f]{32}$/i.test(stemIdOf(path));

/** A page opens databases by itself; what runs elsewhere says how. */
const inPage: OpenSql | undefined =
  typeof document === 'undefined'
    ? undefined
    : async (file) => (await import('./sqlInPage.ts')).openSqlInPage(file);

/** Finds LORE's database, and the stems that lie in folders beside it. */
export const warehouseFinder: Finder = async (files, { openSql = inPage }) => {
  const parts: FoundPart[] = [];
  const taken: SourceFile[] = [];
  const unknown: UnknownFile[] = [];
  for (const file of files) {
    if (!/\.(db3?|sqlite3?)$/i.test(file.path) || !(await isSqlite(file))) continue;
    taken.push(file);
    if (!openSql) {
      unknown.push({ path: file.path, reason: 'databases cannot be read here' });
      continue;
    }
    try {
      const jams = await warehouseJams(file, openSql);
      const stems = files.filter(isStem);
      const open = () => readWarehouse(file, stems, openSql);
      const note =
        stems.length === 0
          ? 'There are no stems beside it, so everything in it is silent: bring LORE’s folder stem_v2 too.'
          : undefined;
      const about = { kind: 'lore' as const, what: 'database of LORE', name: file.path, jams };
      parts.push({ ...about, open, ...(note && { note }) });
      taken.push(...stems);
    } catch (error) {
      unknown.push({ path: file.path, reason: (error as Error).message });
    }
  }
  return { parts, taken, unknown };
};
