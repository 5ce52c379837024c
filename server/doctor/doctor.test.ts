import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_FILE } from '../../src/data/contract/builtPages.ts';
import { listeningUrl } from '../kernel/server.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { allowCaller, CALLER_HEADER, CALLER_PATH } from '../plugins/callerCheck.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { describeDatabaseUrls, migrateUpTo } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { type ForwarderOptions, startForwarder } from '../testing/forwarder.ts';
import { hasRedis, startRedis } from '../testing/redis.ts';
import { startTestServer, type TestServer } from '../testing/testApp.ts';
import { examine } from './doctor.ts';
import { type Finding, hiderOf } from './finding.ts';
import { checkMemory, checkNode, checkPages, checkRoom } from './machine.ts';
import { checkDatabaseClock, checkMail, checkRedis } from './services.ts';
import { checkFiles, checkFolder, examineDatabase } from './stores.ts';
import { judgeWay } from './way.ts';

const PLACE = { host: '127.0.0.1', port: 0 };
const MAIN = join(import.meta.dirname, '..', 'main.ts');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  closing.push(remove);
  return path;
}

/** What is to be mended; the room and the memory of the machine that tests run on are its own affair. */
async function faultsOf(environment: Record<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for await (const { isFine, says } of examine(environment)) {
    if (!isFine && !/ free where |of memory|pages/.test(says)) faults.push(says);
  }
  return faults;
}

describe('the way to a server', () => {
  /** Servers that believe no proxy, one and two of them. */
  const servers: TestServer[] = [];
  beforeAll(async () => {
    for (const TRUST_PROXY of ['0', '1', '2']) {
      const server = await startTestServer({ environment: { TRUST_PROXY } });
      servers.push(server);
      await server.app.listen(PLACE);
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });
  const urlOf = (server: TestServer) => listeningUrl(server.app, PLACE);
  const environmentOf = (server: TestServer, publicUrl: string) => ({
    RONDO_DATA: server.folder,
    HOST: '127.0.0.1',
    PORT: new URL(urlOf(server)).port,
    PUBLIC_URL: publicUrl,
  });

  /** Faults of the server that believes `trust` proxies, behind these. */
  async function behind(trust: number, ...proxies: ForwarderOptions[]): Promise<string[]> {
    const server = servers[trust]!;
    let url = urlOf(server);
    for (const options of proxies) {
      const forwarder = await startForwarder(url, options);
      closing.push(forwarder.close);
      url = forwarder.url;
    }
    return faultsOf(environmentOf(server, url));
  }

  it.each([
    ['no proxy', 0, []],
    ['one that adds who calls', 1, [{}]],
    ['one that lets no claim through', 1, [{ forwardedFor: 'replace' }]],
    ['two', 2, [{}, {}]],
  ] as const)('is right with %s', async (_, trust, proxies) => {
    expect(await behind(trust, ...proxies)).toEqual([]);
  });

  it.each([
    [
      'one proxy',
      0,
      [{}],
      'TRUST_PROXY is 0, so the server takes a proxy for everyone who calls: set it to 1',
    ],
    [
      'two',
      1,
      [{}, {}],
      'TRUST_PROXY is 1, so the server takes a proxy for everyone who calls: set it to 2',
    ],
    [
      'none',
      1,
      [],
      'TRUST_PROXY is 1, so the server believes any address that a caller claims: set it to 0',
    ],
    [
      'one',
      2,
      [{}],
      'TRUST_PROXY is 2, so the server believes any address that a caller claims: set it to 1',
    ],
  ] as const)('is wrong with %s and TRUST_PROXY=%i', async (_, trust, proxies, sentence) => {
    const faults = await behind(trust, ...proxies);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(sentence);
  });

  it('says that a proxy before TLS tells nothing, and takes one address in two clothes for one', () => {
    const address = '::ffff:10.0.0.1';
    const silent = judgeWay(
      { address, chain: ['192.0.2.66', address], trustProxy: 0 },
      'https://a',
    );
    expect(silent.says).toContain('does not say who calls');
    const right = ['192.0.2.66', '::ffff:203.0.113.9', address];
    const way = { address: '203.0.113.9', chain: right, trustProxy: 1 };
    expect(judgeWay(way, 'https://a')).toMatchObject({ isFine: true });
  });

  it('stops sockets, large uploads, and has a clock of its own', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const faults = await behind(1, { passesSockets: false, mostBytes: 1024 * 1024, date });
    expect(faults.map((says) => says.split(/http:\/\/[^ ,:]+:\d+/).join('URL'))).toEqual([
      expect.stringMatching(/^The clock of URL is 3[56]\d\d seconds ahead of this one: set both/),
      expect.stringMatching(/^No socket comes through URL, so open jams are told nothing/),
      expect.stringMatching(/^The proxy at URL refuses large uploads: let it pass 160 MB/),
    ]);
  });

  it('ends at another server, at a proxy without one, or nowhere', async () => {
    const [one, two] = servers as [TestServer, TestServer];
    const stranger = await faultsOf(environmentOf(one, urlOf(two)));
    expect(stranger).toEqual([
      `What answers at ${urlOf(two)} is no server of this database and version (404): mend PUBLIC_URL, or the address that the proxy passes calls to.`,
    ]);
    const lost = await startForwarder('http://127.0.0.1:1');
    closing.push(lost.close);
    expect(await faultsOf(environmentOf(one, lost.url))).toEqual([
      `The proxy at ${lost.url} does not reach the server (502): mend the address that it passes calls to.`,
    ]);
    expect(await faultsOf(environmentOf(one, 'http://127.0.0.1:1'))).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 does not answer this machine \(/),
    ]);
    const elsewhere = createServer((_, answer) =>
      answer.writeHead(301, { location: 'https://rondo.example/' }).end(),
    ).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    closing.push(async () => elsewhere.close());
    const { port } = elsewhere.address() as AddressInfo;
    expect(await faultsOf(environmentOf(one, `http://127.0.0.1:${port}`))).toEqual([
      `The address http://127.0.0.1:${port} leads on to https://rondo.example/: set PUBLIC_URL to where people end up.`,
    ]);
  });

  it('is told to no one without the key, which is good until it is forgotten', async () => {
    const [{ app, database }] = servers as [TestServer];
    const ask = (key?: string) =>
      app.inject({ url: CALLER_PATH, headers: key === undefined ? {} : { [CALLER_HEADER]: key } });
    const plain = await ask();
    expect(plain.statusCode).toBe(404);
    expect((await ask('x'.repeat(43))).statusCode).toBe(404);
    const { key, forget } = await allowCaller(database.queries);
    expect((await ask(key)).json()).toMatchObject({
      data: { address: '127.0.0.1', trustProxy: 0 },
    });
    expect((await ask(`${key.slice(1)}x`)).json()).toEqual(plain.json());
    await forget();
    expect((await ask(key)).statusCode).toBe(404);
  });
});

describeDatabaseUrls('the doctor', (newUrl) => {
  const newPlace = async () => ({
    databaseUrl: await newUrl(),
    dataFolder: await newFolder(),
    s3: undefined,
  });
  type Place = Awaited<ReturnType<typeof newPlace>>;
  async function inDatabase<T>(
    place: Place,
    work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
  ): Promise<T> {
    const database = await openDatabase(place);
    return work(database).finally(() => database.close());
  }
  const judged = async (place: Place): Promise<Finding> => {
    const { finding, database } = await examineDatabase(place);
    await database?.close();
    return finding;
  };

  it('finds a server that was not started yet in order', async () => {
    const { databaseUrl, dataFolder } = await newPlace();
    const environment = { RONDO_DATA: dataFolder, PORT: '0', PUBLIC_URL: 'http://127.0.0.1:1' };
    expect(await faultsOf({ ...environment, DATABASE_URL: databaseUrl ?? '' })).toEqual([]);
  });

  it('tells a database of this version from an older and a newer one', async () => {
    const place = await newPlace();
    const last = Object.keys(MIGRATIONS).at(-1)!;
    await inDatabase(place, (database) => migrateUpTo(database, last));
    expect((await judged(place)).says).toContain(
      `behind this version by 1 of its steps (the next is ${last})`,
    );
    await inDatabase(place, (database) => database.migrate());
    const right = await judged(place);
    expect(right).toEqual({ isFine: true, says: expect.stringMatching(/^(SQLite|PostgreSQL) \d/) });
    await inDatabase(place, ({ queries }) =>
      queries
        .insertInto('kysely_migration' as never)
        .values({ name: '9999_later', timestamp: 'now' } as never)
        .execute(),
    );
    expect((await judged(place)).says).toContain('newer version of the server (it has 9999_later)');
  });

  it('finds its clock', async () => {
    const place = await newPlace();
    await inDatabase(place, async (database) => {
      const isEmbedded = database.kind === 'sqlite';
      const right = await checkDatabaseClock(database);
      expect(right?.isFine).toBe(isEmbedded ? undefined : true);
      const late = await checkDatabaseClock(database, () => Date.now() - 3_600_000);
      expect(late?.says).toEqual(
        isEmbedded ? undefined : expect.stringMatching(/3[56]\d\d seconds ahead of this one/),
      );
    });
  });

  it('finds files without their database, and a store that takes none', async () => {
    const place = await newPlace();
    expect(await checkFiles(place, undefined)).toMatchObject({ isFine: true });
    const blobs = await openBlobs(place);
    await blobs.put(Buffer.from('x'));
    await blobs.close();
    await expect(checkFiles(place, undefined)).rejects.toThrow(/is missing or empty, but .+ holds/);
    await inDatabase(place, async (database) => {
      await database.migrate();
      expect(await checkFiles(place, database)).toMatchObject({ isFine: true });
    });
    await rm(join(place.dataFolder, 'blobs'), { recursive: true });
    await writeFile(join(place.dataFolder, 'blobs'), '');
    await expect(checkFiles(place, undefined)).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});

describe('the doctor', () => {
  it('finds a data folder that cannot be written', async () => {
    const dataFolder = await newFolder();
    await writeFile(join(dataFolder, 'file'), '');
    expect(await checkFolder({ dataFolder })).toMatchObject({ isFine: true });
    const wrong = await checkFolder({ dataFolder: join(dataFolder, 'file') });
    expect(wrong.says).toContain('cannot be written (ENOTDIR');
  });

  it('judges Node, memory, room and pages', async () => {
    const folder = await newFolder();
    const pages = async (version?: string) => {
      await mkdir(join(folder, BUILD_FILE, '..'), { recursive: true });
      if (version) await writeFile(join(folder, BUILD_FILE), JSON.stringify({ version }));
      return checkPages(folder).says;
    };
    expect([checkNode('24.6.1'), checkNode('24.7.0'), checkNode('25.0.0')]).toEqual([
      { isFine: false, says: 'Node 24.6.1 is too old: install 24.7 or newer.' },
      { isFine: true, says: 'Node 24.7.0 is new enough.' },
      { isFine: true, says: 'Node 25.0.0 is new enough.' },
    ]);
    expect(checkMemory(256 * 1024 ** 2).says).toMatch(
      /^There are 256 MB of memory: give it 384 MB/,
    );
    expect(await checkRoom(folder, 0)).toMatchObject({ isFine: true });
    expect((await checkRoom(join(folder, 'none', 'yet'), Number.MAX_VALUE)).says).toMatch(
      /^There are only .+ free where the data folder .+ is: make room/,
    );
    expect(await pages()).toContain('not built yet');
    await writeFile(join(folder, 'index.html'), '');
    expect(await pages()).toContain('of an older version and the server is');
    expect(await pages('0.0.0')).toContain('of version 0.0.0 and the server is');
  });

  it('tries the relay of mail, and sends only what it is asked to', async () => {
    const received: string[] = [];
    const relay = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: ({ password }, _session, done) =>
        password === 'p@ss word' ? done(null, { user: 'rondo' }) : done(new Error('wrong')),
      onMailFrom: ({ address }, _session, done) =>
        done(address.startsWith('stranger') ? new Error('not from you') : undefined),
      onRcptTo: ({ address }, _session, done) => {
        received.push(address);
        done();
      },
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>((resolve) => relay.close(resolve)));
    const { port } = relay.server.address() as AddressInfo;
    const at = (password: string, mailFrom = 'Rondo <no-reply@rondo.example>') => ({
      smtpUrl: `smtp://rondo:${password}@127.0.0.1:${port}`,
      mailFrom,
      serverName: 'Loops of the Valley',
    });
    expect(await checkMail(at('p%40ss%20word'))).toMatchObject({ isFine: true });
    expect(received).toEqual([]);
    expect(await checkMail(at('p%40ss%20word'), 'mia@mail.example')).toMatchObject({
      isFine: true,
    });
    expect(received).toEqual(['mia@mail.example']);
    expect((await checkMail(at('guessed'))).says).toMatch(/cannot be used \(EAUTH/);
    const stranger = at('p%40ss%20word', 'stranger@rondo.example');
    expect((await checkMail(stranger, 'mia@mail.example')).says).toMatch(/did not take a mail/);
    const none = { smtpUrl: undefined, mailFrom: '', serverName: '' };
    expect(await checkMail(none)).toMatchObject({ isFine: true });
    expect((await checkMail(none, 'mia@mail.example')).says).toContain('set SMTP_URL');
  });

  it.skipIf(!hasRedis())('tries Redis, and its clock', async () => {
    const redis = await startRedis();
    closing.push(() => redis.stop());
    const right = await checkRedis({ redisUrl: redis.url });
    expect(right.map(({ isFine }) => isFine)).toEqual([true, true]);
    const [, clock] = await checkRedis({ redisUrl: redis.url }, () => Date.now() + 60_000);
    expect(clock?.says).toMatch(/^The clock of Redis is (59|60|61) seconds behind this one/);
  });

  it('is a command that shows no secret and ends with 1 where something is to be mended', async () => {
    const secretFile = join(await newFolder(), 'smtp');
    await writeFile(secretFile, 'smtp://rondo:hidden%40mail@127.0.0.1:1\n');
    const child = spawn(process.execPath, [MAIN, '--doctor'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        RONDO_DATA: await newFolder(),
        PORT: '0',
        DATABASE_URL: 'postgres://rondo:hidden%40rows@127.0.0.1:1/rondo',
        REDIS_URL: 'redis://:hidden-redis@127.0.0.1:1',
        SMTP_URL_FILE: secretFile,
        METRICS_TOKEN: 'hidden-metrics-token',
      },
    });
    const [out, error, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect([code, error]).toEqual([1, '']);
    expect(out).not.toContain('hidden');
    const lines = out.trim().split('\n');
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^(ok {2}|mend) {2}[A-Z].*\.$/);
    expect(lines.filter((line) => /^mend {2}.*(DATABASE|REDIS|SMTP)_URL/.test(line))).toHaveLength(
      3,
    );
    expect(lines.at(-1)).toMatch(/^\d things to mend\.$/);
  });

  it('says what is wrong with settings, and nothing else that needs them', async () => {
    const faults = await faultsOf({
      PORT: 'x',
      SMTP_URL_FILE: '/nowhere/hidden',
      SMTP_URL: 'hidden',
    });
    expect(faults).toEqual([
      'The settings SMTP_URL and SMTP_URL_FILE are both set: keep one of them.',
    ]);
  });

  it('takes secrets out of whatever an error says', () => {
    const hide = hiderOf([
      'smtp://rondo:p%40ss%20word@mail.example',
      'token-of-sixteen',
      undefined,
    ]);
    expect(hide('535 p@ss word or p%40ss%20word of rondo, token-of-sixteen')).toBe(
      '535 … or … of rondo, …',
    );
    expect(hide('smtp://rondo:p%40ss%20word@mail.example')).toBe('…');
  });
});
