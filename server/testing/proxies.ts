/** nginx and Caddy in front of a server, with the files of `deploy/` as they are. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { temporaryFolder } from './folders.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Where `tools/launch/servers.mjs` unpacks them on a machine that does not have them. */
const UNPACKED = join(ROOT, 'node_modules', '.cache', 'rondo-proxies');
/** The name that the files of `deploy/` give the server. */
const HOST = 'rondo.example';
const START_TIMEOUT_MS = 60_000;

export type ProxyName = 'nginx' | 'caddy';

export interface TestProxy {
  /** `https://rondo.example:PORT`; only `agent` knows where that is. */
  readonly url: string;
  /** nginx alone: the same as `https://127.0.0.1:PORT`, for callers that take no agent but believe `authority`. */
  readonly localUrl: string;
  /** The certificate that is to be believed, as PEM. */
  readonly authority: string;
  /** Address of the same in plain HTTP, which is to lead there. */
  readonly plainUrl: string;
  /** Brings requests of Node to the proxy, and believes its certificate. */
  readonly agent: Agent;
  /** A line to it for HTTP/2. */
  connectH2(): TLSSocket;
  stop(): Promise<void>;
}

function findProxy(name: ProxyName): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...['/usr/sbin', join(UNPACKED, 'usr', 'sbin'), join(UNPACKED, 'usr', 'bin')],
  ];
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/** Whether tests can have it here; prints a sentence when they cannot. */
export function hasProxy(name: ProxyName): boolean {
  if (findProxy(name)) return true;
  console.warn(`There is no ${name} here: the tests of its file in deploy/ are skipped.`);
  return false;
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The text of a file in `deploy/` with what differs on this machine; each replaced text has to be there. */
async function deployed(file: string, parts: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(join(ROOT, 'deploy', file), 'utf8');
  for (const [from, to] of Object.entries(parts)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not say ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

interface Place {
  readonly folder: string;
  /** `host:port` of each server behind it. */
  readonly upstreams: readonly string[];
  readonly port: number;
  readonly plainPort: number;
  /** What an operator changes in the file of `deploy/`. */
  readonly changes: Readonly<Record<string, string>>;
}

/** How one is started: its arguments, and the file of the certificate that is to be believed, once it is there. */
interface Start {
  readonly args: readonly string[];
  readonly authority: string;
}

/** The block of `deploy/nginx.conf` that names the servers: of one as it stands there, of more as `nginx-nodes.conf` has it. */
async function upstreamParts(upstreams: readonly string[]): Promise<Record<string, string>> {
  const [first, second] = upstreams;
  if (second === undefined) return { '127.0.0.1:4000': first! };
  const nodes = await deployed('nginx-nodes.conf', {
    '10.0.0.1:4000': first!,
    '10.0.0.2:4000': second,
  });
  const site = await readFile(join(ROOT, 'deploy', 'nginx.conf'), 'utf8');
  const [block] = /^upstream rondo \{[^}]*\}/m.exec(site) ?? [];
  if (!block) throw new Error('deploy/nginx.conf has no upstream');
  return { [block]: nodes };
}

async function prepareNginx({
  folder,
  upstreams,
  port,
  plainPort,
  changes,
}: Place): Promise<Start> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST},IP:127.0.0.1`];
  const files = ['-keyout', key, '-out', certificate, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...files], { stdio: 'pipe' });
  const site = await deployed('nginx.conf', {
    ...changes,
    ...(await upstreamParts(upstreams)),
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': '',
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/rondo.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/rondo.example/privkey.pem': key,
  });
  await writeFile(join(folder, 'site.conf'), site);
  // What the package of a system says around it.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  const main = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    main,
    `${user} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr warn;
    events { worker_connections 2048; }
    http { access_log off; ${temporary} include ${join(folder, 'site.conf')}; }`,
  );
  return { args: ['-p', folder, '-c', main], authority: certificate };
}

async function prepareCaddy({
  folder,
  upstreams,
  port,
  plainPort,
  changes,
}: Place): Promise<Start> {
  // Certificates of an authority of its own; the name is not one that another could vouch for.
  const options = [
    'admin off',
    'default_bind 127.0.0.1',
    `http_port ${plainPort}`,
    `https_port ${port}`,
    `storage file_system ${join(folder, 'storage')}`,
    'local_certs',
    'skip_install_trust',
    'log {\nlevel ERROR\n}',
  ];
  const site = await deployed('Caddyfile', {
    ...changes,
    '127.0.0.1:4000': upstreams.join(' '),
  });
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n${options.join('\n')}\n}\n${site}`);
  const authority = join(folder, 'storage', 'pki', 'authorities', 'local', 'root.crt');
  return { args: ['run', '--adapter', 'caddyfile', '--config', file], authority };
}

/** True once a request gets an answer through it, whatever it says. */
function answers(line: TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    line.once('secureConnect', () => resolve(true));
    line.once('error', () => resolve(false));
  }).finally(() => line.destroy()) as Promise<boolean>;
}

/** Starts one in front of these servers, one or two, on free ports of this machine. @param changes as of `Place` */
export async function startProxy(
  name: ProxyName,
  serverUrls: readonly string[],
  changes: Place['changes'] = {},
): Promise<TestProxy> {
  const binary = findProxy(name);
  if (!binary) throw new Error(`There is no ${name} here`);
  const { path: folder, remove } = await temporaryFolder();
  await mkdir(join(folder, 'storage'));
  await chmod(folder, 0o700);
  const [port, plainPort] = [await freePort(), await freePort()];
  const upstreams = serverUrls.map((url) => new URL(url).host);
  const place = { folder, upstreams, port, plainPort, changes };
  const prepare = name === 'nginx' ? prepareNginx : prepareCaddy;
  const { args, authority } = await prepare(place);
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: tmpdir() };
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await remove();
  };
  let ca: Buffer | undefined;
  const lineOf = (protocols: readonly string[]) =>
    connect({
      ...{ host: '127.0.0.1', port, servername: HOST },
      ...(ca && { ca }),
      ALPNProtocols: [...protocols],
    });
  const untilMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (existsSync(authority)) ca = await readFile(authority);
    if (ca && (await answers(lineOf(['http/1.1'])))) break;
    if (child.exitCode !== null || performance.now() > untilMs) {
      await stop();
      throw new Error(`${name} did not start: ${said}`);
    }
    await pause(50);
  }
  const agent = new Agent({
    ca,
    lookup: (_host, options, found) =>
      options.all
        ? found(null, [{ address: '127.0.0.1', family: 4 }])
        : found(null, '127.0.0.1', 4),
  });
  return {
    url: `https://${HOST}:${port}`,
    localUrl: `https://127.0.0.1:${port}`,
    authority: ca.toString(),
    plainUrl: `http://127.0.0.1:${plainPort}`,
    agent,
    connectH2: () => lineOf(['h2']),
    stop: async () => {
      agent.destroy();
      await stop();
    },
  };
}
