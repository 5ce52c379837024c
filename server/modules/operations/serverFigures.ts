import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { ServerFigures } from '../../../src/data/contract/operations.ts';
import type { Server } from '../../kernel/module.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { anyTable } from '../../ports/database/rows.ts';

/** What is stored as files, by what people call it: the tables that name them, and their column of bytes. */
const FILES = [
  { kind: 'Loops', table: 'media', bytes: 'size' },
  { kind: 'Tracks', table: 'tracks', bytes: 'size' },
  { kind: 'Files of rooms', table: 'jamFiles', bytes: 'size' },
  { kind: 'Pictures of people', table: 'avatars', bytes: 'size' },
  { kind: 'Pictures of clubs', table: 'clubImages', bytes: 'size' },
  { kind: 'Collected rifffs', table: 'tokenFiles', bytes: 'size' },
  { kind: 'Takes of drafts', table: 'syncAttachments', bytes: 'bytes' },
] as const;

/** Counts read every row of these tables: they are kept for a while. */
const KEPT_MS = 30_000;

/** Answers what was read a short while ago; what failed is read again. */
export function keptFor<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (kept && nowMs - kept.atMs < keptMs) return kept.value;
    const value = read();
    kept = { atMs: nowMs, value };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}

async function readFiles(queries: Queries): Promise<ServerFigures['files']> {
  const files: ServerFigures['files'] = [];
  for (const { kind, table, bytes } of FILES) {
    const row = await anyTable(queries)
      .selectFrom(table)
      .select((build) => [
        build.fn.countAll<number>().as('count'),
        build.fn.coalesce(build.fn.sum<number>(bytes), sql.lit(0)).as('bytes'),
      ])
      .executeTakeFirstOrThrow();
    files.push({ kind, count: Number(row.count), bytes: Number(row.bytes) });
  }
  return files;
}

/** Bytes of the database: its pages in SQLite, and what PostgreSQL says of its own. */
async function databaseBytes({ kind, queries }: Pick<Database, 'kind' | 'queries'>) {
  const size =
    kind === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(queries);
  return Number(rows[0]?.bytes ?? 0);
}

/** Room on the disk of a folder, bytes; null where the system does not tell, or the folder is not there. */
export async function diskRoom(folder: string): Promise<ServerFigures['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** Name of the newest migration that the database has been through. */
export async function newestMigration(queries: Queries): Promise<string> {
  const row = await anyTable(queries)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirst();
  return String(row?.name ?? '');
}

/** What this node runs on, and what it keeps. */
export function serverFigures({ settings, database, fanOut }: Server) {
  const { queries } = database;
  const files = keptFor(KEPT_MS, () => readFiles(queries));
  const started = Math.round(performance.timeOrigin);
  return async (): Promise<ServerFigures> => {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      version: VERSION,
      migration: await newestMigration(queries),
      started,
      node: `${hostname()} ${fanOut.node.slice(0, 8)}`,
      nodeVersion: process.version,
      database: database.kind,
      databaseBytes: await databaseBytes(database),
      disk: await diskRoom(settings.dataFolder),
      memory: { residentBytes: rss, heapBytes: heapUsed },
      files: await files(),
    };
  };
}
