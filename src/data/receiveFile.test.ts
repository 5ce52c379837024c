import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_CALLS } from './contract/calls.ts';
import { storeCredential } from './credential.ts';
import { type Received, receiveFile } from './receiveFile.ts';

const realFetch = globalThis.fetch;
let server: Server;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // A page asks by addresses of its own host.
  globalThis.fetch = (address, init) => realFetch(`http://127.0.0.1:${port}${address}`, init);
  storeCredential(null);
});

afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
  server.closeAllConnections();
});

describe('receiving a file', () => {
  const receive = (onProgress: (received: Received) => void = () => {}) =>
    receiveFile(ACCOUNT_CALLS.exportAccount, onProgress);

  it('gives the data of a long answer and says how far it is', async () => {
    const row = JSON.stringify({ text: 'x'.repeat(10_000) });
    answer = (response) => {
      response.write('{"ok":true,"data":{"rows":[');
      for (let at = 0; at < 1500; at++) response.write(`${at === 0 ? '' : ','}\n${row}`);
      response.end(']}}');
    };
    const steps: Received[] = [];
    const file = await receive((received) => steps.push(received));
    expect(JSON.parse(await file.text()).rows).toHaveLength(1500);
    expect(file.type).toBe('application/json');
    expect(steps.at(-1)?.lines).toBe(1500);
    expect(steps.at(-1)?.bytes).toBe(file.size + '{"ok":true,"data":}'.length);
    expect(steps.length).toBeGreaterThan(2);
  });

  it('fails where the connection breaks, and where the text has no end', async () => {
    const message = expect.stringContaining('broke off');
    answer = (response) => {
      response.write('{"ok":true,"data":{"rows":[\n{}');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable', status: 503, message });
    answer = (response) => response.end('{"ok":true,"data":{"rows":[\n{}');
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable', message });
  });

  it('throws what the server refuses', async () => {
    answer = (response) => {
      response.writeHead(429, { 'retry-after': '10', 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ ok: false, message: 'Already', error: { code: 'too_many_requests' } }),
      );
    };
    await expect(receive()).rejects.toMatchObject({
      status: 429,
      message: 'Already',
      retryAfterSec: 10,
    });
  });
});
