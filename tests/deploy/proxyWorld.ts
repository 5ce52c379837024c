import { once } from 'node:events';
import { connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe } from 'vitest';
import { listeningUrl } from '../../server/kernel/server.ts';
import { databaseOf } from '../../server/modules/sync/context.ts';
import type { Frontend } from '../../server/plugins/frontend.ts';
import type { FanOut } from '../../server/ports/fanOut/fanOut.ts';
import { createLocalHub } from '../../server/ports/fanOut/local.ts';
import { makeAccount, type TestAccount } from '../../server/testing/accounts.ts';
import {
  hasProxy,
  type ProxyName,
  startProxy,
  type TestProxy,
} from '../../server/testing/proxies.ts';
import { credentialOf } from '../../server/testing/sockets.ts';
import { flacOf, formOf, loopDocument, oggOf, type Pcm } from '../../server/testing/sounds.ts';
import { startTestServer, type TestServer } from '../../server/testing/testApp.ts';

const RATE_HZ = 48_000;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Uint8Array | string;
}

/** A server behind a proxy, and an account on it. */
export interface ProxyWorld {
  readonly name: ProxyName;
  readonly server: TestServer;
  readonly fanOut: FanOut;
  readonly proxy: TestProxy;
  /** What the server logged, one object a line. */
  readonly lines: Record<string, unknown>[];
  readonly mia: TestAccount;
  /** Header of calls under `/db`, and the path of the account's own database. */
  readonly basic: string;
  readonly database: string;
}

/** One call over HTTP/1.1. */
export async function ask(
  { proxy }: Pick<ProxyWorld, 'proxy'>,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const sent = request(`${proxy.url}${path}`, options(proxy, method, headers, body));
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

export const options = (
  { agent }: Pick<TestProxy, 'agent'>,
  method: string,
  headers: Asked['headers'] = {},
  body?: Asked['body'],
): RequestOptions => ({
  method,
  agent,
  headers: { ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }), ...headers },
});

/** One call over HTTP/2. */
export async function askH2(
  { proxy }: Pick<ProxyWorld, 'proxy'>,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const session = connect(proxy.url, { createConnection: () => proxy.connectH2() });
  try {
    const stream = session.request({ ':method': method, ':path': path, ...headers });
    stream.end(body);
    const [answered] = await once(stream, 'response');
    const { ':status': status, ...rest } = answered;
    return { status, headers: rest, body: await text(stream) };
  } finally {
    session.close();
  }
}

/** Noise, which does not pack: its master has three bytes for each sample. */
function noise(frames: number): Pcm {
  let state = 1;
  const next = () => {
    // A linear congruential generator (Numerical Recipes, 2nd edition, 7.1).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return [0, 1].map(() => Float32Array.from({ length: frames }, next));
}

/** Noise of so many seconds as a loop, and how many bytes its master has; each form has a new id. */
export async function noisyLoop(seconds: number) {
  const pcm = noise(seconds * RATE_HZ);
  const [file, master] = [await oggOf(pcm), await flacOf(pcm)];
  const form = () =>
    formOf([
      ['file', file, 'loop.ogg'],
      ['master', master, 'loop.flac'],
      ['metadata', JSON.stringify(loopDocument({ length16ths: seconds * 8, bps: 2 }))],
    ]);
  return { form, masterBytes: master.length };
}

/** Sends a form as the account's loop. */
export function upload(
  world: Pick<ProxyWorld, 'proxy' | 'mia'>,
  { payload, contentType }: ReturnType<typeof formOf>,
  by: typeof ask = ask,
  subPath = '',
): Promise<Answer> {
  const headers = { ...world.mia.headers, 'content-type': contentType };
  return by(world, `${subPath}/api/jam/mia/loops`, { method: 'POST', headers, body: payload });
}

/** Where a suite runs, where that is not as the files of `deploy/` have it. */
interface Arrangement {
  readonly name: ProxyName;
  readonly title: string;
  /** What is changed in the file of the proxy. */
  readonly changes?: Readonly<Record<string, string>>;
  readonly publicUrl?: string;
  readonly frontend?: Frontend;
}

const AS_DEPLOYED: readonly Arrangement[] = [
  { name: 'nginx', title: 'behind nginx' },
  { name: 'caddy', title: 'behind caddy' },
];

/** Runs a suite behind each proxy that this machine has. */
export function describeProxies(
  suite: (world: ProxyWorld) => void,
  arrangements: readonly Arrangement[] = AS_DEPLOYED,
): void {
  for (const { name, title, changes, publicUrl, frontend } of arrangements) {
    describe.skipIf(!hasProxy(name))(title, () => {
      const lines: Record<string, unknown>[] = [];
      let world: ProxyWorld | undefined;
      beforeAll(async () => {
        const fanOut = createLocalHub().join();
        const server = await startTestServer({
          environment: {
            TRUST_PROXY: '1',
            PUBLIC_URL: publicUrl ?? 'https://rondo.example',
            RATE_LIMIT: '1000000',
          },
          fanOut,
          ...(frontend && { frontend }),
          logger: {
            level: 'info',
            stream: { write: (line: string) => lines.push(JSON.parse(line)) },
          },
        });
        const place = { host: '127.0.0.1', port: 0 };
        await server.app.listen(place);
        const proxy = await startProxy(name, [listeningUrl(server.app, place)], changes);
        const mia = await makeAccount(server.database, 'mia');
        const basic = `Basic ${Buffer.from(credentialOf(mia)).toString('base64')}`;
        const database = `/db/${encodeURIComponent(databaseOf('mia'))}`;
        world = { name, server, fanOut, proxy, lines, mia, basic, database };
      });
      afterAll(async () => {
        await world?.proxy.stop();
        await world?.server.close();
        await world?.fanOut.close();
      });
      suite(
        new Proxy({} as ProxyWorld, {
          get: (_, key) => world?.[key as keyof ProxyWorld],
        }),
      );
    });
  }
}
