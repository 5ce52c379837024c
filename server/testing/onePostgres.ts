import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for the address of the PostgreSQL that they share. */
    postgresDesk: string;
  }
}

/**
 * One PostgreSQL for a whole run of tests, each of whose suites makes databases of its own in it. It is started
 * for the first file that asks, so that a run without one never waits for it, and stopped after the last.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let started: Promise<TestPostgres> | undefined;
  const desk = createServer((_request, response) => {
    started ??= startPostgres();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    await (await started?.catch(() => undefined))?.stop();
  };
}
