import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens on the way to a store: nothing, an answer 500, or a line that is cut in the middle of what is sent. */
export type LineState = 'well' | 'refusing' | 'cut';

/** A line to another HTTP server that fails when it is told to. */
export interface FailingLine {
  readonly url: string;
  /** Says what happens to requests with a method of `methods` from now on. */
  set(state: LineState, methods?: readonly string[]): void;
  close(): Promise<void>;
}

/** After so many bytes in either direction a line that is `cut` breaks. */
const CUT_AFTER_BYTES = 700;

/** Starts a line to the server at `target`. */
export async function startFailingLine(target: string): Promise<FailingLine> {
  let state: LineState = 'well';
  let methods: readonly string[] = [];
  const server = createServer((incoming, outgoing) => {
    const fails = state !== 'well' && methods.includes(incoming.method ?? '');
    if (fails && state === 'refusing') {
      incoming.resume();
      outgoing.writeHead(500).end();
      return;
    }
    const cut = fails
      ? () => {
          incoming.socket.destroy();
          passed.destroy();
        }
      : undefined;
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > CUT_AFTER_BYTES) cut?.();
    };
    const { hostname, port } = new URL(target);
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('data', count);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.on('data', count);
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next, of = ['PUT', 'GET', 'HEAD', 'DELETE', 'POST']) {
      state = next;
      methods = of;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
