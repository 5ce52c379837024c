/**
 * The line to rooms. The package is fetched with the first room that is entered. Sockets only announce: after every
 * connection the room is entered again and what was missed is asked for, so that nothing is lost or comes twice.
 */

import { call } from './client.ts';
import { JAM_CALLS } from './contract/calls.ts';
import { ApiError, type ErrorCode } from './contract/errors.ts';
import type {
  Activity,
  EnterAnswer,
  JamEvent,
  KnobTurns,
  ProbeAnswer,
  RefusedAnswer,
  RoomTransport,
  StageOrder,
  Touch,
} from './contract/live.ts';
import { onCredentialChange } from './credential.ts';
import { openSocket } from './openSocket.ts';
import {
  type CaughtUp,
  onAnnounced,
  onEntered,
  onFailed,
  onPage,
  onRetry,
  startCatchUp,
} from './rules/jam/catchUp.ts';
import {
  noteNews,
  type RoomLine,
  type RoomState,
  room,
  setLine,
  setOut,
  setPresence,
  setRoom,
  setTransport,
} from './stores/room.ts';
import { noteOrder, noteRoomTime } from './stores/roomKnobs.ts';
import { noteDecision } from './stores/serverSays.ts';

const ANSWER_MS = 10_000;
/** After a request or page that failed. */
const AGAIN_MS = 2000;

/** What a page does with what it hears. */
export interface RoomListener {
  /** In their order, each once. */
  events(events: readonly JamEvent[]): void;
  /** The server knows less than this page: everything of the jam has to be read anew. */
  reset?(): void;
  touches?(touches: readonly (Touch & { readonly user: string })[]): void;
  knock?(who: { readonly user: string; readonly displayName: string }): void;
  /** @param turns moves of the knobs before, where this page just came in */
  order?(order: StageOrder, turns?: KnobTurns): void;
  /** The line has ended for good: this person may not hear the room any more. */
  out?(reason: OutReason): void;
}

/** Why the person is out of a room. */
export type OutReason = NonNullable<RoomState['outReason']>;

/** A room that this page is in. Requests reject with an `ApiError`. */
export interface RoomLink {
  /** @param answers the rifff of the jam that is answered, where one edits or records */
  setActivity(activity: Activity, answers?: string | null): void;
  /** Says whether this page listens together with the others. */
  setTogether(isTogether: boolean): void;
  /** Dropped where the line is down or behind. */
  touch(touch: Touch): void;
  knock(): Promise<void>;
  move(
    change: Omit<RoomTransport, 'version' | 'host'> & { readonly isHosted: boolean },
  ): Promise<RoomTransport>;
  order(order: StageOrder): Promise<void>;
  /** Two times of the room's clock: as it was asked and as it was answered. @param sentMs by this page's clock */
  probe(sentMs: number): Promise<ProbeAnswer>;
  leave(): void;
}

export interface RoomOptions {
  /** Either id. */
  readonly jamId: string;
  /** Number of the newest event that is in what the page has read: `lastEvent` of the jam. */
  readonly since: number;
  readonly activity?: Activity;
  /** The rifff of the jam that is answered. */
  readonly answers?: string | null;
  /** Code of a stage, instead of the credential of this device. */
  readonly stageCode?: string;
  /** Origin of the server; this page's own without. */
  readonly origin?: string;
  /** Reads a page of events; the call of the contract without. */
  readonly readPage?: (
    jamId: string,
    since: number,
  ) => Promise<{ readonly events: readonly JamEvent[]; readonly last: number }>;
}

const readByCall: NonNullable<RoomOptions['readPage']> = (id, since) =>
  call(JAM_CALLS.jamEvents, { params: { id }, query: { since } });

type Answer = { readonly ok: true } | RefusedAnswer;

let endPresent: () => void = () => {};

/** Enters a room; one at a time, the last one. The state is in `stores/room.ts`. */
export async function enterRoom(options: RoomOptions, listener: RoomListener): Promise<RoomLink> {
  const { stageCode, origin, readPage = readByCall } = options;
  endPresent();
  let isLeft = false;
  endPresent = () => {
    isLeft = true;
  };
  setRoom(options.jamId);
  const socket = await openSocket({ stageCode, origin });

  let { jamId, activity = 'here', answers = null } = options;
  let state = startCatchUp(options.since);
  let isTogether = false;
  let isIn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Calls of requests that wait until the room has been entered. */
  const waiting = new Set<() => void>();

  const again = (work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(() => !isLeft && work(), AGAIN_MS);
  };
  const doing = () => ({ activity, answers, isTogether });
  const line = (now: RoomLine) => !isLeft && setLine(now);

  /** @throws ApiError of the refusal, or `unavailable` where no answer came */
  const ask = async <T>(name: string, body: object): Promise<T> => {
    let answer: Answer;
    try {
      answer = (await socket.timeout(ANSWER_MS).emitWithAck(name, { jamId, ...body })) as Answer;
    } catch (cause) {
      throw new ApiError('unavailable', 'The server could not be reached', cause, 0);
    }
    if (!answer.ok) throw new ApiError(answer.code as ErrorCode, answer.message);
    return answer as T;
  };

  const entered = () =>
    new Promise<void>((resolve, reject) => {
      if (isIn) return resolve();
      const call = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        waiting.delete(call);
        reject(new ApiError('unavailable', 'The server could not be reached', undefined, 0));
      }, ANSWER_MS);
      waiting.add(call);
    });

  /** Asks once the room has been entered: the server refuses who is not in it. Throws as `ask` does. */
  async function askInside<T>(name: string, body: object): Promise<T> {
    await entered();
    return ask<T>(name, body);
  }

  function take(result: CaughtUp): void {
    state = result.state;
    if (result.isReset) listener.reset?.();
    if (result.deliver.length > 0) listener.events(result.deliver);
    if (result.ask !== null) void askPage(result.ask);
  }

  async function askPage(since: number): Promise<void> {
    try {
      const page = await readPage(jamId, since);
      if (!isLeft) take(onPage(state, since, page));
    } catch {
      state = onFailed(state);
      again(() => (isIn ? take(onRetry(state)) : undefined));
    }
  }

  async function enter(): Promise<void> {
    const since = state.last;
    try {
      const answer = await ask<EnterAnswer>('enter', { since, ...doing() });
      if (isLeft) return;
      jamId = answer.jamId;
      isIn = true;
      for (const call of waiting) call();
      waiting.clear();
      room.jamId = jamId;
      setPresence({ isWhole: true, here: answer.here, gone: [], count: answer.count });
      setTransport(answer.transport);
      noteRoomTime(answer.atMs);
      line('on');
      take(onEntered(state, since, answer.last));
    } catch (error) {
      if (isLeft || !socket.connected) return;
      const { code } = error as ApiError;
      if (code === 'not_found' || code === 'forbidden' || code === 'unauthorised') shut('closed');
      else again(() => void enter());
    }
  }

  function end(): void {
    isLeft = true;
    isIn = false;
    clearTimeout(timer);
    stopWatching();
    socket.disconnect();
  }
  function shut(reason: OutReason): void {
    end();
    setOut(reason);
    listener.out?.(reason);
  }

  socket.on('connect', () => void enter());
  socket.on('disconnect', (reason) => {
    isIn = false;
    line('away');
    // The server ended it by hand, such as for a rate: come back, later.
    if (reason === 'io server disconnect') again(() => socket.connect());
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    line('away');
    const code = error.data?.code;
    if (code === 'unauthorised' || code === 'forbidden') shut('signed-out');
    else if (!socket.active) again(() => socket.connect());
  });
  // A socket of one room hears of no other.
  const hear = <T>(name: string, work: (news: T) => void) =>
    socket.on(name, (news: T) => !isLeft && work(news));
  hear<{ jamId: string; events: JamEvent[] }>('events', ({ events }) =>
    take(onAnnounced(state, events)),
  );
  hear<{ jamId: string } & Parameters<typeof setPresence>[0]>('presence', setPresence);
  hear<{ jamId: string; transport: RoomTransport }>('transport', ({ transport }) =>
    setTransport(transport),
  );
  hear<{ jamId: string; touches: (Touch & { user: string })[] }>('touches', ({ touches }) =>
    listener.touches?.(touches),
  );
  hear<{ jamId: string; user: string; displayName: string }>('knock', ({ user, displayName }) =>
    listener.knock?.({ user, displayName }),
  );
  hear<{ jamId: string; order: StageOrder; turns?: KnobTurns }>('order', (news) => {
    void noteOrder(news.jamId, news.order, news.turns);
    listener.order?.(news.order, news.turns);
  });
  hear<object>('notified', noteNews);
  hear<object>('site', noteDecision);
  hear<{ jamId: string; reason: OutReason }>('out', ({ reason }) => shut(reason));
  // A person signed in or out in another tab: this page enters anew as that account.
  const stopWatching =
    stageCode || typeof window === 'undefined'
      ? () => {}
      : onCredentialChange(() => !isLeft && socket.disconnect().connect());
  // Another room was entered, or this one left, while the package came.
  if (isLeft) end();
  else endPresent = end;

  return {
    setActivity(next, answered = null) {
      activity = next;
      answers = answered;
      if (isIn) ask('activity', doing()).catch(() => {});
    },
    setTogether(next) {
      if (isTogether === next) return;
      isTogether = next;
      if (isIn) ask('activity', doing()).catch(() => {});
    },
    touch(touch) {
      if (isIn) socket.volatile.emit('touch', { jamId, ...touch });
    },
    knock: async () => void (await askInside('knock', {})),
    async move(change) {
      const { transport } = await askInside<{ transport: RoomTransport }>('transport', change);
      setTransport(transport);
      return transport;
    },
    order: async (order) => void (await askInside('order', order)),
    probe: (sentMs) => ask<ProbeAnswer>('probe', { sentMs }),
    leave() {
      if (isLeft) return;
      end();
      setRoom('');
    },
  };
}
