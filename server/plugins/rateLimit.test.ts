import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAccount, type TestAccount } from '../testing/accounts.ts';
import { storeClass } from '../testing/classes.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { startTestServer, type TestServer } from '../testing/testApp.ts';
import { WindowStore } from './rateLimit.ts';

describe('the limit of requests', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: TestServer;
  let who: TestAccount;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder.path, 'assets'));
    for (const name of ['index.html', 'embed.html', 'assets/app-1a2b.js']) {
      await writeFile(join(folder.path, name), '<title>Rondo</title>');
    }
    server = await startTestServer({
      frontend: { folder: folder.path },
      environment: { RATE_LIMIT: '12', TRUST_PROXY: '1' },
    });
    who = await makeAccount(server.database, 'Ines');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  /** Status and body of a path that is sent as it is written. */
  const ask = (path: string, address: string, as: TestAccount = who) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { port } = server.app.server.address() as AddressInfo;
      const headers = { 'x-forwarded-for': address, ...as.headers };
      request({ port, host: '127.0.0.1', path, headers, agent: false }, async (answer) =>
        resolve({ status: answer.statusCode ?? 0, body: await text(answer) }),
      )
        .on('error', reject)
        .end();
    });

  const ways = [
    '/api/library/packs',
    '/%61pi/library/packs',
    'http://evil.example/api/library/packs',
    'HTTP://evil.example/%61pi/library/packs?x',
    '/embed/abc',
    '/embed/%20',
    '/rifff/abc',
    '/media/nothing',
    '/',
  ];
  it.each(ways)('counts %s, and refuses every other way when it is used up', async (path) => {
    const address = `198.51.100.${ways.indexOf(path) + 1}`;
    for (let round = 0; round < 12; round += 1) {
      expect((await ask(path, address)).status).not.toBe(429);
    }
    for (const other of ways) expect((await ask(other, address)).status, other).toBe(429);
    for (const free of ['/healthz', '/assets/app-1a2b.js']) {
      expect((await ask(free, address)).status, free).toBe(200);
    }
  });

  it('counts pupils with their class, and not with the address of their school', async () => {
    const address = '198.51.100.60';
    const { pupils } = await storeClass(server.database, who.userId, ['Ada', 'Bo']);
    const [ada, bo] = pupils as [TestAccount, TestAccount];
    const calls = async (as: TestAccount, times: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < times; at++) {
        statuses.push((await ask('/api/auth/session', address, as)).status);
      }
      return statuses;
    };
    expect(await calls(ada, 7)).toEqual(Array(7).fill(200));
    expect(await calls(bo, 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await calls(who, 12)).toEqual(Array(12).fill(200));
    expect(await calls(who, 1)).toEqual([429]);
  });

  it.each(['/api/auth/session', '/%61pi/auth/session', 'http://evil.example/api/auth/session'])(
    'knows who calls by %s',
    async (path) => {
      const { status, body } = await ask(path, '198.51.100.50');
      expect(status, body).toBe(200);
      expect(JSON.parse(body).user_id).toBe('Ines');
    },
  );
});

describe('windows of the limit', () => {
  it('end although the clock of the machine is set back by a day', () => {
    const store = new WindowStore();
    const counts: number[] = [];
    const call = () => store.incr('a', (_error, result) => counts.push(result?.current ?? 0), 1000);
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      call();
      call();
      vi.setSystemTime(Date.now() - 86_400_000);
      vi.advanceTimersByTime(1001);
      call();
    } finally {
      vi.useRealTimers();
    }
    expect(counts).toEqual([1, 2, 1]);
  });
});
