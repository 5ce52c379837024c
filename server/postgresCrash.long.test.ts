import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Rifff } from '../src/data/contract/rifff.ts';
import { openDatabase } from './ports/database/openDatabase.ts';
import { makeAccounts, type TestAccount } from './testing/accounts.ts';
import { temporaryFolder } from './testing/folders.ts';
import { startCrashablePostgres } from './testing/postgres.ts';
import { postable } from './testing/rifffs.ts';
import { startServerProcess } from './testing/serverProcess.ts';

const CRASHES = 6;
const LANES = 4;
/** Many, because one account may only commit so often in a minute. */
const ACCOUNTS = 80;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A rifff with one loop of the house in its first slot. */
function rifffOf(loopId: string) {
  const rifff = postable([0]);
  rifff.state.playback[0] = { slot: { current: { currentLoop: loopId } } };
  return rifff;
}

/** Needs its own cluster: killing the one that all tests share would end them. */
describe.skipIf(!existsSync('/usr/lib/postgresql'))('PostgreSQL that is killed', () => {
  it('loses no acknowledged commit, the server says 503 and goes on by itself', {
    timeout: 600_000,
  }, async () => {
    const postgres = await startCrashablePostgres();
    const folder = await temporaryFolder();
    try {
      const databaseUrl = await postgres.createDatabase();
      const at = { databaseUrl, dataFolder: folder.path };
      const accounts = await makeAccounts(at, 'maker', ACCOUNTS);
      const server = await startServerProcess(folder.path, { DATABASE_URL: databaseUrl });
      const answer = await fetch(`${server.url}/api/library/loops?limit=1`);
      const [{ _id: loopId }] = (await answer.json()).data.loops;
      const acknowledged: string[] = [];
      const statuses = new Map<number, number>();
      let isOver = false;
      const commitOn = async (lane: readonly TestAccount[]) => {
        for (let turn = 0; !isOver; turn++) {
          const { userId, headers } = lane[turn % lane.length]!;
          const sent = await fetch(`${server.url}/api/jam/${userId}/rifffs`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ rifff: rifffOf(loopId) }),
          });
          statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1);
          const body = (await sent.json()) as { data: { rifff: Rifff } };
          if (sent.status === 200) acknowledged.push(`${userId} ${body.data.rifff._id}`);
          else await pause(50);
          if (sent.status !== 200 && sent.status !== 503) return;
        }
      };
      const untilMore = async () => {
        const before = acknowledged.length;
        while (acknowledged.length < before + 10) {
          await Promise.race([pause(20), broken]);
        }
      };
      const share = ACCOUNTS / LANES;
      const lanes = Array.from({ length: LANES }, (_, lane) =>
        commitOn(accounts.slice(lane * share, (lane + 1) * share)),
      );
      // Lanes end early when the server does.
      const broken = Promise.all(lanes).then(() => {
        if (!isOver) throw new Error(`The lanes ended: ${JSON.stringify([...statuses])}`);
      });
      broken.catch(() => {});
      for (let crash = 0; crash < CRASHES; crash++) {
        await untilMore();
        await pause((crash * 137) % 400);
        await postgres.crash();
      }
      await untilMore();
      isOver = true;
      await broken;
      await server.kill();

      const { queries, close } = await openDatabase(at);
      const rows = await queries.selectFrom('rifffs').select(['jamId', 'id']).execute();
      const held = await queries.selectFrom('rifffLoops').select(['jamId', 'rifffId']).execute();
      await close();
      const stored = new Set(rows.map(({ jamId, id }) => `${jamId} ${id}`));
      const withLoops = new Set(held.map(({ jamId, rifffId }) => `${jamId} ${rifffId}`));
      console.info(`${acknowledged.length} acknowledged; answers`, [...statuses]);
      expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
      expect([...stored].filter((name) => !withLoops.has(name))).toEqual([]);
      expect([...statuses.keys()].sort()).toEqual([200, 503]);
    } finally {
      await postgres.stop();
      await folder.remove();
    }
  });
});
