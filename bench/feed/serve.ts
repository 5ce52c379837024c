/**
 * Run by `main.ts` in a process of its own: the server and its bytes from memory, or with `naive` the naive queries.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/app.ts';
import { createEvents } from '../../server/kernel/events.ts';
import { decideWeeks } from '../../server/modules/feed/winners.ts';
import { openBlobs } from '../../server/ports/blobs/openBlobs.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { readSettings } from '../../server/settings.ts';
import { weekOf } from '../../src/data/rules/chart/weeks.ts';
import { naiveChart, naivePage } from './naive.ts';

const settings = readSettings(process.env);
const database = await openDatabase(settings);

/** Milliseconds that this process had a processor for, all of its threads. */
const CPU_PATH = '/cpu';
function cpuText(): string {
  const { user, system } = process.cpuUsage();
  return String((user + system) / 1000);
}
const TURN_PATH = '/turn';

/** The turn of a week once more: its winner is forgotten and found again. Answers how long that took in ms. */
async function turnWeek(): Promise<number> {
  const last = weekOf(Date.now()) - 7 * 24 * 3_600_000;
  await database.queries.deleteFrom('weekWinners').where('week', '=', last).execute();
  const from = performance.now();
  await decideWeeks(database, Date.now(), createEvents());
  return performance.now() - from;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The server, and the first page as it answers it to a browser, kept as bytes: nothing is faster on Node. */
async function serveRondo() {
  const blobs = await openBlobs(settings);
  const app = await createApp({ settings, database, blobs });
  await app.listen({ port: 0, host: '127.0.0.1' });
  let prepared: { body: Buffer; encoding: string } | undefined;
  const raw = createServer(async (request, response) => {
    if (request.url === CPU_PATH) return void response.end(cpuText());
    if (request.url === TURN_PATH) return void response.end(String(await turnWeek()));
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
  const ports = { rondo: (app.server.address() as AddressInfo).port, raw: await listen(raw) };
  const stop = async () => {
    raw.close();
    await app.close();
  };
  return { ports, stop };
}

/** Pages and charts as one would write them first. Their garbage is theirs alone. */
async function serveNaive() {
  const naive = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === CPU_PATH) return void response.end(cpuText());
    const before = Number(url.searchParams.get('sharedBefore') ?? Date.now());
    const isChart = url.pathname === '/chart';
    const body = isChart
      ? await naiveChart(database.queries, weekOf(before))
      : await naivePage(database.queries, before, 'user-1');
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
    });
    response.end(body);
  });
  const ports = { naive: await listen(naive) };
  return { ports, stop: async () => void naive.close() };
}

const { ports, stop } = await (process.argv[2] === 'naive' ? serveNaive() : serveRondo());
process.stdout.write(`${JSON.stringify(ports)}\n`);
process.once('SIGTERM', async () => {
  await stop();
  await database.close();
  process.exit(0);
});
