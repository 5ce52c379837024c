/** What a stage shows, kept in step with its room. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { transport } from '../../audio/state/transport.ts';
import type { KnobTurns, StageOrder } from '../../data/contract/live.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { orderSender } from '../../data/orderSender.ts';
import { knobOrder } from '../../data/rules/stage/orders.ts';
import { PLAIN_STAGE, type StageSettings } from '../../data/rules/stage/stageAddress.ts';
import { movePlaces } from '../../data/stores/places.ts';
import { setKnobClock, takeMove, takeTurns } from '../../data/stores/stageKnobs.ts';
import { useEngine } from '../EngineContext.tsx';
import { followKnobs } from '../parts/looks/midiKnobs.ts';
import { type RoomFeed, roomFeed } from '../parts/looks/roomFeed.ts';
import type { StagePerson, StageRoomState } from '../parts/looks/roomVisit.ts';
import { HOUSE_LOOKS, houseLook, readLookById, type ShownLook } from '../parts/looks/shownLooks.ts';
import { StageFollower } from '../parts/looks/stageFollower.ts';
import { useOnBar } from '../parts/looks/useOnBar.ts';

export interface StageState {
  readonly room: StageRoomState | null;
  readonly people: readonly StagePerson[];
  /** What sounds, or is about to. */
  readonly rifff: Rifff | null;
  readonly look: ShownLook;
  /** The look of the next bar: where none was ordered, the same. */
  readonly coming: ShownLook;
  /** The look of the address is not there; empty otherwise. */
  readonly trouble: string;
  /** The code opens nothing (any more). */
  readonly hasEnded: boolean;
}

/**
 * Sound that the browser keeps ahead: a machine that draws and streams may be busy for so long without a gap, and what
 * comes waits for its bar anyway.
 */
const KEPT_AHEAD_SEC = 0.1;

/** Plays whatever comes; where the browser wants a gesture first, any will do. */
function usePlaying(hasEnded: boolean): void {
  const engine = useEngine();
  useEffect(() => {
    if (hasEnded) return;
    engine.setLatencyHint(KEPT_AHEAD_SEC);
    const begin = () => {
      if (transport.status !== 'playing') void engine.play().catch(() => {});
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const name of events) addEventListener(name, begin);
    return () => {
      for (const name of events) removeEventListener(name, begin);
      engine.stop();
    };
  }, [engine, hasEnded]);
}

/** Shown until the look of an address has come, and where it is not there. */
const PLAIN_LOOK = HOUSE_LOOKS.find(({ key }) => key === PLAIN_STAGE.look)!;
const NO_LOOK = 'The look of this address is not there (any more)';

/** The look that a stage shows: the one of its address, then those that are ordered, each with the next bar. */
function useLook(key: string, looks: readonly ShownLook[] | undefined, rifff: Rifff | null) {
  const [look, setWish, coming] = useOnBar(houseLook(key) ?? PLAIN_LOOK, rifff);
  const [trouble, setTrouble] = useState('');
  const known = useRef<readonly ShownLook[]>([]);
  known.current = looks ?? [];
  const wished = useRef(look);
  /** Key of an order whose look the room has not told yet. */
  const waiting = useRef('');
  const wish = useCallback(
    (next: ShownLook) => {
      wished.current = next;
      waiting.current = '';
      setWish(next);
    },
    [setWish],
  );

  const isRead = looks !== undefined;
  useEffect(() => {
    if (!isRead || houseLook(key)) return;
    const own = known.current.find((one) => one.key === key);
    if (own) return wish(own);
    const stop = new AbortController();
    readLookById(key, stop.signal).then(wish, () => {
      if (!stop.signal.aborted) setTrouble(NO_LOOK);
    });
    return () => stop.abort();
  }, [key, isRead, wish]);

  // One that the room took in anew is shown as it is now; one that it may not use any more is not shown.
  useEffect(() => {
    const now = wished.current;
    const ordered = looks?.find((one) => one.key === waiting.current);
    if (ordered) return wish(ordered);
    if (!looks || houseLook(now.key)) return;
    const again = looks.find((one) => one.key === now.key);
    if (again ? again !== now : now.key !== key) wish(again ?? PLAIN_LOOK);
  }, [looks, key, wish]);

  /** Takes the look of an order; one that is unknown here waits for what the room tells next. */
  const order = useCallback(
    (ordered: string) => {
      const next = known.current.find((one) => one.key === ordered) ?? houseLook(ordered);
      if (next) wish(next);
      else waiting.current = ordered;
    },
    [wish],
  );
  return { look, coming, order, trouble };
}

/** Knobs of this stage: its own controllers turn them and tell the room, as others do. */
function useKnobs(feed: RoomFeed, controllers: readonly number[]) {
  useEffect(() => {
    const sender = orderSender((order) => {
      // Also where the room cannot be told.
      if (order.knobs) takeMove(order.knobs, order.atMs);
      movePlaces();
      void feed.order(order).catch(() => {});
    }, feed.nowMs);
    const stop = followKnobs(controllers, (knob, value) => sender.give(knobOrder(knob, value)));
    return () => {
      stop();
      sender.stop();
    };
  }, [feed, controllers]);
}

/** Takes what the room says of the knobs. */
function takeKnobs({ knobs, atMs }: StageOrder, turns: KnobTurns | undefined): void {
  if (turns) takeTurns(turns);
  else if (knobs) takeMove(knobs, atMs);
  else return;
  movePlaces();
}

/** Follows a room by the code of its stage. */
export function useStage(code: string, settings: StageSettings, source?: RoomFeed): StageState {
  const engine = useEngine();
  const feed = useMemo(() => source ?? roomFeed(code), [code, source]);
  const [room, setRoom] = useState<StageRoomState | null>(null);
  const [rifff, setRifff] = useState<Rifff | null>(null);
  const [people, setPeople] = useState<readonly StagePerson[]>([]);
  const [hasEnded, setEnded] = useState(false);
  const { look, coming, order: orderLook, trouble } = useLook(settings.look, room?.looks, rifff);
  const { blendBars, knobs } = settings;
  const hasLook = settings.look !== PLAIN_STAGE.look;
  useKnobs(feed, knobs);
  usePlaying(hasEnded);

  useEffect(() => {
    let isOver = false;
    const sound = {
      preload: (next: Rifff, signal?: AbortSignal) => engine.preload(next, signal),
      setRifff: async (...args: Parameters<typeof engine.setRifff>) => {
        await engine.setRifff(...args);
        // The code may have been taken back while it waited for its bar.
        if (isOver) engine.stop();
        else if (transport.status !== 'playing') void engine.play().catch(() => {});
      },
    };
    const follower = new StageFollower(sound, blendBars, setRifff);
    const stop = feed.follow({
      room(state) {
        setRoom(state);
        follower.take(state.rifffs);
      },
      people: setPeople,
      order(said: StageOrder, isKept, turns) {
        const { look: wish, blendBars: bars, ...order } = said;
        // What stands in the address is meant for this stage: only what is said while it runs goes before it.
        if (wish && !(isKept && hasLook)) orderLook(wish);
        takeKnobs(said, turns);
        const isOwn = isKept && blendBars !== PLAIN_STAGE.blendBars;
        follower.order({ ...order, ...(bars !== undefined && !isOwn && { blendBars: bars }) });
      },
      clock: setKnobClock,
      online() {},
      ended() {
        isOver = true;
        follower.stop();
        engine.stop();
        setRifff(null);
        setEnded(true);
      },
    });
    return () => {
      isOver = true;
      stop();
      follower.stop();
      setKnobClock(null);
    };
  }, [engine, feed, blendBars, hasLook, orderLook]);

  return { room, people, rifff, look, coming, trouble, hasEnded };
}
