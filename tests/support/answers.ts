/** A server of a test's own, which answers as the test says; `fetch` leads to it. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, vi } from 'vitest';

interface Answer {
  readonly status?: number;
  /** Text as it is, anything else as JSON. */
  readonly body: unknown;
}

interface Answers {
  /** Method and address of every request, in order. */
  readonly seen: string[];
  /** What each request carried as its credential. */
  readonly credentials: (string | undefined)[];
  /** Says what is answered from now on. */
  answer(how: Answer | ((request: IncomingMessage) => Answer)): void;
}

/** Starts it before the tests of a file and ends it after them. Called at the top of a test file. */
export function answers(): Answers {
  const realFetch = globalThis.fetch;
  const seen: string[] = [];
  const credentials: (string | undefined)[] = [];
  let how: (request: IncomingMessage) => Answer = () => ({ status: 404, body: '' });
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    credentials.push(request.headers.authorization);
    const { status = 200, body } = how(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      realFetch(`http://127.0.0.1:${port}${path}`, init),
    );
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.close();
  });
  return {
    seen,
    credentials,
    answer(next) {
      how = typeof next === 'function' ? next : () => next;
    },
  };
}
