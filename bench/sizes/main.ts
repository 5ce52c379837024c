/**
 * `npm run bench:sizes`: what one of everything costs a server: bytes in database and files, processor for a call, memory for a
 * socket. On an embedded database, with `--postgres` on PostgreSQL, whose own processor does not count. Processor time does not
 * depend on what else the machine does; docs/sizes.md reckons with it. Linux alone: `/proc` tells it.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { makeAccounts, type TestAccount } from '../../server/testing/accounts.ts';
import { rifffOf } from '../../server/testing/crashCommits.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { startPostgres } from '../../server/testing/postgres.ts';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { makeRoom } from '../../server/testing/sockets.ts';
import { flacOf, formOf, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { line } from '../figure.ts';
import { openWire } from '../rooms/wire.ts';

const PEOPLE = 60;
const COMMITS = 600;
const MESSAGES = 300;
const READS = 1000;
const UPLOADS = 20;
/** As a browser of a crowd is served: several at once. */
const AT_ONCE = 8;
const SOCKETS = 1000;
const ROOMS = 50;
const LOOP_SEC = 8;
const REST_MS = 12_000;
/** Ticks of `/proc` in a second: `getconf CLK_TCK`, 100 on every Linux that Node runs on. */
const TICKS = 100;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Processor time of a process and of its children that ended, ms (`/proc/PID/stat`, fields 14 to 17). */
function workedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS) * 1000;
}

/** Bytes of it in memory. */
const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

interface Sent {
  readonly path: string;
  readonly who?: TestAccount;
  readonly body?: Buffer | string;
  readonly type?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** One call. @returns bytes of the answer as they came, compressed */
function send(url: string, { path, who, body, type = 'application/json' }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...who?.headers,
      'accept-encoding': 'gzip',
      ...(body && { 'content-type': type }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(new URL(path, url), { agent, method, headers }, (answer) => {
      let [bytes, said] = [0, ''];
      answer.on('data', (piece: Buffer) => {
        bytes += piece.byteLength;
        if (answer.statusCode !== 200) said += piece.toString();
      });
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${path}: ${answer.statusCode} ${said}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Makes calls, eight at once. @returns processor of the server for each, ms, and bytes of an answer */
async function drive(
  server: { url: string; pid: number },
  count: number,
  make: (at: number) => Sent,
) {
  let [next, bytes] = [0, 0];
  const before = workedMs(server.pid);
  const lane = async () => {
    for (let at = next++; at < count; at = next++) bytes += await send(server.url, make(at));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { ms: (workedMs(server.pid) - before) / count, bytes: bytes / count };
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (value: number) => `${value.toFixed(2)} ms`;
const aSecond = (value: number) => `${(1000 / value).toFixed(0)} a second by one core`;

const folder = await temporaryFolder();
const postgres = process.argv.includes('--postgres') ? await startPostgres() : undefined;
try {
  const databaseUrl = await postgres?.createDatabase();
  const place = { databaseUrl, dataFolder: folder.path };
  const people = await makeAccounts(place, 'size', PEOPLE);
  const within = await openDatabase(place);
  const rooms: string[] = [];
  for (let at = 0; at < ROOMS; at++)
    rooms.push(await makeRoom(within, people[at % PEOPLE]!.userId));
  const databaseBytes = async () => {
    const text = databaseUrl
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
    return Number((await text.execute(within.queries)).rows[0]!.bytes);
  };
  const server = await startServerProcess(folder.path, {
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    RONDO_DEMO: 'on',
    RONDO_RANDOM_STOCK: '0',
    RONDO_POSTERS: 'off',
    RATE_LIMIT: '1000000',
    TRUST_PROXY: '1',
  });
  try {
    const library = await fetch(`${server.url}/api/library/loops?limit=8`);
    const { data } = (await library.json()) as {
      data: { loops: { _id: string; cdn_attachments: { oggAudio: { url: string } } }[] };
    };
    const loopIds = data.loops.map(({ _id }) => _id);
    await pause(REST_MS);
    console.info(
      `${databaseUrl ? 'PostgreSQL' : 'SQLite'}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}`,
    );
    line('a server at rest: memory', `${(residentBytes(server.pid) / 1e6).toFixed(0)} MB`);

    const commit = (at: number): Sent => {
      const who = people[at % PEOPLE]!;
      const body = JSON.stringify({ rifff: rifffOf(loopIds) });
      return { path: `/api/jam/${who.userId}/rifffs`, who, body };
    };
    await drive(server, PEOPLE * 2, commit);
    let before = await databaseBytes();
    const commits = await drive(server, COMMITS, commit);
    line('a rifff of eight loops: database', kB(((await databaseBytes()) - before) / COMMITS));
    line('a commit: processor', ms(commits.ms), aSecond(commits.ms));

    const say = (at: number): Sent => {
      const who = people[at % PEOPLE]!;
      const body = JSON.stringify({ id: newId(), message: 'Once more from the top' });
      return { path: `/api/jam/${who.userId}/messages`, who, body };
    };
    before = await databaseBytes();
    const messages = await drive(server, MESSAGES, say);
    line('a message: database', kB(((await databaseBytes()) - before) / MESSAGES));
    line('a message: processor', ms(messages.ms), aSecond(messages.ms));

    const readFeed = (): Sent => ({ path: '/api/rifff-feed/query' });
    await drive(server, 100, readFeed);
    const feed = await drive(server, READS, readFeed);
    line('a page of the feed: bytes sent', kB(feed.bytes));
    line('a page of the feed: processor', ms(feed.ms), aSecond(feed.ms));

    const urls = data.loops.map(({ cdn_attachments: { oggAudio } }) => oggAudio.url);
    const media = await drive(server, READS, (at) => ({ path: urls[at % urls.length]! }));
    line('a file of a loop: bytes sent', kB(media.bytes));
    line('a file of a loop: processor', ms(media.ms), aSecond(media.ms));

    const frames = LOOP_SEC * 48_000;
    const uploads: Sent[] = [];
    for (let at = 0; at < UPLOADS; at++) {
      const sound = tone(frames, 2, 110 + 20 * at).map((channel) =>
        channel.map((value) => value * 0.7 + (Math.random() - 0.5) * 0.05),
      );
      const document = loopDocument({ length16ths: LOOP_SEC * 8 });
      const { payload, contentType } = formOf([
        ['metadata', JSON.stringify(document)],
        ['file', await oggOf(sound), 'loop.ogg'],
        ['master', await flacOf(sound), 'loop.flac'],
      ]);
      const who = people[at % PEOPLE]!;
      uploads.push({ path: `/api/jam/${who.userId}/loops`, who, body: payload, type: contentType });
    }
    const blobs = join(folder.path, 'blobs');
    const filesBefore = bytesBelow(blobs);
    before = await databaseBytes();
    const began = workedMs(server.pid);
    for (const upload of uploads) await send(server.url, upload);
    // A process that reads stays for a moment; its time counts once it is gone.
    await pause(5000);
    const uploadMs = (workedMs(server.pid) - began) / UPLOADS;
    line(
      `a loop of ${LOOP_SEC} s with its master: files`,
      kB((bytesBelow(blobs) - filesBefore) / UPLOADS),
    );
    line('its rows: database', kB(((await databaseBytes()) - before) / UPLOADS));
    line('its upload: processor', ms(uploadMs), aSecond(uploadMs));

    await pause(REST_MS);
    const restBytes = residentBytes(server.pid);
    const wires = [];
    for (let at = 0; at < SOCKETS; at++) {
      const who = people[at % PEOPLE]!;
      const credential = who.headers.authorization.replace('Bearer ', '');
      const room = { jamId: rooms[at % ROOMS]!, credential };
      wires.push(
        await openWire({ url: server.url, address: `10.1.${at >> 6}.${at & 63}`, room }, () => {}),
      );
    }
    await pause(REST_MS);
    line(
      `an open room, of ${SOCKETS} in ${ROOMS} rooms: memory`,
      kB((residentBytes(server.pid) - restBytes) / SOCKETS),
    );
    const idle = workedMs(server.pid);
    await pause(30_000);
    line('and processor in a minute', ms(((workedMs(server.pid) - idle) * 2) / SOCKETS));
    for (const wire of wires) wire.close();
  } finally {
    await server.kill();
    await within.close();
  }
} finally {
  agent.destroy();
  await postgres?.stop();
  await folder.remove();
}
