import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PAGES_FOLDER, PAGES_LIST } from '../src/data/contract/builtPages.ts';
import {
  ENDPOINTS,
  type Endpoint,
  ErrorAnswerSchema,
  endpointUrl,
} from '../src/data/contract/endpoints.ts';
import type { Loop } from '../src/data/contract/loop.ts';
import { loopAudioUrl } from '../src/data/contract/loopData.ts';
import { precompress } from './plugins/precompress.ts';
import { temporaryFolder } from './testing/folders.ts';
import { startTestServer, type TestServer } from './testing/testApp.ts';

const SCRIPT = 'export const a = 1;\n'.repeat(200);
const PAGE = `<!doctype html><title>Rondo</title>${' '.repeat(2000)}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: TestServer;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'index.html'), PAGE);
  await writeFile(join(folder.path, 'assets', 'app-1a2b.js'), SCRIPT);
  await writeFile(join(folder.path, 'robots.txt'), 'x');
  await writeFile(join(folder.path, '.built'), 'x');
  server = await startTestServer({ frontend: { folder: folder.path } });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

describe('pages', () => {
  it('tell only the first page’s visitor to fetch the loop ahead that sounds first', async () => {
    const [{ rifff }] = (await get('/api/library/rifffs')).json().data.rifffs;
    const urls = rifff.loops.map((loop: Loop) => loopAudioUrl(loop)).filter(Boolean);
    expect(urls.length).toBeGreaterThan(0);
    for (const url of ['/', '/gb', '/?from=mail']) {
      const { link } = (await get(url, { accept: 'text/html' })).headers;
      expect(urls.some((audio: string) => String(link).includes(`<${audio}>; rel=preload`))).toBe(
        true,
      );
    }
    for (const url of ['/jam', '/about', '/api/library/packs']) {
      expect((await get(url, { accept: 'text/html' })).headers.link).toBeUndefined();
    }
  });

  it.each(['/', '/jam', '/jam/', '/jams/band0123456789', '/some_user/social?x=1.2'])(
    'answer %s with the page, never kept without asking',
    async (url) => {
      const answer = await get(url, { accept: 'text/html' });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(PAGE);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      const again = await get(url, { 'if-none-match': String(answer.headers.etag) });
      expect(again.statusCode).toBe(304);
    },
  );

  it('keep hashed files for ever and others only after asking', async () => {
    const script = await get('/assets/app-1a2b.js');
    expect(script.body).toBe(SCRIPT);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    // What only documents heed is not sent with every script.
    const heads = Object.entries(script.headers).map(([name, value]) => `${name}: ${value}`);
    expect(heads.join('\r\n').length).toBeLessThan(1100);
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/',
    '/assets/gone.js',
    '/favicon.png',
    '/api',
    '/api/nothing',
    '/API/nothing',
    '/socket.io/',
    '/media',
    '/..%2f..%2fpackage.json',
    '/.env',
    '/.built',
  ])('do not stand in for %s', async (url) => {
    const answer = await get(url, { accept: 'text/html' });
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(ErrorAnswerSchema.safeParse(answer.json()).success).toBe(true);
  });

  it.each(['/some.name', '/profile/some.name', '/rifff/a.b?x=1'])(
    'tell a browser that %s is not there by the page, and others in a word',
    async (url) => {
      const answer = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe(PAGE);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      const other = await get(url, { accept: '*/*' });
      expect(other.statusCode).toBe(404);
      expect(ErrorAnswerSchema.safeParse(other.json()).success).toBe(true);
    },
  );

  it('are told to be missing where the build knows all that there are', async () => {
    const built = await temporaryFolder();
    await mkdir(join(built.path, PAGES_FOLDER));
    const pages = [
      { path: '/manual/:page?', file: 'manual.html', link: '', only: ['', 'making'] },
      { path: '/club/:id', file: 'index.html', link: '' },
    ];
    await writeFile(join(built.path, 'index.html'), PAGE);
    await writeFile(join(built.path, 'manual.html'), `${PAGE} manual`);
    await writeFile(join(built.path, PAGES_LIST), JSON.stringify(pages));
    const site = await startTestServer({ frontend: { folder: built.path } });
    const ask = async (url: string) => {
      const { statusCode, body } = await site.app.inject({ url });
      return [statusCode, body.includes('manual')];
    };
    for (const there of ['/manual', '/manual/', '/manual/making', '/Manual/making/?a=1']) {
      expect(await ask(there), there).toEqual([200, true]);
    }
    // The page says so itself.
    for (const gone of ['/manual/makin', '/manual/Making', '/manual/toString', '/manual/%20']) {
      expect(await ask(gone), gone).toEqual([404, true]);
    }
    expect(await ask('/club/makin')).toEqual([200, false]);
    await site.close();
    await built.remove();
  });

  it('are not an answer to anything but reading', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/jam' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().message).toBe('Nothing answers POST /jam');
  });

  it('travel compressed before and after they are compressed once and for all', async () => {
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    const check = async () => {
      for (const [encoding, decode] of Object.entries(decoders)) {
        for (const [url, body] of [
          ['/assets/app-1a2b.js', SCRIPT],
          ['/jam', PAGE],
        ] as const) {
          const answer = await get(url, { 'accept-encoding': encoding });
          expect(answer.headers['content-encoding']).toBe(encoding);
          expect(decode(answer.rawPayload).toString()).toBe(body);
          expect(answer.headers.vary).toContain('accept-encoding');
        }
      }
    };
    await check();
    expect(await precompress(folder.path)).toBe(4);
    expect(await precompress(folder.path)).toBe(0);
    await check();
    const plain = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
    expect(plain.body).toBe(SCRIPT);
  });

  it('say that they are not built where they are not', async () => {
    const empty = await startTestServer({ frontend: { folder: join(folder.path, 'nowhere') } });
    const answer = await empty.app.inject('/jam');
    expect(answer.statusCode).toBe(503);
    expect(answer.json().message).toBe('The pages are not built yet: run npm run build');
    expect((await empty.app.inject('/api/library/packs')).statusCode).toBe(200);
    await empty.close();
  });
});

describe('a middleware for the pages', () => {
  it('gets what is not the server’s own, with the HTTP server to share', async () => {
    let isServer = false;
    const dev = await startTestServer({
      frontend: {
        middleware: async (http) => {
          isServer = http instanceof createServer().constructor;
          return (request, response) => response.end(`page ${request.url}`);
        },
      },
    });
    expect((await dev.app.inject('/src/main.ts?t=1')).body).toBe('page /src/main.ts?t=1');
    expect((await dev.app.inject('/api/library/packs')).json().ok).toBe(true);
    expect((await dev.app.inject('/healthz')).json().ok).toBe(true);
    expect(isServer).toBe(true);
    await dev.close();
  });
});

describe('every answer', () => {
  it.each(['/', '/api/library/packs', '/nothing.png', '/api/library/loops?limit=x'])(
    'of %s carries the headers that protect it',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain(
        "script-src 'self' 'wasm-unsafe-eval' blob:;",
      );
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toContain(
        'microphone=(self), midi=(self), screen-wake-lock=(self)',
      );
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('of a page gives no other window a hold of it, and asks one policy what may be written into it', async () => {
    for (const url of ['/', '/jam', '/no/such/page', '/market']) {
      const { headers } = await get(url);
      expect(headers['cross-origin-opener-policy'], url).toBe('same-origin');
      const policy = String(headers['content-security-policy']);
      expect(policy, url).toContain("require-trusted-types-for 'script';trusted-types default");
      expect(policy.match(/script-src /g), url).toHaveLength(1);
    }
    expect((await get('/api/library/packs')).headers['cross-origin-opener-policy']).toBeUndefined();
  });

  it.each([
    ['/arcade/qr-code-scan', 'camera=(self)'],
    ['/arcade/qr-code-scan/?code=x', 'camera=(self)'],
    ['/arcade', 'camera=()'],
    ['/arcade/qr-code-scanner', 'camera=()'],
    ['/?/arcade/qr-code-scan', 'camera=()'],
  ])('of %s says who may look through the camera: %s', async (url, expected) => {
    expect((await get(url)).headers['permissions-policy']).toContain(expected);
  });

  it('promises https only where the public address is https', async () => {
    const secure = await startTestServer({ environment: { PUBLIC_URL: 'https://rondo.example' } });
    const { headers } = await secure.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
  });

  it('lets wallets of a network into pages that trade alone, each time with another nonce', async () => {
    const trading = await startTestServer({
      frontend: { folder: folder.path },
      environment: {
        PUBLIC_URL: 'https://rondo.example',
        NEAR_NETWORK: 'testnet',
        NEAR_RPC_URL: 'http://127.0.0.1:1/rpc',
        NEAR_NFT_CONTRACT: 'nft.testnet',
        NEAR_MARKET_CONTRACT: 'market.testnet',
        NEAR_MINTER_ACCOUNT: 'minter.testnet',
        NEAR_MINTER_KEY: `ed25519:${'1'.repeat(88)}`,
      },
    });
    const headersOf = async (url: string) => {
      const headers = { accept: 'text/html', 'if-none-match': etag };
      const answer = await trading.app.inject({ url, headers });
      expect(answer.statusCode, url).toBe(200);
      return answer.headers;
    };
    const { etag = '' } = (await trading.app.inject('/market')).headers;
    const nonces: string[] = [];
    for (const url of ['/market', '/market/abc', '/account?tab=wallet', '/collection/anna']) {
      const headers = await headersOf(url);
      const [, nonce = ''] = /^wallet;desc="([A-Za-z0-9+/=]{22,})"$/.exec(
        String(headers['server-timing']),
      )!;
      nonces.push(nonce);
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      expect(headers['content-security-policy']).toContain('wss: http://127.0.0.1:1;');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain("'unsafe-eval'");
      // Wallets open windows, and come as the text of a frame.
      expect(headers['content-security-policy']).not.toContain('trusted-types');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    }
    expect(new Set(nonces).size).toBe(4);
    const others = [trading.app.inject('/marketplace'), trading.app.inject('/jam'), get('/market')];
    for (const { headers } of await Promise.all(others)) {
      expect(headers['server-timing']).toBeUndefined();
      expect(headers['content-security-policy']).not.toContain('nonce-');
      expect(headers['content-security-policy']).toContain('trusted-types default');
      expect(headers['content-security-policy']).not.toContain('https:');
    }
    await trading.close();
  });
});

describe('a refused request', () => {
  it.each([
    ['GET', '/api/%', undefined, 400],
    ['GET', '/%00', undefined, 400],
    ['POST', '/api/library/loops', '{}', 404],
    ['POST', '/api/library/loops', '{"a":', 400],
    ['POST', '/api/library/loops', `"${'x'.repeat(1_100_000)}"`, 413],
    ['DELETE', '/api/library/loops', undefined, 404],
  ] as const)('%s %s answers in the one shape', async (method, url, payload, status) => {
    const answer = await server.app.inject({
      method,
      url,
      ...(payload && { payload, headers: { 'content-type': 'application/json' } }),
    });
    const body = ErrorAnswerSchema.parse(answer.json());
    expect(body.message).toBe(body.error.message);
    expect(answer.statusCode).toBe(status);
  });

  it('answers in the one shape even where Node cannot read the request', async () => {
    const listening = await startTestServer();
    const url = await listening.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/api/library/loops?search=${'x'.repeat(40_000)}`);
    expect(answer.status).toBe(400);
    const body = ErrorAnswerSchema.parse(await answer.json());
    expect(body.message).toBe('The address or a header is too long');
    await listening.close();
  });

  it('keeps the reason of our own failure to the log', async () => {
    const broken = await startTestServer();
    await broken.database.queries.schema.dropTable('packs').execute();
    const answer = await broken.app.inject('/api/library/packs');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      ok: false,
      message: 'An error occurred',
      error: { code: 'internal', message: 'An error occurred' },
    });
    await broken.close();
  });

  it('slows an address that asks too much, and only for calls', async () => {
    const strict = await startTestServer({ environment: { RATE_LIMIT: '3', TRUST_PROXY: '1' } });
    const ask = (url: string, address: string) =>
      strict.app.inject({ url, headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      statuses.push((await ask('/api/library/packs', '198.51.100.1')).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await ask('/api/library/packs', '198.51.100.1');
    expect(ErrorAnswerSchema.parse(refused.json()).error.code).toBe('too_many_requests');
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await ask('/api/library/packs', '198.51.100.2')).statusCode).toBe(200);
    expect((await ask('/healthz', '198.51.100.1')).statusCode).toBe(200);
    await strict.close();
  });
});

describe('/healthz', () => {
  it('turns to 503 when the database is gone', async () => {
    const sick = await startTestServer();
    expect((await sick.app.inject('/healthz')).statusCode).toBe(200);
    await sick.database.close();
    const answer = await sick.app.inject('/healthz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ ok: false, message: 'Not answering: database' });
    await sick.close();
  });
});

describe('/metrics', () => {
  it('counts answers by route for this machine, and hides from everyone else', async () => {
    await get('/api/library/loops?limit=x');
    const answer = await get('/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/library\/loops",status="400"\} \d/,
    );
    expect(answer.body).toContain('process_resident_memory_bytes');
    expect((await get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
    const far = await server.app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' });
    expect(far.statusCode).toBe(404);
  });

  it('opens to the bearer of the token from anywhere, and then to nobody else', async () => {
    const token = 'a-long-enough-token';
    const guarded = await startTestServer({ environment: { METRICS_TOKEN: token } });
    const ask = (authorization: string) =>
      guarded.app.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { authorization },
      });
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
    expect((await ask(`Bearer ${token}x`)).statusCode).toBe(404);
    expect((await guarded.app.inject('/metrics')).statusCode).toBe(404);
    await guarded.close();
  });
});

describe('/api/docs', () => {
  it('describes every call of the endpoint table', async () => {
    const answer = await get('/api/docs/json');
    const Operation = z.object({
      summary: z.string(),
      responses: z.record(z.string(), z.unknown()),
    });
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
      .parse(answer.json());
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => `${method} ${path} ${summary}`),
    );
    const wanted = Object.values<Endpoint>(ENDPOINTS).map(
      (endpoint) =>
        `${endpoint.method.toLowerCase()} ${endpointUrl(endpoint).replace(/:(\w+)/g, '{$1}')} ${endpoint.summary}`,
    );
    expect(listed.sort()).toEqual(wanted.sort());
    expect(Object.keys(paths['/api/library/loops/random']!.get!.responses)).toEqual(
      expect.arrayContaining(['200', '400', '404']),
    );
    expect((await get('/api/docs', { accept: 'application/json' })).json()).toEqual(answer.json());
  });

  it('shows a plain page to a browser', async () => {
    const answer = await get('/api/docs', { accept: 'text/html,*/*' });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
      expect(answer.body).toContain(endpointUrl(endpoint));
    }
    expect(answer.body).not.toContain('<script');
  });
});
