/**
 * A client of rooms that does as little as one can: the packets of socket.io by hand, on the `ws` that socket.io itself
 * sends with. So what is measured is the server, and a bare `ws` is heard by the very same code.
 * https://socket.io/docs/v4/engine-io-protocol/ and https://socket.io/docs/v4/socket-io-protocol/
 */
import { createRequire } from 'node:module';
import type * as WsModule from 'ws';

const below = (require: NodeJS.Require, name: string) => createRequire(require.resolve(name));

/** The package `ws`, as socket.io brings it. */
export const ws = below(
  below(createRequire(import.meta.url), 'socket.io'),
  'engine.io',
)('ws') as typeof WsModule;

/** Milliseconds of a clock that all processes of a machine share and that is never set. */
export const sharedMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Bytes of a text as one frame from a server. https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
export function frameBytes(bytes: number): number {
  return bytes + (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10);
}

/** Where a wire leads. */
export interface WireTo {
  /** Origin of a node, or of a bare `ws` server. */
  readonly url: string;
  /** Address that it seems to come from. */
  readonly address: string;
  /** Room that it enters; without one the server is a bare `ws`. */
  readonly room?: { readonly jamId: string; readonly credential?: string };
}

/** An open wire. */
export interface Wire {
  /** Sends a request without waiting for its answer. */
  send(request: string, body: object): void;
  close(): void;
}

/**
 * Connects and enters the room.
 *
 * @param hear every packet of news as text, its bytes, and when it was there by `sharedMs`
 */
export function openWire(
  { url, address, room }: WireTo,
  hear: (text: string, bytes: number, atMs: number) => void,
): Promise<Wire> {
  const base = url.replace(/^http/, 'ws');
  const path = room ? '/socket.io/?EIO=4&transport=websocket' : '/';
  const socket = new ws.WebSocket(base + path, {
    perMessageDeflate: false,
    headers: { 'x-forwarded-for': address },
  });
  const send = (request: string, body: object) => {
    socket.send(`42${JSON.stringify([request, body])}`);
  };
  return new Promise((resolve, reject) => {
    const done = () => resolve({ send, close: () => socket.terminate() });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The wire was closed')));
    if (!room) socket.on('open', done);
    socket.on('message', (data: Buffer) => {
      const atMs = sharedMs();
      const text = data.toString();
      if (text.startsWith('42')) hear(text, frameBytes(data.byteLength), atMs);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('0')) {
        const { credential } = room ?? {};
        socket.send(`40${JSON.stringify(credential ? { credential } : {})}`);
      } else if (text.startsWith('40')) {
        socket.send(`420${JSON.stringify(['enter', { jamId: room?.jamId, since: 0 }])}`);
      } else if (text.startsWith('430[{"ok":true')) done();
      else if (text.startsWith('4')) reject(new Error(`Refused: ${text}`));
    });
  });
}
