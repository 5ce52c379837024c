/** The real server for measurements, from a production build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../tests/support/freePort.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Starts the built product on a port of its own, with its data in `data`.
 * @param settings more of its environment
 * @throws Error when it does not answer in 30 s
 */
export async function startServer(
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    RONDO_DATA: data,
    RONDO_RANDOM_STOCK: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env, stdio: 'inherit' });
  const url = `http://localhost:${port}`;
  for (let i = 0; i < 300; i++) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return { url, process: server };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  throw new Error('The server did not start');
}
