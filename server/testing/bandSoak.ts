import { expect, vi } from 'vitest';
import { HOUSE_BAND_ID } from '../../src/data/contract/band.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { createLocalHub } from '../ports/fanOut/local.ts';
import { makeAccount } from './accounts.ts';
import { bandWorld, NOTHING_MADE } from './bandWorld.ts';
import { rowsOf } from './databases.ts';
import { startTestServer } from './testApp.ts';

/** Between two commits of the person. */
const EVERY_MS = 4 * 60_000;
/** Longer than a phrase of the fixture's tempo. */
const PHRASE_MS = 20_000;
const YEAR_MS = 365 * 86_400_000;

/** What a server holds that the band could leave behind. */
const held = () => process.getActiveResourcesInfo().sort();

/**
 * Commits in a room with the house band on a clock that runs ahead, and looks at what is left.
 * @param commits of the person, each with up to four answers
 */
export async function soakBand(commits: number) {
  const before = held();
  vi.useFakeTimers({ toFake: ['Date'] });
  const fanOut = createLocalHub().join();
  const server = await startTestServer({ fanOut, environment: NOTHING_MADE });
  const { database } = server;
  const { queries } = database;
  const ana = await makeAccount(database, 'ana');
  await queries
    .updateTable('sessions')
    .set({ expires: Date.now() + YEAR_MS })
    .execute();
  const world = bandWorld(server, fanOut, ana);
  const { makeRoom, invite, ok, here, comeDue, rifffOf, send } = world;
  const id = await makeRoom();
  await ok(invite(id));
  const turn = async () => (await rowsOf(database, 'bandTurns', 'jamId', id))[0]!;
  const settled = () =>
    expect
      .poll(
        async () => {
          const { claimed, due } = await turn();
          return claimed === 0 && (due === null || due > Date.now());
        },
        { interval: 5, timeout: 20_000 },
      )
      .toBe(true);
  const newestOfBand = () =>
    queries
      .selectFrom('rifffs')
      .select('id')
      .where('jamId', '=', id)
      .where('userId', '=', HOUSE_BAND_ID)
      .orderBy('created', 'desc')
      .executeTakeFirst();
  const commit = async (at: number) => {
    const last = await newestOfBand();
    // Three times it goes on from what the band played, then it begins again.
    if (!last || at % 4 === 0) return world.commit(id, [2 + (at % 5), 3]);
    const { state, root, scale } = await rifffOf(id, last.id);
    const parent = { jamId: id, rifffId: last.id };
    const own = { _id: newId(), created: Date.now(), userName: 'ana', loops: [] };
    const rifff = { ...own, state, root, scale, parent };
    return ok(send('POST', `/jam/${id}/rifffs`, ana, { rifff }));
  };

  const startMs = Date.now();
  for (let at = 0; at < commits; at++) {
    vi.setSystemTime(startMs + at * EVERY_MS);
    await here(id, 'ana');
    await commit(at);
    await settled();
    for (let more = 1; more <= 3 && (await turn()).due !== null; more++) {
      vi.setSystemTime(startMs + at * EVERY_MS + more * PHRASE_MS);
      await comeDue(id);
      await settled();
    }
  }
  const count = async (table: 'bandAnswers' | 'bandTurns' | 'loops' | 'media' | 'limits') => {
    const all = queries.selectFrom(table).select((build) => build.fn.countAll<number>().as('n'));
    return Number((await all.executeTakeFirstOrThrow()).n);
  };
  const ofBand = await queries
    .selectFrom('rifffs')
    .select('id')
    .where('userId', '=', HOUSE_BAND_ID)
    .execute();
  const rows = {
    answers: await count('bandAnswers'),
    turns: await count('bandTurns'),
    loops: await count('loops'),
    media: await count('media'),
    limits: await count('limits'),
    open: (await rowsOf(database, 'bandAnswers', 'jamId', id)).filter(({ isOpen }) => isOpen)
      .length,
  };
  const hours = (Date.now() - startMs) / 3_600_000;
  await server.close();
  vi.useRealTimers();
  return { before, after: held, rows, played: ofBand.length, hours };
}
