import { setTimeout as delay } from 'node:timers/promises';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import type { Database } from '../ports/database/database.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { makeAccount } from './accounts.ts';
import { removalEnds } from './afterwards.ts';
import { TEST_PASSWORD } from './calls.ts';
import { type CrashPlace, environmentOf } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import { type Hoard, makeHoard } from './hoard.ts';
import { storeRifff } from './rifffs.ts';
import { startServerProcess } from './serverProcess.ts';

const RIFFFS = 1500;
const LEAVER = 'leaver';

export interface LeavingCrashResult {
  /** Rifffs that were left each time that the server was killed. */
  readonly leftAtKill: number[];
  /** Status of signing in as the account while it was going. */
  readonly signIn: number;
  /** Ids of the rifffs, rows of shares, loops with sound, and files that are left in the end. */
  readonly left: { rifffs: string[]; shares: number; loops: number; files: number };
  /** The rifff that another account built on: a tombstone in the end. */
  readonly builtOn: string;
  /** The count of its jam in the end. */
  readonly counted: number;
  /** Whether the content of its loop is still stored. */
  readonly hasContent: boolean;
}

async function countRifffs({ queries }: Database): Promise<number> {
  const row = await queries
    .selectFrom('rifffs')
    .select((build) => build.fn.countAll<number>().as('total'))
    .where('userId', '=', LEAVER)
    .where('digest', '!=', '')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Makes an account that owns much. Another account built on one of its rifffs, and one of its loops has content. */
async function prepare(place: CrashPlace, database: Database) {
  await database.migrate();
  const { queries } = database;
  const leaver = await makeHoard(database, { userId: LEAVER, rifffs: RIFFFS, uploads: 20 });
  await makeAccount(database, 'heir');
  const builtOn = leaver.rifffIds[RIFFFS - 1]!;
  const answer = await storeRifff(queries, { jamId: 'heir', userId: 'heir' });
  await queries
    .updateTable('rifffs')
    .set({ parentJamId: LEAVER, parentId: builtOn })
    .where('id', '=', answer)
    .execute();
  const blobs = await openBlobs(place);
  const { hash } = await blobs.put(Buffer.from('the sound of a loop'));
  const track = await queries.selectFrom('tracks').select('id').limit(1).executeTakeFirstOrThrow();
  await queries.updateTable('tracks').set({ hash }).where('id', '=', track.id).execute();
  return { leaver, builtOn, hash, blobs };
}

const post = (url: string, path: string, body: object, { headers }: Partial<Hoard> = {}) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function inspect({ queries }: Database): Promise<LeavingCrashResult['left']> {
  const rifffs = await queries
    .selectFrom('rifffs')
    .select('id')
    .where('userId', '=', LEAVER)
    .execute();
  const shares = await queries.selectFrom('shares').select('id').execute();
  const loops = await queries
    .selectFrom('loops')
    .select('id')
    .where('creatorId', '=', LEAVER)
    .where('isRemoved', '=', false)
    .execute();
  const files = await queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select('media.key')
    .where('loops.creatorId', '=', LEAVER)
    .execute();
  return {
    rifffs: rifffs.map(({ id }) => id),
    shares: shares.length,
    loops: loops.length,
    files: files.length,
  };
}

/**
 * Deletes an account over HTTP on a real server and kills the server so many times while what the account owned is
 * going, then lets one end it.
 */
export async function crashDuringLeaving(
  kills: number,
  databaseUrl?: string,
): Promise<LeavingCrashResult> {
  const folder = await temporaryFolder();
  const place = { s3: undefined, dataFolder: folder.path, databaseUrl };
  const database = await openDatabase(place);
  try {
    const { leaver, builtOn, hash, blobs } = await prepare(place, database);
    const start = () => startServerProcess(folder.path, environmentOf(place));
    const leftAtKill: number[] = [];
    let signIn = 0;
    for (let at = 0; at < kills; at++) {
      const before = await countRifffs(database);
      const server = await start();
      if (at === 0) {
        const gone = await post(
          server.url,
          '/accounts/delete',
          { password: TEST_PASSWORD },
          leaver,
        );
        if (!gone.ok) throw new Error(`The account was not deleted: ${await gone.text()}`);
        const body = { username: LEAVER, password: TEST_PASSWORD };
        signIn = (await post(server.url, '/auth/login', body)).status;
      }
      while ((await countRifffs(database)) === before) await delay(5);
      await server.kill();
      leftAtKill.push(await countRifffs(database));
    }
    const last = await start();
    await removalEnds(database.queries);
    await last.kill();
    const jam = await database.queries
      .selectFrom('jams')
      .select('rifffCount')
      .where('id', '=', LEAVER)
      .executeTakeFirstOrThrow();
    const left = await inspect(database);
    const hasContent = await blobs.has(hash);
    await blobs.close();
    return { leftAtKill, signIn, left, builtOn, counted: jam.rifffCount, hasContent };
  } finally {
    await database.close();
    await folder.remove();
  }
}
