/** What a stage shows, kept in step with its room. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { sampleNow, telemetryRef } from '../../audio/engine/telemetry.ts';
import { transport } from '../../audio/state/transport.ts';
import type { StageOrder } from '../../data/contract/live.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { StageLook } from '../../data/contract/stageLooks.ts';
import { PLAIN_STAGE, type StageSettings } from '../../data/rules/stage/stageAddress.ts';
import { movePlaces } from '../../data/stores/places.ts';
import { useEngine } from '../EngineContext.tsx';
import { followKnobs } from './midiKnobs.ts';
import { type RoomFeed, roomFeed, type StagePerson, type StageRoomState } from './roomFeed.ts';
import { StageFollower } from './stageFollower.ts';

export interface StageState {
  readonly room: StageRoomState | null;
  readonly people: readonly StagePerson[];
  /** What sounds, or is about to. */
  readonly rifff: Rifff | null;
  readonly look: StageLook;
  /** The code opens nothing (any more). */
  readonly hasEnded: boolean;
}

/** Shortest time between two looks: a change of ground is half a flash. */
const LOOK_HOLD_MS = 500;
/** Longest wait for a bar; of longer ones the next beat is taken. */
const LONGEST_BAR_WAIT_MS = 4000;

/** Milliseconds until the next bar of what sounds; 0 where nothing does. */
function untilBarMs(rifff: Rifff | null): number {
  sampleNow();
  const { isPlaying, phase, bars } = telemetryRef.current;
  if (!rifff || !isPlaying) return 0;
  const { barLength, bps } = rifff.state;
  const beats = (phase * bars * barLength) / 4;
  const until = (everyBeats: number) =>
    ((Math.floor(beats / everyBeats) + 1) * everyBeats - beats) * (1000 / bps);
  const bar = until(barLength / 4);
  return bar <= LONGEST_BAR_WAIT_MS ? bar : until(1);
}

/** The newest look that was wished for: it comes with the next bar of what sounds, never faster than is safe to see. */
function useLookOnBar(first: StageLook, rifff: Rifff | null) {
  const [look, setLook] = useState(first);
  const [wish, setWish] = useState(first);
  const heard = useRef(rifff);
  heard.current = rifff;
  const changedMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (wish === look) return;
    const hold = LOOK_HOLD_MS - (performance.now() - changedMs.current);
    const timer = setTimeout(
      () => {
        setLook(wish);
        changedMs.current = performance.now();
      },
      Math.max(0, hold, untilBarMs(heard.current)),
    );
    return () => clearTimeout(timer);
  }, [wish, look]);
  return { look, setWish };
}

/** Plays whatever comes; where the browser wants a gesture first, any will do. */
function usePlaying(hasEnded: boolean): void {
  const engine = useEngine();
  useEffect(() => {
    if (hasEnded) return;
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

/** Follows a room by the code of its stage. */
export function useStage(code: string, settings: StageSettings, source?: RoomFeed): StageState {
  const engine = useEngine();
  const feed = useMemo(() => source ?? roomFeed(code), [code, source]);
  const [room, setRoom] = useState<StageRoomState | null>(null);
  const [rifff, setRifff] = useState<Rifff | null>(null);
  const [people, setPeople] = useState<readonly StagePerson[]>([]);
  const [hasEnded, setEnded] = useState(false);
  const { look, setWish } = useLookOnBar(settings.look, rifff);
  const { blendBars, knobs } = settings;
  const hasLook = settings.look !== PLAIN_STAGE.look;
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
      order({ look: wish, blendBars: bars, ...order }: StageOrder, isKept) {
        // What stands in the address is meant for this stage: only what is said while it runs goes before it.
        if (wish && !(isKept && hasLook)) setWish(wish);
        const isOwn = isKept && blendBars !== PLAIN_STAGE.blendBars;
        follower.order({ ...order, ...(bars !== undefined && !isOwn && { blendBars: bars }) });
      },
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
    };
  }, [engine, feed, blendBars, hasLook, setWish]);

  useEffect(() => followKnobs(knobs, movePlaces), [knobs]);
  return { room, people, rifff, look, hasEnded };
}
