/** Sends orders to the stages of a room: together, and not with every step of a knob. */
import type { StageOrder } from './contract/live.ts';
import { mergeOrder } from './rules/stage/orders.ts';

/** Between two orders: stages move as slowly as is safe, so that no step of a knob is seen. */
const GAP_MS = 250;
/** For so long what the room says of a knob that was turned here is late: it is one's own word. */
export const OWN_KNOB_MS = 1000;

export interface OrderSender {
  /** Sends an order at once, or soon with those that come until then. */
  give(order: StageOrder): void;
  /** Sends what waits, and nothing after it. */
  stop(): void;
}

/**
 * @param send takes an order; the newest word of each kind is always sent
 * @param roomMs the room's clock now, which orders to knobs bear; null while it is not known
 */
export function orderSender(
  send: (order: StageOrder) => void,
  roomMs: () => number | null,
): OrderSender {
  let waiting: StageOrder | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendNow = (order: StageOrder) => {
    const nowMs = order.knobs ? roomMs() : null;
    send(nowMs === null ? order : { ...order, atMs: Math.round(nowMs) });
  };
  const flush = () => {
    timer = undefined;
    if (!waiting) return;
    sendNow(waiting);
    waiting = null;
    timer = setTimeout(flush, GAP_MS);
  };
  return {
    give(order) {
      waiting = mergeOrder(waiting ?? {}, order);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
      if (waiting) sendNow(waiting);
      waiting = null;
    },
  };
}
