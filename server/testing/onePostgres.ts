import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for the PostgreSQL that they share: its address, and that of a migrated database to copy. */
    postgresDesk: string;
  }
}

async function start() {
  const postgres = await startPostgres();
  const template = await postgres.createDatabase();
  const database = await openDatabase({ databaseUrl: template, dataFolder: '' });
  await database.migrate();
  await database.close();
  return { postgres, answer: JSON.stringify({ url: postgres.url, template }) };
}

/**
 * One PostgreSQL for a whole run of tests, each of whose suites makes databases of its own in it. It is started
 * for the first file that asks, so that a run without one never waits for it, and stopped after the last.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof start> | undefined;
  const desk = createServer((_request, response) => {
    started ??= start();
    started.then(
      ({ answer }) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    await (await started?.catch(() => undefined))?.postgres.stop();
  };
}
