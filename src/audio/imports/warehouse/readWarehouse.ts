/**
 * Reads LORE's own database, `warehouse.db3`, with the folder of stems that it keeps. Rows are asked for as they are
 * needed. Source: the tables of OUROVEON's toolkit.warehouse.cpp.
 */
import { bytesOf } from '../files/blobBytes.ts';
import type { Finder } from '../files/finder.ts';
import { fileOf } from '../files/names.ts';
import { jamSource, type Reached } from '../files/source.ts';
import type { OpenSql, Sql, SqlRow } from '../files/sql.ts';
import type { JamSource, SourceFile, SourceItem } from '../JamSource.ts';
import {
  jamOf,
  type LoreRiff,
  type LoreSlot,
  type LoreStem,
  type Made,
} from '../lore/documents.ts';
import { type LoreJam, walkJam } from '../lore/walkJam.ts';

const text = (value: SqlRow[string] | undefined) => (typeof value === 'string' ? value : '');
const number = (value: SqlRow[string] | undefined) =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;

/** Bits of the column Instrument. */
const IS_DRUM = 1 << 1;
const IS_NOTE = 1 << 2;
const IS_BASS = 1 << 3;
const IS_MIC = 1 << 4;

/** What the ledger says of a stem that LORE could not fetch. */
const LEDGER: Readonly<Record<number, string>> = {
  1: 'LORE found no sound for it',
  2: 'what named its sound was damaged',
  3: 'it was removed there',
};
const NOT_FETCHED = 'LORE knew of it and had not fetched it';

/** Eight numbers as JSON; one where there is none. */
function gainsOf(json: string): number[] {
  try {
    const gains: unknown = JSON.parse(json);
    return Array.isArray(gains) ? gains.map(Number) : [];
  } catch {
    return [];
  }
}

/** Columns of a riff are the same in every version; a tag may have none. */
function riffOf(row: SqlRow): Made<LoreRiff> & { what: string } {
  const id = text(row.RiffCID);
  const what = `riff ${id}`;
  // Its id was listed, and nothing came after it.
  if (row.CreationTime === null || row.AppVersion === null) return { reason: NOT_FETCHED, what };
  const gains = gainsOf(text(row.GainsJSON));
  const slots = Array.from({ length: 8 }, (_, at): LoreSlot => {
    const stemId = text(row[`StemCID_${at + 1}`]);
    return { stemId, gain: gains[at] ?? 1, isOn: stemId !== '' };
  });
  const note = text(row.Note);
  const favour = number(row.Favour) || 0;
  const made: LoreRiff = {
    id,
    user: text(row.UserName),
    createdSec: number(row.CreationTime),
    root: number(row.Root),
    scale: number(row.Scale),
    bps: number(row.BPS),
    barLength: number(row.BarLength),
    appVersion: number(row.AppVersion),
    slots,
    ...((note || favour > 0) && { tag: { favour, note } }),
  };
  return { made, what };
}

function stemOf(row: SqlRow): Made<LoreStem> {
  const ledger = LEDGER[number(row.LedgerType)];
  if (ledger) return { reason: ledger };
  if (row.CreationTime === null) return { reason: NOT_FETCHED };
  const mask = number(row.Instrument) || 0;
  return {
    made: {
      id: text(row.StemCID),
      user: text(row.CreatorUserName),
      preset: text(row.PresetName),
      createdSec: number(row.CreationTime),
      bps: number(row.BPS),
      length16ths: number(row.Length16s),
      barLength: number(row.BarLength),
      sampleRate: number(row.SampleRate),
      pitch: number(row.OriginalPitch),
      colour: text(row.PrimaryColour),
      isDrum: (mask & IS_DRUM) !== 0,
      isNote: (mask & IS_NOTE) !== 0,
      isBass: (mask & IS_BASS) !== 0,
      isMic: (mask & IS_MIC) !== 0,
    },
  };
}

/** Is there such a table? Older versions have fewer. */
function hasTable(sql: Sql, name: string): boolean {
  for (const _row of sql.rows(
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?",
    name,
  ))
    return true;
  return false;
}

/** The two questions, with what this version of the file has beside them. */
function queriesOf(sql: Sql) {
  const hasTags = hasTable(sql, 'Tags');
  const hasLedger = hasTable(sql, 'StemLedger');
  return {
    riffs: hasTags
      ? `SELECT Riffs.*, Tags.Favour, Tags.Note FROM Riffs LEFT JOIN Tags ON Tags.RiffCID = Riffs.RiffCID
         WHERE Riffs.OwnerJamCID = ? ORDER BY Riffs.CreationTime, Riffs.RiffCID`
      : 'SELECT * FROM Riffs WHERE OwnerJamCID = ? ORDER BY CreationTime, RiffCID',
    stem: hasLedger
      ? `SELECT Stems.*, StemLedger.Type AS LedgerType FROM Stems
         LEFT JOIN StemLedger ON StemLedger.StemCID = Stems.StemCID WHERE Stems.StemCID = ?`
      : 'SELECT * FROM Stems WHERE StemCID = ?',
    ledger: hasLedger ? 'SELECT Type AS LedgerType FROM StemLedger WHERE StemCID = ?' : null,
  };
}

const first = (rows: Iterable<SqlRow>): SqlRow | null => {
  for (const row of rows) return row;
  return null;
};

interface JamRow {
  readonly id: string;
  readonly name: string;
}

/** Jams that have riffs, by the time of their first; ids that begin with a word of LORE's own are no jams. */
function jamsOf(sql: Sql): JamRow[] {
  const name = hasTable(sql, 'Jams')
    ? '(SELECT PublicName FROM Jams WHERE JamCID = OwnerJamCID)'
    : "''";
  const query = `SELECT OwnerJamCID AS id, ${name} AS name FROM Riffs
    WHERE OwnerJamCID NOT IN ('virtual_jam', 'shared_riff')
    GROUP BY OwnerJamCID ORDER BY MIN(CreationTime), OwnerJamCID`;
  return Array.from(sql.rows(query), (row) => ({ id: text(row.id), name: text(row.name) }));
}

/** Where each stem lies, by its id. */
type Shelf = ReadonlyMap<string, SourceFile>;

async function jamOver(sql: Sql, row: JamRow, shelf: Shelf): Promise<LoreJam> {
  const queries = queriesOf(sql);
  const oldest = first(
    sql.rows(
      `SELECT CreationTime, BarLength FROM Riffs WHERE OwnerJamCID = ? AND CreationTime IS NOT NULL
       ORDER BY CreationTime LIMIT 1`,
      row.id,
    ),
  );
  const about = oldest && {
    createdSec: number(oldest.CreationTime),
    barLength: number(oldest.BarLength),
  };
  return {
    jam: await jamOf(row.id, row.name, about ?? undefined),
    origin: 'LORE',
    async *riffs() {
      for (const riff of sql.rows(queries.riffs, row.id)) yield riffOf(riff);
    },
    async stem(id) {
      const stem = first(sql.rows(queries.stem, id));
      if (stem) return stemOf(stem);
      const ledger = queries.ledger && first(sql.rows(queries.ledger, id));
      const reason = ledger ? LEDGER[number(ledger.LedgerType)] : undefined;
      return { reason: reason ?? 'the database says nothing of it' };
    },
    async sound(id) {
      const file = shelf.get(id);
      if (!file) throw new Error('its sound is not among the files that were brought');
      return { file: file.blob };
    },
  };
}

async function* walk(
  open: () => Promise<Sql>,
  shelf: Shelf,
  { total, reached }: { total: number; reached: Reached },
): AsyncGenerator<SourceItem, void> {
  const sql = await open();
  try {
    const count = number(first(sql.rows('SELECT COUNT(*) AS count FROM Riffs'))?.count) || 1;
    let done = 0;
    for (const row of jamsOf(sql)) {
      yield* walkJam(await jamOver(sql, row, shelf), () => {
        done += 1;
        reached((total * done) / count);
      });
    }
  } finally {
    sql.close();
  }
}

/**
 * A database of LORE's as a source, a jam after the other.
 * @param stems files that are called as stems are: `stem_v2/<jam>/<letter>/<stem>`, with or without an ending
 */
export function readWarehouse(
  database: SourceFile,
  stems: readonly SourceFile[],
  openSql: OpenSql,
): JamSource {
  const shelf = new Map(stems.map((file) => [stemIdOf(file.path), file]));
  const total = stems.reduce((sum, { blob }) => sum + blob.size, database.blob.size);
  return jamSource(total, (reached) => walk(() => openSql(database), shelf, { total, reached }));
}

/** The id by which a stem's file is called. */
export const stemIdOf = (path: string) => fileOf(path).replace(/\.(ogg|flac)$/i, '');

/** How many jams a database has. @throws Error where it is none of LORE's */
export async function warehouseJams(database: SourceFile, openSql: OpenSql): Promise<number> {
  const sql = await openSql(database);
  try {
    if (!hasTable(sql, 'Riffs') || !hasTable(sql, 'Stems')) {
      throw new Error('it is a database of something else: LORE’s has riffs and stems');
    }
    return jamsOf(sql).length;
  } finally {
    sql.close();
  }
}

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
export const warehouseFinder: Finder = async (
  files,
  { parts, taken, unknown },
  { openSql = inPage },
) => {
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
};
