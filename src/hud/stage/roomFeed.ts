/** What a stage is told of its room, and by whom. The sockets of rooms are to stand behind the same interface. */
import { call } from '../../data/client.ts';
import { JAM_CALLS, MEMBER_CALLS } from '../../data/contract/calls.ts';
import { ApiError } from '../../data/contract/errors.ts';
import { type StageOrder, StageOrderSchema } from '../../data/contract/live.ts';
import type { Rifff } from '../../data/contract/rifff.ts';

export interface StageRoomState {
  readonly jamId: string;
  readonly name: string;
  /** Newest first, with short peaks. */
  readonly rifffs: readonly Rifff[];
}

/** What comes in. */
export interface StageNews {
  /** The newest rifffs, after something has changed. */
  room(state: StageRoomState): void;
  order(order: StageOrder): void;
  /** Cut off, or there again. */
  online(isOnline: boolean): void;
  /** The code opens nothing any more. */
  ended(): void;
}

export interface RoomFeed {
  /** @returns what stops it */
  follow(news: StageNews): () => void;
  /** Tells every stage of the room. @returns whether it was sent */
  order(order: StageOrder): Promise<boolean>;
}

/** Rifffs that a stage holds: echoes and discs, no more. */
const SHOWN = 24;
const POLL_MS = 3000;
const MOST_POLL_MS = 30_000;

async function readRoom(jamId: string, name: string, signal: AbortSignal): Promise<StageRoomState> {
  const query = { pageSize: SHOWN };
  const { rifffs } = await call(JAM_CALLS.jamRifffs, { params: { id: jamId }, query }, signal);
  return { jamId, name, rifffs };
}

/** Does an answer say that the code is none, or none any more? */
const isGone = (error: unknown) =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);

/**
 * A room by its code, asked for what is new every three seconds (seldomer while it is out of reach), with orders between
 * the tabs of one browser.
 */
export function askedFeed(code: string): RoomFeed {
  const channel = () => new BroadcastChannel(`rondo.stage.${code.toUpperCase()}`);
  return {
    follow(news) {
      const stop = new AbortController();
      const orders = channel();
      orders.onmessage = ({ data }) => {
        const order = StageOrderSchema.safeParse(data);
        if (order.success) news.order(order.data);
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      let pauseMs = POLL_MS;
      let last = -1;
      const ask = async () => {
        try {
          const { jam } = await call(MEMBER_CALLS.jamByCode, { params: { code } }, stop.signal);
          if (jam.lastEvent !== last) {
            news.room(await readRoom(jam.id, jam.name, stop.signal));
            last = jam.lastEvent;
          }
          pauseMs = POLL_MS;
          news.online(true);
        } catch (error) {
          if (stop.signal.aborted) return;
          if (isGone(error)) {
            news.ended();
            return;
          }
          pauseMs = Math.min(MOST_POLL_MS, 2 * pauseMs);
          news.online(false);
        }
        if (!stop.signal.aborted) timer = setTimeout(ask, pauseMs);
      };
      const askNow = () => {
        clearTimeout(timer);
        pauseMs = POLL_MS;
        void ask();
      };
      addEventListener('online', askNow);
      void ask();
      return () => {
        stop.abort();
        clearTimeout(timer);
        removeEventListener('online', askNow);
        orders.close();
      };
    },
    async order(order) {
      const orders = channel();
      orders.postMessage(order);
      orders.close();
      return true;
    },
  };
}
