import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Loop } from './contract/loop.ts';
import { createDraft } from './rules/draft.ts';
import { withWholeLoops } from './wholeLoops.ts';

const realFetch = globalThis.fetch;
const loop = (id: string, tables: Partial<Loop>): Loop => ({
  _id: id,
  creatorUserName: 'ada',
  created: 1,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 64,
  bps: 2,
  sampleRate: 48_000,
  category: 'drums',
  ...tables,
});
const mix = { ...createDraft('ada'), _id: 'r', jamId: 'ada' };

let server: Server;
const seen: string[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
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

it('fetches the tables that a list left out, and keeps the mix', async () => {
  const brief = { ...mix, root: 5, loops: [loop('a', { peaks: 'AA==' }), loop('b', {})] };
  const tables = { peaks: 'AAAA', bands: 'BBBB' };
  const whole = { ...mix, root: 0, loops: [loop('b', {}), loop('a', tables)] };
  answer = { status: 200, body: { ok: true, data: { rifff: whole } } };
  expect(await withWholeLoops(brief)).toEqual({
    ...brief,
    loops: [loop('a', tables), loop('b', {})],
  });
  expect(seen).toEqual(['/api/jam/ada/rifffs/r']);
});

it('asks nothing where nothing is left out', async () => {
  seen.length = 0;
  const whole = { ...mix, loops: [loop('a', { peaks: 'AA==', bands: 'AA==' }), loop('b', {})] };
  expect(await withWholeLoops(whole)).toBe(whole);
  expect(seen).toEqual([]);
});

it('goes on with what it has when the server does not answer', async () => {
  answer = { status: 503, body: {} };
  const brief = { ...mix, loops: [loop('a', { peaks: 'AA==' })] };
  expect(await withWholeLoops(brief)).toBe(brief);
});
