import type { Queries } from '../ports/database/database.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { makeAccounts, type TestAccount } from './accounts.ts';
import { findBrokenPlaylists } from './brokenPlaylists.ts';
import { type CrashPlace, environmentOf, midway } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import { startServerProcess } from './serverProcess.ts';

const PLAYLIST = 'ordered';
const ITEMS = 200;

export interface OrderCrashResult {
  /** Orders that the killed servers said were done. */
  readonly acknowledged: number;
  /** Kills after which the playlist was neither as acknowledged last nor as asked for then, or had gaps. */
  readonly broken: string[];
}

/** What was asked for last, and what was answered last. */
interface Asked {
  count: number;
  acknowledged: readonly string[];
  last: readonly string[];
}

async function storePlaylist(place: CrashPlace, ownerId: string): Promise<string[]> {
  const { queries, close } = await openDatabase(place);
  const ids = Array.from({ length: ITEMS }, (_, at) => `item${at}`);
  const about = { id: PLAYLIST, clubId: null, ownerId, name: 'Ordered', description: '' };
  await queries
    .insertInto('playlists')
    .values({ ...about, access: 'private', adders: 'members', created: 1, changed: 1 })
    .execute();
  const common = { playlistId: PLAYLIST, kind: 'audio', jamId: ownerId, itemId: 'gone' } as const;
  const more = { addedBy: ownerId, created: 1, fadeOut: 0, loopCount: 1 };
  await queries
    .insertInto('playlistItems')
    .values(ids.map((id, position) => ({ ...common, ...more, id, position })))
    .execute();
  await close();
  return ids;
}

/** Turns the playlist round, each time by another step, until the server is gone. */
async function orderUntilGone(url: string, { headers }: TestAccount, asked: Asked): Promise<void> {
  try {
    for (;;) {
      const [first, ...rest] = asked.acknowledged;
      asked.last = [...rest.reverse(), first!];
      const answer = await fetch(`${url}/api/playlists/${PLAYLIST}/order`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ order: asked.last }),
      });
      if (!answer.ok) throw new Error(`The server refused an order: ${await answer.text()}`);
      await answer.json();
      asked.acknowledged = asked.last;
      asked.count += 1;
    }
  } catch (error) {
    // A connection that breaks is what the kill looks like from here; anything else is a fault.
    const isGone = error instanceof TypeError || (error as Error).name === 'SyntaxError';
    if (!isGone) throw error;
  }
}

async function storedOrder(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('playlistItems')
    .select('id')
    .where('playlistId', '=', PLAYLIST)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Orders a playlist over HTTP on a real server on the database at `databaseUrl`, else on the embedded one, and kills it
 * after each of the times in ms while an order is on its way.
 */
export async function crashDuringOrders(
  delaysMs: readonly number[],
  databaseUrl?: string,
): Promise<OrderCrashResult> {
  const folder = await temporaryFolder();
  const place = { s3: undefined, dataFolder: folder.path, databaseUrl };
  try {
    const [account] = await makeAccounts(place, 'sorter', 1);
    const ids = await storePlaylist(place, account!.userId);
    const asked: Asked = { count: 0, acknowledged: ids, last: ids };
    const broken: string[] = [];
    for (const afterMs of delaysMs) {
      const server = await startServerProcess(place.dataFolder, environmentOf(place));
      const done = orderUntilGone(server.url, account!, asked);
      await midway(() => asked.count, afterMs, done);
      await server.kill();
      await done;
      const { queries, close } = await openDatabase(place);
      const stored = await storedOrder(queries);
      const isWhole = [asked.acknowledged, asked.last].some((one) => one.join() === stored.join());
      broken.push(...(isWhole ? [] : [stored.join()]), ...(await findBrokenPlaylists(queries)));
      // Each round may order as often as an hour may.
      await queries.deleteFrom('limits').execute();
      await close();
      asked.acknowledged = stored;
    }
    return { acknowledged: asked.count, broken };
  } finally {
    await folder.remove();
  }
}
