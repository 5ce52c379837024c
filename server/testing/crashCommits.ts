import type { Rifff } from '../../src/data/contract/rifff.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { makeAccounts, type TestAccount } from './accounts.ts';
import { type CrashPlace, type CrashResult, environmentOf, midway } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import { postable } from './rifffs.ts';
import { startServerProcess } from './serverProcess.ts';

/** Many, because one account may only commit so often in a minute. */
const ACCOUNTS = 60;
const LANES = 4;

/** What the server said of a commit. */
interface Acknowledged {
  readonly jamId: string;
  readonly id: string;
  readonly created: number;
}

export interface CommitCrashResult extends CrashResult {
  /** Jams whose count differs from their rifffs, and rifffs that lack their loops: half-stored commits. */
  readonly halfStored: string[];
}

/** A rifff of loops that are there. */
export function rifffOf(loopIds: readonly string[]) {
  const rifff = postable(loopIds.map((_, at) => at));
  loopIds.forEach((id, at) => {
    rifff.state.playback[at] = { slot: { current: { currentLoop: id } } };
  });
  return rifff;
}

/** Two loops of the library of a server. */
export async function findLoopIds(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/library/loops?limit=2`);
  const { data } = (await answer.json()) as { data: { loops: { _id: string }[] } };
  return data.loops.map(({ _id }) => _id);
}

/** Commits one rifff after the other until the server is gone, and notes those that were acknowledged. */
async function commitUntilGone(
  url: string,
  accounts: readonly TestAccount[],
  loopIds: readonly string[],
  acknowledged: Acknowledged[],
): Promise<void> {
  try {
    for (let at = 0; ; at++) {
      const { userId, headers } = accounts[at % accounts.length]!;
      const answer = await fetch(`${url}/api/jam/${userId}/rifffs`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ rifff: rifffOf(loopIds) }),
      });
      if (!answer.ok) throw new Error(`The server refused a commit: ${await answer.text()}`);
      const { data } = (await answer.json()) as { data: { rifff: Rifff } };
      const { _id: id, created } = data.rifff;
      acknowledged.push({ jamId: userId, id, created });
    }
  } catch (error) {
    // A connection that breaks is what the kill looks like from here; anything else is a fault.
    const isGone = error instanceof TypeError || (error as Error).name === 'SyntaxError';
    if (!isGone) throw error;
  }
}

async function commitAndKill(
  place: CrashPlace,
  accounts: readonly TestAccount[],
  afterMs: number,
  acknowledged: Acknowledged[],
): Promise<void> {
  const server = await startServerProcess(place.dataFolder, environmentOf(place));
  const loopIds = await findLoopIds(server.url);
  const share = Math.floor(accounts.length / LANES);
  const lanes = Array.from({ length: LANES }, (_, at) =>
    commitUntilGone(
      server.url,
      accounts.slice(at * share, (at + 1) * share),
      loopIds,
      acknowledged,
    ),
  );
  const done = Promise.all(lanes);
  await midway(() => acknowledged.length, afterMs, done);
  await server.kill();
  await done;
}

async function inspect(place: CrashPlace, acknowledged: readonly Acknowledged[]) {
  const { queries, close } = await openDatabase(place);
  const rows = await queries.selectFrom('rifffs').selectAll().execute();
  const held = await queries.selectFrom('rifffLoops').select(['jamId', 'rifffId']).execute();
  const jams = await queries.selectFrom('jams').select(['id', 'rifffCount']).execute();
  await close();
  const named = ({ jamId, id, created }: Acknowledged) => `${jamId} ${id} ${created}`;
  const stored = new Set(rows.map(named));
  const withLoops = new Set(held.map(({ jamId, rifffId }) => `${jamId} ${rifffId}`));
  const bare = rows.map(({ jamId, id }) => `${jamId} ${id}`).filter((key) => !withLoops.has(key));
  const miscounted = jams.filter(
    ({ id, rifffCount }) => rows.filter(({ jamId }) => jamId === id).length !== rifffCount,
  );
  return {
    lost: acknowledged.map(named).filter((name) => !stored.has(name)),
    halfStored: [...bare, ...miscounted.map(({ id }) => id)],
  };
}

/**
 * Commits over HTTP to a real server on the database at `databaseUrl`, else on the embedded one, kills it after
 * each of the times in ms while commits are on their way, and looks for everything that it had acknowledged.
 */
export async function crashDuringCommits(
  delaysMs: readonly number[],
  databaseUrl?: string,
): Promise<CommitCrashResult> {
  const folder = await temporaryFolder();
  const place = { s3: undefined, dataFolder: folder.path, databaseUrl };
  try {
    const accounts = await makeAccounts(place, 'maker', ACCOUNTS);
    const acknowledged: Acknowledged[] = [];
    for (const afterMs of delaysMs) await commitAndKill(place, accounts, afterMs, acknowledged);
    const found = await inspect(place, acknowledged);
    return { acknowledged: acknowledged.length, ...found };
  } finally {
    await folder.remove();
  }
}
