/** From the acknowledgement of a commit to the band's event, through the real server. */
import { fileURLToPath } from 'node:url';
import { seedStarter } from '../../server/modules/starter/service.ts';
import { createLocalHub } from '../../server/ports/fanOut/local.ts';
import { type RoomMessage, topicOf } from '../../server/ports/fanOut/rooms.ts';
import { makeAccount } from '../../server/testing/accounts.ts';
import { callsAs } from '../../server/testing/calls.ts';
import { silentLog } from '../../server/testing/starterFixture.ts';
import { startTestServer } from '../../server/testing/testApp.ts';
import { HOUSE_BAND_ID } from '../../src/data/contract/band.ts';
import { seededChance } from '../../src/data/rules/draft/loopChoice.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { figure, line } from '../figure.ts';
import { beginning } from './material.ts';
import { quantile, spread } from './spread.ts';

const STARTER = fileURLToPath(new URL('../../assets/starter', import.meta.url));
const ANSWERS = 30;
/** A rest has no event: the next commit comes after so long. */
const REST_MS = 8000;

/** Commits one after the other, each of another rifff, none on what the band played. @returns whether answers came within two bars at p95 */
export async function measureLatency(seed: number): Promise<boolean> {
  const fanOut = createLocalHub().join();
  const server = await startTestServer({ fanOut });
  const { database, blobs } = server;
  await seedStarter({ database, blobs, log: silentLog, folder: STARTER, hasPlans: true });
  const ana = await makeAccount(database, 'ana');
  const send = callsAs(server);
  const chance = seededChance(seed);
  const [took, bars]: [number[], number[]] = [[], []];
  let [rests, fresh] = [0, 0];
  const id = 'ana';
  await send('POST', `/jam/${id}/band`, ana, {});
  for (let at = 0; at < ANSWERS + 2; at++) {
    const rifffId = newId();
    let heard = (_atMs: number) => {};
    const event = new Promise<number>((resolve) => {
      heard = resolve;
    });
    const stop = await fanOut.subscribe(topicOf(id), (message) => {
      const told = message as RoomMessage;
      const isBand =
        told.kind === 'events' &&
        told.events.some((one) => one.user === HOUSE_BAND_ID && one.parentId === rifffId);
      if (isBand) heard(performance.now());
    });
    const { state, root, scale } = beginning(at, chance);
    const rifff = {
      _id: rifffId,
      created: Date.now(),
      userName: 'ana',
      loops: [],
      state,
      root,
      scale,
    };
    const answer = await send('POST', `/jam/${id}/rifffs`, ana, { rifff });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const from = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, REST_MS, null);
    });
    const came = await Promise.race([event, over]);
    clearTimeout(timer);
    stop();
    // The first ones compile what the others find.
    if (at < 2) continue;
    if (came === null) {
      rests += 1;
      continue;
    }
    took.push(Math.max(0, came - from));
    bars.push((Math.max(0, came - from) / 1000) * ((4 * state.bps) / state.barLength));
    const row = await database.queries
      .selectFrom('bandAnswers')
      .select('loopId')
      .where('parentId', '=', rifffId)
      .executeTakeFirst();
    if (row?.loopId) fresh += 1;
  }
  await server.close();
  line('commit to answer', `${spread(took, 0, ' ms')}, ${fresh} fresh, ${rests} rests`);
  line('  in bars of its rifff', spread(bars, 2));
  return figure('bandLatency', quantile(bars, 0.95));
}
