/** Opens a line to the server. The package is fetched with the first. */
import type { Socket } from 'socket.io-client';
import { readStoredCredential } from './credential.ts';
import { inBase } from './rules/site/base.ts';

interface SocketPlace {
  /** Code of a stage, instead of the credential of this device. */
  readonly stageCode?: string | undefined;
  /** Origin of the server; this page's own without. */
  readonly origin?: string | undefined;
}

/** A socket of its own, on its way to the server; it comes back by itself after a broken line. */
export async function openSocket({ stageCode, origin }: SocketPlace = {}): Promise<Socket> {
  const { io } = await import('socket.io-client');
  const auth = (give: (auth: object) => void) => {
    const credential = readStoredCredential();
    give(stageCode ? { code: stageCode } : credential ? { credential } : {});
  };
  const settings = {
    path: inBase('/socket.io'),
    transports: ['websocket'],
    auth,
    reconnectionDelayMax: 5000,
    forceNew: true,
  };
  return origin ? io(origin, settings) : io(settings);
}
