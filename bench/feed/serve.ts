/** Run by `main.ts` in a process of its own: the server, and its peers beside it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/app.ts';
import { decideWeeks } from '../../server/modules/feed/winners.ts';
import { NO_WITNESS } from '../../server/modules/feed/witness.ts';
import { openBlobs } from '../../server/ports/blobs/openBlobs.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { readSettings } from '../../server/settings.ts';
import { weekOf } from '../../src/data/rules/chart/weeks.ts';
import { naiveChart, naivePage } from './naive.ts';

const settings = readSettings(process.env);
const database = await openDatabase(settings);
const blobs = await openBlobs(settings);
const app = await createApp({ settings, database, blobs });
await app.listen({ port: 0, host: '127.0.0.1' });

/** Milliseconds that this process had a processor for, all of its threads. */
const CPU_PATH = '/cpu';
const TURN_PATH = '/turn';

/** The turn of a week once more: its winner is forgotten and found again. Answers how long that took in ms. */
async function turnWeek(): Promise<number> {
  const last = weekOf(Date.now()) - 7 * 24 * 3_600_000;
  await database.queries.deleteFrom('weekWinners').where('week', '=', last).execute();
  const from = performance.now();
  await decideWeeks(database, Date.now(), NO_WITNESS);
  return performance.now() - from;
}

/** The first page as the server answers it to a browser, kept as bytes: nothing is faster on Node. */
let prepared: { body: Buffer; encoding: string } | undefined;
const raw = createServer(async (request, response) => {
  if (request.url === CPU_PATH) {
    const { user, system } = process.cpuUsage();
    response.end(String((user + system) / 1000));
    return;
  }
  if (request.url === TURN_PATH) {
    response.end(String(await turnWeek()));
    return;
  }
  if (!prepared) {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await app.inject({ url: '/api/rifff-feed/query', headers });
    const encoding = String(answer.headers['content-encoding'] ?? 'identity');
    prepared = { body: answer.rawPayload, encoding };
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': prepared.encoding,
    'content-length': prepared.body.length,
  });
  response.end(prepared.body);
});
const naive = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const before = Number(url.searchParams.get('sharedBefore') ?? Date.now());
  const isChart = url.pathname === '/chart';
  const body = isChart
    ? await naiveChart(database.queries, weekOf(before))
    : await naivePage(database.queries, before, 'user-1');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
for (const server of [raw, naive]) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
process.stdout.write(
  `${JSON.stringify({ rondo: portOf(app.server), raw: portOf(raw), naive: portOf(naive) })}\n`,
);
process.once('SIGTERM', async () => {
  raw.close();
  naive.close();
  await app.close();
  await database.close();
  process.exit(0);
});
