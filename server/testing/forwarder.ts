import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A small reverse proxy that does what it is told to, wrong things too. */
export interface Forwarder {
  readonly url: string;
  close(): Promise<void>;
}

export interface ForwarderOptions {
  /** What becomes of `X-Forwarded-For`: who calls is added to it, replaces it, or it is left as it came. */
  readonly forwardedFor?: 'add' | 'replace' | 'leave';
  readonly passesSockets?: boolean;
  /** Bodies that announce more are refused, as nginx does. */
  readonly mostBytes?: number;
  /** Takes the place of the time in each answer. */
  readonly date?: string;
}

/** Starts one in front of the server at `url`. */
export async function startForwarder(
  url: string,
  { forwardedFor = 'add', passesSockets = true, mostBytes, date }: ForwarderOptions = {},
): Promise<Forwarder> {
  const { hostname, port } = new URL(url);
  const onward = ({ method, url: path, headers, socket }: IncomingMessage): RequestOptions => {
    const before = forwardedFor === 'add' ? headers['x-forwarded-for'] : undefined;
    const caller = [before, socket.remoteAddress].filter(Boolean).join(', ');
    return {
      ...{ hostname, port, method, path },
      headers: { ...headers, ...(forwardedFor !== 'leave' && { 'x-forwarded-for': caller }) },
    };
  };
  const server = createServer((asked, answer) => {
    if (mostBytes !== undefined && Number(asked.headers['content-length'] ?? 0) > mostBytes) {
      answer.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too large</h1>');
      return;
    }
    const sent = request(onward(asked), (got) => {
      answer.writeHead(got.statusCode ?? 502, { ...got.headers, ...(date && { date }) });
      got.pipe(answer);
    });
    sent.on('error', () => answer.headersSent || answer.writeHead(502).end());
    asked.on('error', () => sent.destroy());
    asked.on('close', () => asked.complete || sent.destroy());
    sent.flushHeaders();
    asked.pipe(sent);
  });
  server.on('upgrade', (asked, near) => {
    near.on('error', () => {});
    if (!passesSockets) {
      near.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const far = connect(Number(port), hostname, () => {
      const { method, path, headers } = onward(asked);
      const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
      far.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
