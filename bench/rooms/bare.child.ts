/** A bare `ws` server, the peer: says what it is sent to everybody who is connected, and when it began. */
import type { AddressInfo } from 'node:net';
import { sharedMs, ws } from './wire.ts';

const server = new ws.WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('listening', () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('message', (text: string) => {
  const beganMs = sharedMs();
  for (const client of server.clients) client.send(text);
  process.send!({ beganMs });
});
