/**
 * The server on a throw-away PostgreSQL, for the project of that name in playwright.config.ts. PORT and
 * RONDO_DATA come with the environment. A signal ends the server first and the cluster after it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from '../../server/testing/postgres.ts';

const postgres = await startPostgres();
const DATABASE_URL = await postgres.createDatabase();
const server = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => server.kill('SIGTERM'));
}
const [code] = (await once(server, 'exit')) as [number | null];
await postgres.stop();
process.exit(code ?? 0);
