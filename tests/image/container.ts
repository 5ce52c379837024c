import { readFileSync } from 'node:fs';
import { loopAudioUrl } from '../../src/data/contract/loopData.ts';
import { until } from '../browsers/driver.ts';
import type { Podman } from './podman.ts';

/** As little as a container can be allowed: nothing of its root can be written, and it has no rights of its own. */
const HARDENED = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  // Where containers have no network of their own, too.
  '--network=host',
];

/** Another server's first start beside other work may take minutes; this only ends what hangs. */
const BOUND_MS = 300_000;

export interface Starting {
  readonly name: string;
  readonly port: number;
  /** Volume or folder that it keeps everything in; a volume of its name otherwise. */
  readonly data?: string;
  /** Settings besides host and port. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Started {
  readonly name: string;
  readonly address: string;
  /** From the command to the first answer that all is well. */
  readonly startMs: number;
}

/** Calls a server by a connection of its own: while a command runs this process does not hear that another one was closed. */
export const ask = (address: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(address, { ...init, headers: { ...init.headers, connection: 'close' } });

const isWell = (address: string): Promise<boolean> =>
  ask(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until the server at `address` is well. @param said what it has written, for the error where it never is */
export async function untilWell(address: string, said: () => string): Promise<void> {
  await until('Rondo', () => isWell(address), BOUND_MS).catch((error: unknown) => {
    throw new Error(`${error}\n${said()}`);
  });
}

/** Starts Rondo out of an image and waits until it is well. */
export async function startContainer(
  podman: Podman,
  image: string,
  { name, port, data = name, environment }: Starting,
): Promise<Started> {
  const settings = { HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...environment };
  const address = `http://127.0.0.1:${port}`;
  const began = performance.now();
  podman.run(
    ...['run', '--detach', '--name', name, '--volume', `${data}:/data`, ...HARDENED],
    ...Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`),
    image,
  );
  await untilWell(address, () => podman.try('logs', name).out);
  return { name, address, startMs: performance.now() - began };
}

/** Fetches the newest shared rifff and the sound of its loops. @returns how many loops; throws where one is no Ogg */
export async function fetchFirstRifff(address: string): Promise<number> {
  const answer = await ask(`${address}/api/rifff-feed/query?limit=1`);
  const { data } = (await answer.json()) as {
    data: { rifffs: { rifff: { loops: Parameters<typeof loopAudioUrl>[0][] } }[] };
  };
  const loops = data.rifffs[0]?.rifff.loops ?? [];
  for (const loop of loops) {
    const sound = await ask(new URL(loopAudioUrl(loop) ?? 'nowhere', address));
    const head = Buffer.from(await sound.arrayBuffer()).subarray(0, 4);
    if (head.toString('latin1') !== 'OggS') throw new Error(`${sound.url} is no Ogg`);
  }
  return loops.length;
}

/** Ids of the newest shared rifffs, as JSON answers them. */
export async function feedOf(address: string): Promise<string[]> {
  const answer = await ask(`${address}/api/rifff-feed/query?limit=20`);
  const { data } = (await answer.json()) as { data: { rifffs: { _id: string }[] } };
  return data.rifffs.map(({ _id }) => _id);
}

/** Resident memory of a container's first process, MB. */
export function residentMb(podman: Podman, name: string): number {
  const pid = podman.run('inspect', '--format', '{{.State.Pid}}', name);
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
