/**
 * `node bench/alike/found.ts`: what search answers to "Sounds like this" among 10,000 loops that everybody finds, one call
 * after the other through the whole server but its socket, on SQLite and, where there is one, on PostgreSQL. `--rounds N`
 * for another number of calls than 400.
 */

import { indexLoops } from '../../server/modules/searchIndex/indexing.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { getRow, insertRows } from '../../server/ports/database/rows.ts';
import { hasPostgres, startPostgres } from '../../server/testing/postgres.ts';
import { fixtureLoopId } from '../../server/testing/starterFixture.ts';
import { startTestServer, type TestServerOptions } from '../../server/testing/testApp.ts';
import type { Loop } from '../../src/data/contract/loop.ts';
import { encodeBytes } from '../../src/data/contract/loopData.ts';
import { line } from '../figure.ts';

const LOOPS = 10_000;
const BATCH = 250;
const at = process.argv.indexOf('--rounds');
const ROUNDS = at < 0 ? 400 : Number(process.argv[at + 1]);

const bytes = (count: number) =>
  encodeBytes(Uint8Array.from({ length: count }, () => Math.floor(256 * Math.random())));
const idOf = (number: number) => `loop${String(number).padStart(28, '0')}`;

async function measure(name: string, options: TestServerOptions): Promise<void> {
  const server = await startTestServer({ ...options, environment: { RATE_LIMIT: '1000000' } });
  const { queries } = server.database;
  const row = await getRow(queries, 'loops', { id: fixtureLoopId(1) });
  for (let from = 0; from < LOOPS; from += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, n) => idOf(from + n));
    const rows = ids.map((id, n) => {
      const tables = { peaks: bytes(1024), bands: bytes(1024), timbre: bytes(26) };
      const doc = { ...(row.doc as Loop), ...tables, _id: id, name: `Loop ${from + n}` };
      return { ...row, id, created: row.created + from + n, doc: JSON.stringify(doc) };
    });
    await insertRows(queries, 'loops', rows);
    await indexLoops(queries, ids);
  }
  const times: number[] = [];
  for (let round = -20; round < ROUNDS; round += 1) {
    const like = idOf(Math.floor(LOOPS * Math.random()));
    const began = performance.now();
    const answer = await server.app.inject(`/api/search?kind=loops&limit=20&like=${like}`);
    const tookMs = performance.now() - began;
    if (answer.statusCode !== 200) throw new Error(answer.body);
    if (round >= 0) times.push(tookMs);
  }
  times.sort((a, b) => a - b);
  const share = (part: number) => times[Math.floor(part * (times.length - 1))]!.toFixed(1);
  line(`${name}: sounds like one of ${LOOPS} loops`, `${share(0.5)} ms`, `p99 ${share(0.99)} ms`);
  await server.close();
}

await measure('SQLite', {});
if (hasPostgres()) {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openDatabase({ databaseUrl: url, dataFolder: '' });
  await measure('PostgreSQL', { openDatabase: async () => database });
  await database.close();
  await postgres.stop();
}
process.exit();
