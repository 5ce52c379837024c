import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** The folder of this source. */
const HERE = join(import.meta.dirname, '..', '..');
const READY = /Rondo is ready at (\S+)/;

/** A real server in a process of its own, on a free port. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** All that it has written to its output so far. */
  said(): string;
  /** Ends it without warning, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Tells it to stop and waits for its end. @returns the exit code; null where a signal ended it */
  stop(): Promise<number | null>;
}

/** Starts a server on a data folder, with settings added to those of tests, and waits until it answers. */
export type StartServer = (
  dataFolder: string,
  environment?: Record<string, string>,
) => Promise<ServerProcess>;

/** What all servers of tests are told. */
export const TEST_SETTINGS: Readonly<Record<string, string>> = {
  PORT: '0',
  HOST: '127.0.0.1',
  RONDO_DEMO: 'off',
  LOG_LEVEL: 'fatal',
};

/** A server that a program runs, once it says that it is ready. Throws what it said where it ends before. */
export async function whenReady(
  child: ChildProcessByStdio<null, Readable, null>,
): Promise<ServerProcess> {
  const closed = once(child, 'close');
  child.stdout.setEncoding('utf8');
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: string) => {
      said += text;
      const found = READY.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('close', () => reject(new Error(`The server ended before it was ready: ${said}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = (await closed) as [number | null];
    return code;
  };
  return {
    url,
    pid: child.pid!,
    said: () => said,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts servers of the source in a folder, such as that of an earlier version. */
export const serversOf =
  (source: string): StartServer =>
  (dataFolder, environment = {}) =>
    whenReady(
      spawn(process.execPath, [join(source, 'server', 'main.ts')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          ...TEST_SETTINGS,
          RONDO_DATA: dataFolder,
          ...environment,
        },
      }),
    );

/** Starts the server on the data folder and waits until it answers; `environment` is added to the settings. */
export const startServerProcess: StartServer = serversOf(HERE);
