/** What the stages of a room were told, kept so that one that comes later or begins anew does it too. */
import type { Socket } from 'socket.io';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  type KnobMove,
  type KnobTurns,
  KnobTurnsSchema,
  type StageOrder,
  StageOrderSchema,
} from '../../../src/data/contract/live.ts';
import { STAGE_LOOKS } from '../../../src/data/contract/stageLooks.ts';
import { addMove, NO_TURNS } from '../../../src/data/rules/stage/knobTurns.ts';
import { mergeOrder } from '../../../src/data/rules/stage/orders.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';

/** Orders are forgotten this long after the last one. */
const KEPT_MS = 24 * 3_600_000;
const TRIES = 5;
/** Knobs were turned a moment ago: a slow network is believed, and a clock that goes a little wrong. */
const [LATE_MS, EARLY_MS] = [10_000, 1000];

const keyOf = (jamId: string) => `stage:${jamId}`;
const turnsKey = (jamId: string) => `knobs:${jamId}`;
const read = (text: string): StageOrder => StageOrderSchema.safeParse(JSON.parse(text)).data ?? {};
const readTurns = (text: string): KnobTurns =>
  KnobTurnsSchema.safeParse(JSON.parse(text)).data ?? NO_TURNS;

/**
 * The order as stages are told it: knobs in thousandths, with the time of the room. One without a time, as of a page of
 * before, is of now.
 *
 * @throws ApiError `bad_request` for a time that is not of now
 */
export function timedOrder({ knobs, atMs, ...order }: StageOrder, nowMs: number): StageOrder {
  if (!knobs) return order;
  const turnedMs = Math.round(atMs ?? nowMs);
  if (turnedMs < nowMs - LATE_MS || turnedMs > nowMs + EARLY_MS) {
    throw new ApiError('bad_request', 'The clock of the room is another one');
  }
  const rounded = knobs.map((value) => (value === null ? null : Math.round(1000 * value) / 1000));
  return { ...order, knobs: rounded, atMs: turnedMs };
}

/** Refuses a look that the stages of a room cannot show. @throws ApiError `not_found` */
export async function checkLook(
  queries: Queries,
  jamId: string,
  { look }: StageOrder,
): Promise<void> {
  if (look === undefined || Object.hasOwn(STAGE_LOOKS, look)) return;
  const row = await queries
    .selectFrom('roomLooks')
    .select('lookKey')
    .where('jamId', '=', jamId)
    .where('lookKey', '=', look)
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', 'The room has no such look');
}

/** Changes a text of the register. Of several at the same moment one may be left out. */
async function change(
  { register }: FanOut,
  key: string,
  next: (text: string | null) => unknown,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const text = await register.read(key);
    if (await register.replace(key, text, JSON.stringify(next(text)), KEPT_MS)) return;
  }
}

/** Adds an order, as `timedOrder` answers it, to what was said before. What is left out was told all the same. */
export async function keepOrder(fanOut: FanOut, jamId: string, order: StageOrder): Promise<void> {
  const { atMs, ...said } = order;
  await change(fanOut, keyOf(jamId), (text) => mergeOrder(text === null ? {} : read(text), said));
  const { knobs } = order;
  if (!knobs || atMs === undefined) return;
  const move: KnobMove = { atMs, knobs };
  await change(fanOut, turnsKey(jamId), (text) =>
    addMove(text === null ? NO_TURNS : readTurns(text), move),
  );
}

/** Tells a stage or a control that came into the room (short id) what was said to the others. */
export async function tellKeptOrder(fanOut: FanOut, socket: Socket, jamId: string): Promise<void> {
  const [text, turns] = await Promise.all([
    fanOut.register.read(keyOf(jamId)),
    fanOut.register.read(turnsKey(jamId)),
  ]);
  if (text === null) return;
  const moved = turns === null ? {} : { turns: readTurns(turns) };
  socket.emit('order', { jamId, order: read(text), ...moved });
}
