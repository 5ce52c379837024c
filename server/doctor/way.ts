/** The way from outside to the server: whether it runs, and what the proxies in front of it do. */
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import {
  allowCaller,
  CALLER_HEADER,
  CALLER_PATH,
  type Way,
  WayAnswerSchema,
} from '../plugins/callerCheck.ts';
import type { Database } from '../ports/database/database.ts';
import type { Settings } from '../settings.ts';
import { reasonOf } from '../startError.ts';
import { type Finding, fine, mend } from './finding.ts';
import { judgeClock } from './services.ts';

/** An address that no machine has, for examples: https://www.rfc-editor.org/rfc/rfc5737 */
const CLAIMED = '192.0.2.66';
const EXAMPLES = 'see deploy/nginx.conf and deploy/Caddyfile';
/** As long as a slow machine at its busiest may take. */
const WAIT_MS = 30_000;
/** The largest upload: a loop of 32 MB with its master of 96 MB. */
const LARGEST_BYTES = 128 * 1024 * 1024;

/** Why a call brought no answer, out of what `fetch` throws around the reason. */
const failure = (error: unknown) =>
  reasonOf(error instanceof Error && error.cause ? error.cause : error);

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) });

/** Where a server with these settings is found on this machine; undefined where it takes any port. */
function localUrl({ host, port }: Pick<Settings, 'host' | 'port'>): string | undefined {
  if (port === 0) return undefined;
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

/** Whether the server runs on this machine, and is well. */
export async function checkRunning(
  settings: Pick<Settings, 'host' | 'port'>,
): Promise<{ readonly isRunning: boolean; readonly finding: Finding }> {
  const url = localUrl(settings);
  const silent = fine(
    url
      ? `The server does not run at ${url}.`
      : 'PORT is 0, so it is not known where the server runs.',
  );
  if (!url) return { isRunning: false, finding: silent };
  try {
    const answer = await get(`${url}/healthz`);
    const body = await answer.text();
    if (answer.status === 200) {
      return { isRunning: true, finding: fine(`The server runs at ${url} and is well.`) };
    }
    const said = /"message":"([^"]*)"/.exec(body)?.[1] ?? `status ${answer.status}`;
    return { isRunning: true, finding: mend(`What runs at ${url} is not well: ${said}.`) };
  } catch (error) {
    const code = failure(error);
    // Refused: nothing listens there. Everything else is something that does not answer as it should.
    if (/ECONNREFUSED|ENOTFOUND/.test(code)) return { isRunning: false, finding: silent };
    return {
      isRunning: true,
      finding: mend(`What runs at ${url} does not answer (${code}): look at its log.`),
    };
  }
}

const plain = (address: string) => address.replace(/^::ffff:/, '');

/**
 * Judges how a call came to the server that claimed to come from `CLAIMED`: behind that stand the caller, as the first
 * proxy saw it, and then every proxy, the last of which is connected. A proxy that lets no claim through
 * leaves the caller at the beginning. Places are compared and not addresses: on one machine all may have the same.
 */
export function judgeWay({ address, chain, trustProxy }: Way, publicUrl: string): Finding {
  const last = chain.length - 1;
  const callerAt = chain.map(plain).lastIndexOf(CLAIMED) + 1;
  const seenAt = Math.max(0, last - trustProxy);
  const proxies = last - callerAt;
  if (proxies === 0 && publicUrl.startsWith('https:')) {
    return mend(
      `The proxy in front of the server does not say who calls: let it write X-Forwarded-For (${EXAMPLES}).`,
    );
  }
  const setting = `TRUST_PROXY is ${trustProxy}`;
  if (seenAt === callerAt) {
    return fine(`${setting}, and the server sees the address of who calls (${plain(address)}).`);
  }
  const fault =
    seenAt < callerAt
      ? 'so the server believes any address that a caller claims'
      : 'so the server takes a proxy for everyone who calls';
  return mend(`${setting}, ${fault}: set it to ${proxies}, for so many proxies are in front.`);
}

/** What answered at `PUBLIC_URL`: this server, a proxy that does not reach it, or something else. */
type Answerer = 'server' | 'proxy' | 'stranger';

/** What is wrong where an answer is not this server's. */
function faultOfAnswer(publicUrl: string, { status, headers }: Response): Finding {
  if (status === 502 || status === 504) {
    return mend(
      `The proxy at ${publicUrl} does not reach the server (${status}): mend the address that it passes calls to.`,
    );
  }
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  if (location) {
    return mend(
      `The address ${publicUrl} leads on to ${location}: set PUBLIC_URL to where people end up.`,
    );
  }
  return mend(
    `What answers at ${publicUrl} is no server of this database and version (${status}): mend PUBLIC_URL, or the address that the proxy passes calls to.`,
  );
}

/** Asks the server through the proxies how the call came to it, and what time it is there. */
async function checkCaller(
  publicUrl: string,
  { queries }: Pick<Database, 'queries'>,
  nowMs: () => number,
): Promise<{ readonly answerer: Answerer; readonly findings: readonly Finding[] }> {
  const { key, forget } = await allowCaller(queries);
  try {
    const sentMs = nowMs();
    const answer = await get(`${publicUrl}${CALLER_PATH}`, {
      [CALLER_HEADER]: key,
      'x-forwarded-for': CLAIMED,
    });
    const dateMs = Date.parse(answer.headers.get('date') ?? '');
    const tripMs = nowMs() - sentMs;
    // Half a second, for what is left of the second that it names.
    const apartMs = dateMs + 500 - (sentMs + tripMs / 2);
    const clock = Number.isNaN(dateMs) ? [] : [judgeClock(publicUrl, apartMs, tripMs)];
    const body = WayAnswerSchema.safeParse(await answer.json().catch(() => undefined));
    if (body.success) {
      return { answerer: 'server', findings: [judgeWay(body.data.data, publicUrl), ...clock] };
    }
    const isProxy = answer.status === 502 || answer.status === 504;
    return {
      answerer: isProxy ? 'proxy' : 'stranger',
      findings: [faultOfAnswer(publicUrl, answer), ...clock],
    };
  } finally {
    await forget();
  }
}

/** Opens a socket as pages do; the first message of Engine.IO begins with 0: https://socket.io/docs/v4/engine-io-protocol/ */
async function checkSocket(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const isOpen = await new Promise<boolean>((resolve) => {
    const socket = new WebSocket(url);
    const end = (isWell: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(isWell);
    };
    const timer = setTimeout(end, WAIT_MS, false);
    socket.addEventListener('message', ({ data }) => end(String(data).startsWith('0')));
    socket.addEventListener('error', () => end(false));
    socket.addEventListener('close', () => end(false));
  });
  return isOpen
    ? fine('Sockets come through, so open jams are told what happens.')
    : mend(
        `No socket comes through ${publicUrl}, so open jams are told nothing: let the proxy pass on Upgrade (${EXAMPLES}).`,
      );
}

/**
 * Announces the largest upload without sending it. A proxy that takes no such body says so at once; the server itself
 * answers in JSON that nothing answers there. A proxy that waits for the body has accepted its length.
 */
async function checkLength(publicUrl: string): Promise<Finding> {
  const request = publicUrl.startsWith('https:') ? tlsRequest : plainRequest;
  const said = await new Promise<{ status: number; body: string } | undefined>((resolve) => {
    const sent = request(`${publicUrl}${CALLER_PATH}`, {
      method: 'POST',
      headers: { 'content-length': LARGEST_BYTES, 'content-type': 'application/octet-stream' },
    });
    const timer = setTimeout(() => sent.destroy(), WAIT_MS);
    sent.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      text(answer)
        .then(
          (body) => resolve({ status, body }),
          () => resolve({ status, body: '' }),
        )
        .finally(() => sent.destroy());
    });
    sent.on('error', () => resolve(undefined));
    sent.on('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    sent.flushHeaders();
  });
  return said?.status === 413 && !said.body.includes('"ok":false')
    ? mend(
        `The proxy at ${publicUrl} refuses large uploads: let it pass 160 MB (client_max_body_size in nginx, ${EXAMPLES}).`,
      )
    : fine('The largest upload would come through.');
}

/**
 * What stands between people and the server, asked at `PUBLIC_URL` as they do.
 * @param isRunning whether the server answers on this machine
 */
export async function checkProxies(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  database: Database | undefined,
  isRunning: boolean,
  nowMs = Date.now,
): Promise<readonly Finding[]> {
  if (!publicUrl) {
    return [fine('PUBLIC_URL is not set, so nothing in front of the server was asked.')];
  }
  const unasked = fine('The server does not run, so nothing in front of it was asked.');
  if (!database || (await database.isNew())) return [unasked];
  try {
    await get(`${publicUrl}/healthz`);
  } catch (error) {
    if (!isRunning) return [unasked];
    return [
      mend(
        `${publicUrl} does not answer this machine (${failure(error)}): mend its name, its certificate or the proxy, unless it is this machine alone that cannot reach it.`,
      ),
    ];
  }
  const { answerer, findings } = await checkCaller(publicUrl, database, nowMs);
  if (answerer === 'proxy' && !isRunning) return [unasked];
  // Where something else answers, the rest would only say so again.
  if (answerer !== 'server') return findings;
  return [...findings, await checkSocket(publicUrl), await checkLength(publicUrl)];
}
