import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from './client.ts';
import { ApiError } from './contract/errors.ts';

const loops = { name: 'libraryLoops', method: 'GET', path: '/library/loops' } as const;

let server: Server;
let seen = '';
let answer: { status: number; body: string } = { status: 200, body: '' };
const realFetch = globalThis.fetch;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen = request.url ?? '';
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  );
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

describe('calling the server', () => {
  it('gives the data of an answer and repeats list values in the query', async () => {
    answer = { status: 200, body: '{"ok":true,"data":{"loops":[],"total":0}}' };
    const data = await call(loops, {
      query: { category: ['bass', 'fx'], limit: 5, search: '', pack: undefined },
    });
    expect(data).toEqual({ loops: [], total: 0 });
    expect(seen).toBe('/api/library/loops?category=bass&category=fx&limit=5');
  });

  it('throws the status, code, message and data of a failed answer', async () => {
    const body = {
      ok: false,
      message: 'limit: must be 1 or more',
      error: { code: 'bad_request', message: '' },
    };
    answer = { status: 400, body: JSON.stringify(body) };
    const error = await call(loops).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: body.message,
      data: body,
    });
  });

  it('throws for an answer that is no JSON, as proxies send', async () => {
    answer = { status: 503, body: '<html>' };
    await expect(call(loops)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    answer = { status: 200, body: '<html>' };
    await expect(call(loops)).rejects.toBeInstanceOf(ApiError);
  });

  it('throws status 0 when nobody answers, and passes on a cancellation', async () => {
    vi.stubGlobal('fetch', () => realFetch('http://127.0.0.1:1/'));
    await expect(call(loops)).rejects.toMatchObject({ status: 0, code: 'unavailable' });
    const gone = AbortSignal.abort();
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) =>
      realFetch('http://127.0.0.1:1/', init),
    );
    await expect(call(loops, {}, gone)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
