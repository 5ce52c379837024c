import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import { wantedRange } from '../../plugins/range.ts';
import { fixtureBytes } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

const content = fixtureBytes(23);
const size = content.byteLength;
const etag = `"${createHash('sha256').update(content).digest('hex')}"`;

describe('/media', () => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await startTestServer();
    const list = await server.app.inject('/api/library/loops?limit=1');
    url = list.json().data.loops[0].cdn_attachments.oggAudio.url;
  });
  afterAll(() => server.close());

  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url, headers });

  it('serves the whole file, to anyone, for a day in caches, and as nothing but a file', async () => {
    const answer = await get({
      origin: 'https://elsewhere.example',
      'accept-encoding': 'br, gzip',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/ogg',
      'content-length': String(size),
      'cache-control': 'public, max-age=86400',
      etag,
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=-${size + 5}`, 0, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    [`bytes=5-${size + 100}`, 5, size - 1],
    ['BYTES=1-2', 1, 2],
  ])('answers %s with that part', async (range, start, end) => {
    const answer = await get({ range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(answer.rawPayload.equals(content.subarray(start, end + 1))).toBe(true);
  });

  it.each([`bytes=${size}-`, 'bytes=99999999999999999999-', 'bytes=-0', 'bytes=5-2'])(
    'refuses %s, which lies outside',
    async (range) => {
      const answer = await get({ range });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe(`bytes */${size}`);
      expect(ErrorAnswerSchema.parse(answer.json()).error.code).toBe('range_not_satisfiable');
    },
  );

  it.each(['bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0-1,4-5', 'bytes 0-1'])(
    'ignores %s and serves everything',
    async (range) => {
      const answer = await get({ range });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.byteLength).toBe(size);
    },
  );

  it('serves a part only of the content that If-Range names', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  it('spares those who have it already', async () => {
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': known, range: 'bytes=0-1' });
      expect(answer.statusCode).toBe(304);
      expect(answer.rawPayload.byteLength).toBe(0);
      expect(answer.headers.etag).toBe(etag);
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD like GET without the bytes', async () => {
    const whole = await get({}, 'HEAD');
    expect([whole.statusCode, whole.headers['content-length']]).toEqual([200, String(size)]);
    expect(whole.rawPayload.byteLength).toBe(0);
    const part = await get({ range: 'bytes=2-5' }, 'HEAD');
    expect([part.statusCode, part.headers['content-length']]).toEqual([206, '4']);
  });

  it('lets other origins ask for ranges', async () => {
    const answer = await server.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toContain('range');
  });

  it.each([
    '/media/',
    '/media/nothing',
    '/media/..%2F..%2Fetc%2Fpasswd',
    '/media/%F0%9F%8E%9B',
    '/media/a/b',
  ])('answers %.40s, which is not there, with 404 in JSON that nobody keeps', async (address) => {
    const answer = await server.app.inject(address);
    expect(answer.statusCode).toBe(404);
    expect(ErrorAnswerSchema.parse(answer.json()).error.code).toBe('not_found');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers 404 for a row whose blob is lost', async () => {
    const hash = etag.slice(1, -1);
    await server.blobs.delete(hash);
    expect((await get()).statusCode).toBe(404);
    expect((await get({ range: 'bytes=0-1' })).statusCode).toBe(404);
    await server.blobs.put(content);
    expect((await get()).statusCode).toBe(200);
  });

  it('hands a type that a browser might run over as a download', async () => {
    await server.database.queries
      .updateTable('media')
      .set({ mime: 'text/html' })
      .where('hash', '=', etag.slice(1, -1))
      .execute();
    const answer = await get();
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toBe('attachment');
  });
});

describe('a byte range', () => {
  it('never reaches outside the file', () => {
    const numbers = fc.oneof(fc.nat(300), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constant(''));
    fc.assert(
      fc.property(numbers, numbers, fc.nat(200), (first, last, length) => {
        const range = wantedRange({ range: `bytes=${first}-${last}` }, '"x"', length);
        if (typeof range === 'string') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(length);
      }),
    );
  });
});
