import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const READY = /Rondo is ready at (\S+)/;

/** A real server in a process of its own, on a free port. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** All that it has written to its output so far. */
  said(): string;
  /** Ends it without warning, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the server on the data folder and waits until it answers; `environment` is added to the settings. */
export async function startServerProcess(
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      HOST: '127.0.0.1',
      RONDO_DATA: dataFolder,
      RONDO_DEMO: 'off',
      LOG_LEVEL: 'fatal',
      ...environment,
    },
  });
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
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  return { url, pid: child.pid!, said: () => said, kill };
}
