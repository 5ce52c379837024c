import type { FastifyBaseLogger } from 'fastify';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import { planDemo } from '../../../src/data/rules/demo/plan.ts';
import { targetLufs } from '../../../src/dsp/levels.ts';
import type { Database } from '../../ports/database/database.ts';
import { forgetEmbeds } from '../feed/repo.ts';
import { DEMO_VERSION, demoAccounts, demoRows } from './documents.ts';
import { removeDemo } from './removal.ts';
import * as repo from './repo.ts';

/** Held by whoever changes the demo content, so that several nodes can start at once. */
const LOCK = 'demo';

export interface DemoContext {
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Does the operator want demo content? */
  readonly isOn: boolean;
  /** Milliseconds since the epoch; left out: now. */
  readonly nowMs?: number;
}

/** Takes the content out unless it was made by this version; settles when everything is dated. */
async function prepare({ database }: DemoContext, nowMs: number): Promise<number> {
  return database.transaction(async (queries) => {
    await database.lock(queries, LOCK);
    const note = await repo.readDemoNote(queries);
    if (note && note.version !== DEMO_VERSION) await removeDemo(queries);
    const startMs = note?.startMs ?? nowMs;
    await repo.writeDemoNote(queries, { version: DEMO_VERSION, startMs });
    await repo.restoreAccounts(queries, demoAccounts(startMs));
    return startMs;
  });
}

async function isComplete({ database: { queries } }: DemoContext): Promise<boolean> {
  const note = await repo.readDemoNote(queries);
  if (note?.version !== DEMO_VERSION) return false;
  return (await repo.findStoredJams(queries)).has('all');
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
  const plan = planDemo({ loops: await repo.findStarterLoops(database.queries), targetLufs });
  if (plan.length === 0) return 'none';
  const jams = demoRows(plan, await prepare(context, nowMs));
  for (const jam of jams) {
    await database.transaction(async (queries) => {
      await database.lock(queries, LOCK);
      if ((await repo.findStoredJams(queries)).has(jam.key)) return;
      await repo.restoreJam(queries, jam);
      await repo.noteJam(queries, jam.key);
    });
  }
  await database.transaction(async (queries) => {
    await repo.noteJam(queries, 'all');
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
 * Makes the demo content, or takes it out, as the operator decided. Each jam is stored whole or not at all: a
 * start that dies in between is made good by the next. Returns what it did.
 */
export async function applyDemo(
  context: DemoContext,
): Promise<'none' | 'kept' | 'stored' | 'removed'> {
  const { database, log, isOn, nowMs = Date.now() } = context;
  if (isOn) return (await isComplete(context)) ? 'kept' : store(context, nowMs);
  const { queries } = database;
  if ((await repo.findDemoIds(queries, true)).length === 0) return 'none';
  await database.transaction(async (transaction) => {
    await database.lock(transaction, LOCK);
    await removeDemo(transaction);
  });
  log.info('demo content taken out');
  return 'removed';
}
