import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inRealTime } from '../../tests/support/realTime.ts';
import { makeAccount } from '../testing/accounts.ts';
import { startTestServer, type TestServer } from '../testing/testApp.ts';

/** A connection to the server with all that came over it, and what says that it is over. */
async function open(server: TestServer) {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  // One that is cut off may end with an error; `once` would fail with it.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, closed, answer: () => answer };
}

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

async function trickle(socket: Socket, pieces: string[], everyMs: number): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await delay(everyMs);
  }
}

async function listening(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

it('holds on to nothing of a request that was answered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = await listening();
  const { port } = server.app.server.address() as AddressInfo;
  const answered: WeakRef<object>[] = [];
  server.app.server.prependListener('request', (request: object) => {
    answered.push(new WeakRef(request));
  });
  const ask = async (method: string, body?: string) => {
    const url = `http://127.0.0.1:${port}/api/auth/login`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method, headers, ...(body && { body }) });
    await answer.arrayBuffer();
  };
  for (let at = 0; at < 25; at++) {
    await ask('GET');
    await ask('POST', '{"username":"nobody-here","password":"');
  }
  const held = () => answered.filter((one) => one.deref() !== undefined).length;
  // Whatever is done last may still be on its way.
  await expect
    .poll(() => {
      collect();
      return held();
    })
    .toBeLessThan(10);
  expect(answered).toHaveLength(50);
  await server.close();
});

describe('bodies that come slowly', () => {
  inRealTime(
    'are cut off, whether somebody reads them or not, and steady ones arrive',
    async () => {
      const server = await listening({ pace: { windowMs: 250, leastBytes: 64 } });
      const { headers } = await makeAccount(server.database, 'Ines');
      const body = JSON.stringify({ username: 'nobody-here', password: 'x'.repeat(250) });
      const bytes = [...body];
      const login = head('/api/auth/login', body.length);
      const slow = await open(server);
      slow.socket.write(login);
      // Refused before its body is read.
      const refused = await open(server);
      refused.socket.write(head('/api/loops', 1000));
      const upload = await open(server);
      upload.socket.write(
        head('/api/accounts/profile', 1000, `authorization: ${headers.authorization}\r\n`),
      );
      const steady = await open(server);
      steady.socket.write(login);
      const blocks = body.match(/.{1,32}/gs) ?? [];
      await Promise.all([
        trickle(slow.socket, bytes, 60),
        trickle(refused.socket, bytes, 60),
        trickle(upload.socket, bytes, 60),
        trickle(steady.socket, blocks, 60),
      ]);
      const arrived = steady.answer() || once(steady.socket, 'data');
      await Promise.all([slow.closed, refused.closed, upload.closed, arrived]);
      expect(slow.answer()).toMatch(/^HTTP\/1\.1 408 .*The request came too slowly/s);
      expect(slow.socket.bytesWritten).toBeLessThan(login.length + body.length);
      expect(steady.answer()).toMatch(/^HTTP\/1\.1 401 /);
      steady.socket.destroy();
      await server.close();
    },
  );
});

describe('a stop', () => {
  it('waits for no connection that is silent, before a request or in the middle of one', async () => {
    const server = await listening();
    const silent = await open(server);
    const begun = await open(server);
    begun.socket.write('POST /api/auth/login HTTP/1.1\r\nhost: ');
    const half = await open(server);
    half.socket.write(`${head('/api/auth/login', 100)}{"username"`);
    const used = await open(server);
    used.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(used.socket, 'data');
    await server.close();
    await Promise.all([silent.closed, begun.closed, half.closed, used.closed]);
  });

  inRealTime('lets a request end whose body still comes', async () => {
    const server = await listening();
    const body = JSON.stringify({ username: 'nobody-here', password: 'x'.repeat(40) });
    const last = await open(server);
    last.socket.write(head('/api/auth/login', body.length));
    last.socket.write(body.slice(0, 10));
    await delay(50);
    const closing = server.close();
    await trickle(last.socket, body.slice(10).match(/.{1,12}/gs) ?? [], 300);
    await Promise.all([closing, last.closed]);
    expect(last.answer()).toMatch(/^HTTP\/1\.1 401 /);
  });
});
