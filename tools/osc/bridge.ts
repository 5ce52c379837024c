/** Hears Open Sound Control on this machine and tells the stages of a room, as a remote control does. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'node-osc';
import { io, type Socket } from 'socket.io-client';
import type { StageOrder } from '../../src/data/contract/live.ts';
import { orderSender } from '../../src/data/orderSender.ts';
import { probeClock } from '../../src/data/rules/time/probing.ts';
import { type RoomClock, roomTimeAt } from '../../src/data/rules/time/sharedClock.ts';
import { type OscMessage, orderOf } from './orders.ts';

const ANSWER_MS = 10_000;

export interface BridgeOptions {
  /** Address of the remote control or of the stage: `https://example.org/jam/CODE/control`. */
  readonly control: string;
  /** UDP port to hear on; 0 for any that is free. */
  readonly port: number;
  /** Address of this machine to hear on. */
  readonly host: string;
  /** Takes a line for the person who runs it. */
  say(line: string): void;
}

export interface Bridge {
  /** UDP port that it hears on. */
  readonly port: number;
  /** Name of the room. */
  readonly room: string;
  close(): Promise<void>;
}

/** Server and code in the address of a remote control. @throws Error in words, where it is none */
function readAddress(control: string): { origin: string; code: string } {
  const url = URL.canParse(control) ? new URL(control) : null;
  const code = /^\/jam\/([A-Za-z0-9-]{1,32})\/(?:control|stage)\/?$/.exec(url?.pathname ?? '')?.[1];
  if (!url || !code || !/^https?:$/.test(url.protocol)) {
    throw new Error('Give the address of a remote control: https://example.org/jam/CODE/control');
  }
  return { origin: url.origin, code };
}

/** The jam that a code opens for a stage. @throws Error in words */
async function findJam(origin: string, code: string): Promise<{ id: string; name: string }> {
  const answer = await fetch(`${origin}/api/jam/code/${code}`).catch(() => null);
  if (!answer) throw new Error(`${origin} does not answer`);
  const { data } = (await answer.json().catch(() => ({}))) as {
    data?: { purpose: string; jam: { id: string; name: string } };
  };
  if (data?.purpose !== 'stage') throw new Error('This code opens no stage (any more)');
  return data.jam;
}

/** The line to the room, which enters it again after each connection. */
function lineTo(origin: string, code: string, jamId: string, say: BridgeOptions['say']): Socket {
  const socket = io(origin, { transports: ['websocket'], auth: { code }, forceNew: true });
  socket.on('connect', async () => {
    const wish = { jamId, since: 0, activity: 'here', answers: null, isTogether: false };
    const answer = await socket
      .timeout(ANSWER_MS)
      .emitWithAck('enter', wish)
      .catch(() => null);
    say(answer?.ok ? 'Connected.' : `The room is closed: ${answer?.message ?? 'no answer'}`);
  });
  socket.on('disconnect', () => say('No connection. It is tried again.'));
  socket.on('connect_error', ({ message }) => say(`No connection: ${message}`));
  return socket;
}

/**
 * Starts the bridge. Messages that say nothing to a stage are passed over; a broken one is said once a minute at most.
 *
 * @throws Error in words where the address is none, the code opens nothing, or this machine cannot hear there
 */
export async function startBridge({ control, port, host, say }: BridgeOptions): Promise<Bridge> {
  const { origin, code } = readAddress(control);
  const jam = await findJam(origin, code);
  const osc = new Server(port, host);
  const failure = once(osc, 'error').then(([error]) => Promise.reject(error as Error));
  await Promise.race([once(osc, 'listening'), failure]).catch((error: Error) => {
    throw new Error(`Cannot hear on ${host}, port ${port}: ${error.message}`);
  });
  // What comes broken later ends nothing.
  failure.catch(() => {});
  const socket = lineTo(origin, code, jam.id, say);
  let clock: RoomClock | null = null;
  let isOver = false;
  void probeClock({
    ask: async (sentMs) => {
      const answer = await socket
        .timeout(ANSWER_MS)
        .emitWithAck('probe', { jamId: jam.id, sentMs });
      if (!answer.ok) throw new Error(answer.message);
      return answer;
    },
    nowMs: () => performance.now(),
    delay: (ms) => sleep(ms, undefined, { ref: false }),
    heard: (memory) => {
      clock = memory.clock;
    },
    isOver: () => isOver,
  });
  const sender = orderSender(
    (order: StageOrder) => {
      if (socket.connected) socket.emit('order', { jamId: jam.id, ...order }, () => {});
    },
    () => clock && roomTimeAt(clock, performance.now()),
  );
  const take = (message: OscMessage) => {
    const order = orderOf(message);
    if (order) sender.give(order);
  };
  osc.on('message', (message: [string, ...unknown[]]) => take(message));
  osc.on('bundle', ({ elements }: { elements: [string, ...unknown[]][] }) => {
    for (const element of elements) if (Array.isArray(element)) take(element);
  });
  let saidMs = 0;
  osc.on('error', (error: Error) => {
    if (Date.now() - saidMs < 60_000) return;
    saidMs = Date.now();
    say(`A message could not be read: ${error.message}`);
  });
  return {
    port: osc._sock.address().port,
    room: jam.name,
    async close() {
      isOver = true;
      sender.stop();
      socket.disconnect();
      await osc.close();
    },
  };
}
