/**
 * The endless page of the pool: loops that were made on this device, and those that are being made. It lasts as long as
 * the window; loops that no draft took are let go with it.
 */
import { proxy, ref } from 'valtio/vanilla';
import type { Loop } from '../contract/loop.ts';
import type { LoopOrder } from '../contract/making.ts';
import { letGoUnused, rememberUnused } from './unusedLoops.ts';

/** A loop that is not there yet. */
export interface Making {
  readonly id: number;
  readonly order: LoopOrder;
  hasFailed: boolean;
}

interface MadeLoops {
  /** Oldest first. Documents are not proxies: they never change. */
  loops: Loop[];
  making: Making[];
}

/** Rows of the page; of more the oldest goes. */
export const MADE_ROWS_MAX = 50;
/** Loops that are made at the same time. */
export const MAKING_MAX = 3;

export const madeLoops = proxy<MadeLoops>({ loops: [], making: [] });

/** Makes the loop of an order and keeps it on this device. */
export type MakeLoop = (order: LoopOrder, signal: AbortSignal) => Promise<Loop>;

let lastId = 0;
const cancels = new Map<number, AbortController>();

function dropMaking(id: number): void {
  madeLoops.making = madeLoops.making.filter((one) => one.id !== id);
  cancels.delete(id);
}

/** How many are on their way. */
export const makingCount = (): number => cancels.size;

/**
 * Makes a loop and puts it at the end of the page; meanwhile and when it failed it stands among those being made.
 * @returns the loop; null when it was cancelled, failed, or when too many are being made already
 */
export async function makeForPage(order: LoopOrder, make: MakeLoop): Promise<Loop | null> {
  if (cancels.size >= MAKING_MAX) return null;
  lastId += 1;
  const id = lastId;
  const cancel = new AbortController();
  cancels.set(id, cancel);
  madeLoops.making.push({ id, order, hasFailed: false });
  try {
    const loop = await make(order, cancel.signal);
    rememberUnused(loop._id);
    if (cancel.signal.aborted) {
      void letGoUnused([loop._id]);
      return null;
    }
    dropMaking(id);
    madeLoops.loops.push(ref(loop));
    const tooMany = madeLoops.loops.length - MADE_ROWS_MAX;
    if (tooMany > 0) dropMade(madeLoops.loops.slice(0, tooMany).map(({ _id }) => _id));
    return loop;
  } catch (cause) {
    cancels.delete(id);
    if (cancel.signal.aborted) return null;
    console.error('A loop could not be made', cause);
    const row = madeLoops.making.find((one) => one.id === id);
    if (row) row.hasFailed = true;
    return null;
  }
}

/** Stops making a loop, or takes one off the page that could not be made. */
export function cancelMaking(id: number): void {
  cancels.get(id)?.abort();
  dropMaking(id);
}

/** Takes loops off the page; those that no draft took let their samples go. */
export function dropMade(loopIds: readonly string[]): void {
  madeLoops.loops = madeLoops.loops.filter(({ _id }) => !loopIds.includes(_id));
  void letGoUnused(loopIds);
}
