import type { FastifyBaseLogger } from 'fastify';
import { planChannels, planPlaylists } from '../../../src/data/rules/demo/club.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import { planDemo } from '../../../src/data/rules/demo/plan.ts';
import { COLLECTIBLE_ROOM } from '../../../src/data/rules/demo/rooms.ts';
import { targetLufs } from '../../../src/dsp/levels.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { forgetEmbeds } from '../feed/repo.ts';
import { restoreRuns } from './arcadeRows.ts';
import { restoreClub, restorePlaylists } from './clubRows.ts';
import { DEMO_VERSION, demoAccounts, demoRows, roomIdOf, Writer } from './documents.ts';
import { removeDemo } from './removal.ts';
import * as repo from './repo.ts';

export interface DemoContext {
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Does the operator want demo content? */
  readonly isOn: boolean;
  /** Are rifffs collected here with play money? On a network nothing of the demo can be. Left out: no. */
  readonly hasPlayMoney?: boolean;
  /** Milliseconds since the epoch; left out: now. */
  readonly nowMs?: number;
}

/** Takes the content out unless it was made by this version; settles when everything is dated. */
async function prepare({ database }: DemoContext, nowMs: number): Promise<number> {
  return database.transaction(async (queries) => {
    await database.lock(queries, repo.LOCK);
    const note = await repo.readDemoNote(queries);
    if (note && note.version !== DEMO_VERSION) await removeDemo(queries);
    const startMs = note?.startMs ?? nowMs;
    await repo.writeDemoNote(queries, { version: DEMO_VERSION, startMs });
    await repo.restoreAccounts(queries, demoAccounts(startMs));
    return startMs;
  });
}

async function store(context: DemoContext, nowMs: number): Promise<'none' | 'stored'> {
  const { database, log } = context;
  const names = DEMO_PEOPLE.map(({ userId }) => userId);
  const taken = await repo.findPeopleNamed(database.queries, names);
  if (taken.length > 0) {
    log.warn(
      { accounts: taken },
      'demo content is left out: people have the names of its accounts',
    );
    return 'none';
  }
  const library = { loops: await repo.findStarterLoops(database.queries), targetLufs };
  const plan = planDemo(library);
  if (plan.length === 0) return 'none';
  const channels = planChannels(library);
  const playlists = planPlaylists(plan, channels);
  const planned = [...plan, ...channels.map((channel) => ({ ...channel, shares: [] }))];
  const writer = new Writer(planned, await prepare(context, nowMs));
  const jams = demoRows(plan, writer);
  /** Stores a part whole, unless it is there. */
  const put = (key: string, work: (queries: Queries) => Promise<void>) =>
    database.transaction(async (queries) => {
      await database.lock(queries, repo.LOCK);
      if ((await repo.findStored(queries)).has(key)) return;
      await work(queries);
      await repo.noteStored(queries, key);
    });
  for (const jam of jams) await put(jam.key, (queries) => repo.restoreJam(queries, jam));
  await put('club', (queries) => restoreClub(queries, { writer, channels }));
  await put('playlists', (queries) => restorePlaylists(queries, { writer, playlists }));
  await put('arcade', (queries) => restoreRuns(queries, writer, nowMs));
  await database.transaction(async (queries) => {
    await repo.noteStored(queries, 'all');
    await repo.recountCharts(queries);
    await forgetEmbeds(queries);
  });
  const count = (rows: (jam: (typeof jams)[number]) => number) =>
    jams.reduce((sum, jam) => sum + rows(jam), 0);
  log.info(
    { rifffs: count(({ rifffs }) => rifffs.length), shares: count(({ shares }) => shares.length) },
    'demo content stored',
  );
  return 'stored';
}

/**
 * Makes the demo content, or takes it out, as the operator decided. Each jam, and each other part, is stored whole or not at all: a
 * start that dies in between is made good by the next. Returns what it did.
 */
export async function applyDemo(
  context: DemoContext,
): Promise<'none' | 'kept' | 'stored' | 'removed'> {
  const { database, log, isOn, hasPlayMoney = false, nowMs = Date.now() } = context;
  if (isOn) {
    const done = (await repo.findComplete(database.queries)) ? 'kept' : await store(context, nowMs);
    // The operator may have changed it since the last start.
    await repo.setCollectible(database.queries, roomIdOf(COLLECTIBLE_ROOM), hasPlayMoney);
    return done;
  }
  const { queries } = database;
  if ((await repo.findDemoIds(queries, true)).length === 0) return 'none';
  await database.transaction(async (transaction) => {
    await database.lock(transaction, repo.LOCK);
    await removeDemo(transaction);
  });
  log.info('demo content taken out');
  return 'removed';
}
