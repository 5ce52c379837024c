/** Where the data of the bench lies: made once, and kept in `.cache/` for the next run when asked to. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createEvents } from '../../server/kernel/events.ts';
import { recountSome } from '../../server/modules/feed/recount.ts';
import { decideWeeks } from '../../server/modules/feed/winners.ts';
import { seedStarter } from '../../server/modules/starter/service.ts';
import { sha256 } from '../../server/plugins/identity.ts';
import { openBlobs } from '../../server/ports/blobs/openBlobs.ts';
import type { Database } from '../../server/ports/database/database.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { type Amounts, accountOf, benchTables } from './data.ts';
import { loadPostgres, loadSqlite } from './load.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/bench-feed');
const NOTE = 'bench';
const READERS = 8;
const DAY_MS = 24 * 3_600_000;

/** What the callers have to know of the data. */
export interface Loaded {
  /** Time of the newest share. */
  readonly endMs: number;
  /** Headers of accounts that like, follow and are signed in. */
  readonly readers: readonly Record<string, string>[];
  /** Shares with comments, the most of them first. */
  readonly commented: readonly string[];
}

/**
 * Changes with whatever the data is made from, so that old data is not taken for new.
 * @param sources folders, as addresses from the root, whose files make it besides those of this bench
 */
export function signatureOf(amounts: Amounts, sources: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(amounts));
  const folders = ['server/migrations', ...sources].map((name) => join(ROOT, name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const name of ['data.ts', 'load.ts', 'store.ts'])
    files.push(join(import.meta.dirname, name));
  files.push(join(ROOT, 'assets/starter/manifest.json'), join(ROOT, 'src/dsp/rifffPeaks.ts'));
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** The folder of the embedded engine's data. */
export function sqliteFolder(amounts: Amounts): string {
  const folder = join(CACHE, `sqlite-${amounts.shares}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Deletes what `sqliteFolder` holds. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Signs an account in; answers the headers of its calls. */
export async function signIn(
  { queries }: Database,
  userId: string,
): Promise<Record<string, string>> {
  const nowMs = Date.now();
  const [token, password] = [newId(), randomBytes(24).toString('base64url')];
  const session = { userId, created: nowMs, lastUsed: nowMs, device: 'bench', proven: nowMs };
  await queries
    .insertInto('sessions')
    .values({
      ...session,
      id: newId(),
      tokenHash: sha256(token),
      passwordHash: sha256(password),
      expires: nowMs + DAY_MS,
    })
    .execute();
  return { authorization: `Bearer ${token}:${password}` };
}

/** What the data says of itself. */
export async function readNote({
  queries,
}: Database): Promise<{ signature: string; endMs: number }> {
  const note = queries.selectFrom('notes').select('value').where('name', '=', NOTE);
  const row = await note.executeTakeFirst();
  return row ? JSON.parse(row.value) : { signature: '', endMs: 0 };
}

/** An empty database of the newest schema with the starter loops. */
export async function prepare(folder: string, databaseUrl: string | undefined): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataFolder: folder });
  const blobs = await openBlobs({ s3: undefined, dataFolder: folder });
  await database.migrate();
  const log = { info: () => {}, warn: () => {} };
  await seedStarter({ database, blobs, log, folder: join(ROOT, 'assets/starter'), hasPlans: true });
  await blobs.close();
  await database.close();
}

/** Writes the note of whole data. */
export async function writeNote({ queries }: Database, signature: string, endMs: number) {
  const value = JSON.stringify({ signature, endMs });
  await queries.insertInto('notes').values({ name: NOTE, value }).execute();
}

/** How much a database takes. */
export async function sizeBytes(database: Database, folder: string): Promise<number> {
  if (database.kind === 'sqlite') return statSync(join(folder, 'rondo.sqlite')).size;
  const answer = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(database.queries);
  return Number(answer.rows[0]!.size);
}

/** Is the data there, whole and of this signature? */
export async function isLoaded(
  folder: string,
  databaseUrl: string | undefined,
  signature: string,
): Promise<boolean> {
  if (!databaseUrl && !existsSync(join(folder, 'rondo.sqlite'))) return false;
  const database = await openDatabase({ databaseUrl, dataFolder: folder });
  try {
    return (await readNote(database)).signature === signature;
  } catch {
    return false; // no table of notes yet
  } finally {
    await database.close();
  }
}

/** Counts the charts of the year and decides its weeks, as a server does that was brought up to date. */
async function count(database: Database): Promise<void> {
  const started = performance.now();
  await database.queries.insertInto('notes').values({ name: 'recount', value: '' }).execute();
  while (await recountSome(database));
  const counted = performance.now();
  await decideWeeks(database, Date.now(), createEvents());
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const [took, rest] = [seconds(counted - started), seconds(performance.now() - counted)];
  console.log(`    charts of the year counted in ${took} s, its weeks decided in ${rest} s`);
}

/** Makes the data unless it is there from before; prints what that took. */
export async function load(
  folder: string,
  databaseUrl: string | undefined,
  amounts: Amounts,
): Promise<Loaded> {
  const signature = signatureOf(amounts, []);
  const isThere = await isLoaded(folder, databaseUrl, signature);
  const started = performance.now();
  const endMs = Date.now();
  if (!isThere) {
    if (!databaseUrl) {
      removeFolder(folder);
      mkdirSync(folder, { recursive: true });
    }
    await prepare(folder, databaseUrl);
    const tables = benchTables(amounts, endMs);
    if (databaseUrl) await loadPostgres(databaseUrl, tables);
    else loadSqlite(folder, tables);
  }
  const database = await openDatabase({ databaseUrl, dataFolder: folder });
  if (!isThere) {
    await count(database);
    await writeNote(database, signature, endMs);
  }
  const readers: Record<string, string>[] = [];
  for (let at = 0; at < READERS; at++) readers.push(await signIn(database, accountOf(at)));
  const megabytes = ((await sizeBytes(database, folder)) / 1024 ** 2).toFixed(0);
  const note = await readNote(database);
  const commented = await database.queries
    .selectFrom('shares')
    .select('id')
    .orderBy('commentCount', 'desc')
    .orderBy('id')
    .limit(2000)
    .execute();
  await database.close();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`  ${isThere ? 'there from before' : `loaded in ${seconds} s`}, ${megabytes} MB`);
  return { endMs: note.endMs, readers, commented: commented.map(({ id }) => id) };
}
