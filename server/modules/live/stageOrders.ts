/** What the stages of a room were told, kept so that one that comes later or begins anew does it too. */
import type { Socket } from 'socket.io';
import { type StageOrder, StageOrderSchema } from '../../../src/data/contract/live.ts';
import { mergeOrder } from '../../../src/data/rules/stage/orders.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';

/** Orders are forgotten this long after the last one. */
const KEPT_MS = 24 * 3_600_000;
const TRIES = 5;

const keyOf = (jamId: string) => `stage:${jamId}`;
const read = (text: string): StageOrder => StageOrderSchema.safeParse(JSON.parse(text)).data ?? {};

/** Adds an order to what was said before. Of orders at the same moment one may be left out: it was told all the same. */
export async function keepOrder(fanOut: FanOut, jamId: string, order: StageOrder): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const text = await fanOut.register.read(keyOf(jamId));
    const all = mergeOrder(text === null ? {} : read(text), order);
    const isKept = await fanOut.register.replace(keyOf(jamId), text, JSON.stringify(all), KEPT_MS);
    if (isKept) return;
  }
}

/** Tells a stage or a control that came into the room (short id) what was said to the others. */
export async function tellKeptOrder(fanOut: FanOut, socket: Socket, jamId: string): Promise<void> {
  const text = await fanOut.register.read(keyOf(jamId));
  if (text !== null) socket.emit('order', { jamId, order: read(text) });
}
