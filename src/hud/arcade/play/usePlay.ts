import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { type CueId, type Cues, cues } from '../../../data/rules/arcade/cues.ts';
import { type FieldIndex, indexField } from '../../../data/rules/arcade/field.ts';
import type { FieldMusic } from '../../../data/rules/arcade/fieldMusic.ts';
import type { ArcadeState } from '../../../data/rules/arcade/game.ts';
import { loopsOf, type MadeRifff, madeOf } from '../../../data/rules/arcade/made.ts';
import type { Wish } from '../../../data/rules/arcade/run.ts';
import { UNLOCKS, unlocksOf } from '../../../data/rules/arcade/unlocks.ts';
import { offersOf } from '../../../data/rules/arcade/wanted.ts';
import { newId } from '../../../data/rules/ids.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import { type Arcade, useArcade } from '../useArcade.ts';
import { PlayedRun, type PlayPhase } from './playedRun.ts';
import { faultText, handText } from './playText.ts';
import type { PlayRoomProps } from './playTypes.ts';
import { useGoingOn, useRunSound, useSolo } from './usePlayEffects.ts';

/** What the last move came to, to be read. */
export interface Message {
  readonly cues: readonly CueId[];
  readonly text: string;
  readonly points: number;
  /** Another one for each message. */
  readonly key: number;
}

/** A run as the page shows it. */
export interface Play {
  readonly own: Arcade;
  readonly played: PlayedRun;
  readonly index: FieldIndex;
  readonly phase: PlayPhase;
  readonly isHurry: boolean;
  readonly state: ArcadeState;
  readonly cue: Cues;
  readonly made: MadeRifff;
  readonly message: Message | null;
  /** Places of rifffs that hold what is asked for, in the order of the field. */
  readonly wanted: readonly number[];
  /** Makes a move at the moment of the last key or touch. */
  wish(wish: Wish): void;
}

/** A key or a touch at most this long ago counts as the cause of a move. */
const HAND_MS = 150;
/** Moment of the last key or touch, on the page's clock: what a hand does is handled a little later. */
function useHandMs(): () => number {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const note = ({ timeStamp }: Event) => {
      last.current = timeStamp;
    };
    const early = { capture: true, passive: true } as const;
    for (const type of ['keydown', 'pointerdown'] as const) addEventListener(type, note, early);
    return () => {
      for (const type of ['keydown', 'pointerdown'] as const) {
        removeEventListener(type, note, early);
      }
    };
  }, []);
  return useCallback(() => {
    const nowMs = performance.now();
    const ago = nowMs - last.current;
    return ago >= 0 && ago < HAND_MS ? last.current : nowMs;
  }, []);
}

/** Runs after the frame: no state of React is set inside one. */
const later = queueMicrotask;

/** What is told of the time; empty for a cue that is about a move. */
function timeText(id: CueId | undefined, { isOver }: ArcadeState): string {
  if (id === 'hurry') return 'Ten seconds left';
  return id === 'over' && !isOver ? 'Time is over' : '';
}

/** What is told of a move. */
function messageOf(
  state: ArcadeState,
  cue: Cues,
  unlocked: readonly string[],
): Omit<Message, 'key'> {
  const titles = UNLOCKS.filter(({ id }) => unlocked.includes(id)).map(({ title }) => title);
  const more = titles.length > 0 ? `. ${titles.join('. ')}!` : '';
  const ids = cue.last?.cues ?? [];
  const isHand = state.hand !== null && cue.last !== null;
  const fit = isHand && cue.hand ? [...ids, cue.hand.verdict] : ids;
  const points = cue.last?.points ?? 0;
  const text = isHand ? handText(cue) : (cue.last?.say ?? '');
  return { cues: fit, text: text + more, points };
}

/** A field with a run in it, from its count-in to its end. */
export function usePlay(props: PlayRoomProps): Play {
  const { shares, answer, mode, script } = props;
  const { mission, field } = answer;
  const rifffs = useMemo<readonly Rifff[]>(() => shares.map(({ rifff }) => rifff), [shares]);
  const music = useMemo<FieldMusic>(() => {
    const { bps, barLength, root, scale } = mission;
    return { bps, barLength, root, scale };
  }, [mission]);
  const own = useArcade(rifffs, music);
  const index = useMemo(() => indexField(field), [field]);
  const placeOf = useMemo(() => new Map(shares.map(({ _id }, at) => [_id, at])), [shares]);
  const loops = useMemo(() => loopsOf(rifffs), [rifffs]);
  const nameOf = useCallback((id: string) => loops.get(id)?.name ?? '', [loops]);
  const [message, setMessage] = useState<Message | null>(null);
  const say = useCallback((next: Omit<Message, 'key'>) => {
    setMessage((before) => ({ ...next, key: (before?.key ?? 0) + 1 }));
  }, []);
  const latest = useRef({ props, own, placeOf, finish: () => {} });
  latest.current = { ...latest.current, props, own, placeOf };
  const listeners = useRef(new Set<() => void>()).current;
  const version = useRef(0);
  const changed = useCallback(() => {
    version.current += 1;
    for (const listener of listeners) listener();
  }, [listeners]);
  const unlocked = useRef<readonly string[]>([]);
  const [played] = useState(
    (): PlayedRun =>
      new PlayedRun({
        mission,
        index,
        mode,
        script,
        heardSec: (ms) => latest.current.own.sound?.heardSec(ms) ?? null,
        isSoundComing: () => latest.current.own.trouble === '',
        onChange: () => later(changed),
        onCue(ids) {
          for (const id of ids) latest.current.own.sound?.cue(id);
          const words = timeText(ids[0], played.state);
          if (words !== '') {
            later(() => say({ cues: ids, text: words, points: 0 }));
            return;
          }
          const { state: now } = played;
          const fresh = unlocksOf(now, index).filter((id) => !unlocked.current.includes(id));
          unlocked.current = [...unlocked.current, ...fresh];
          later(() => {
            for (const id of fresh) latest.current.own.flight.unlock(id);
            say(messageOf(now, cues(now, index, now.t, nameOf), fresh));
          });
        },
        onGo(rifffId) {
          const at = latest.current.placeOf.get(rifffId);
          if (at !== undefined) latest.current.own.flight.goTo(at);
        },
        onEnd: () => later(() => latest.current.finish()),
      }),
  );
  useSyncExternalStore(
    useCallback(
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      [listeners],
    ),
    () => version.current,
  );

  const { state } = played;
  const userName = useReader();
  const made = useMade(state, shares, loops, userName);
  const cue = useMemo(() => cues(state, index, state.t, nameOf), [state, index, nameOf]);
  const wanted = useMemo(
    () =>
      offersOf(state, index).flatMap(({ rifff, isWanted }) => {
        const at = placeOf.get(rifff);
        return isWanted && at !== undefined ? [at] : [];
      }),
    [state, index, placeOf],
  );
  latest.current.finish = () => {
    const { moves } = played.run;
    const rifff = madeOf(played.state, {
      ...resultOptions(shares, loops, userName),
      ...made.key,
    }).placed;
    props.onEnd({ mode, mission, moves: [...moves], state: played.state, rifff });
  };

  useGoingOn(played);
  useRunSound({ played, own, mode, heard: made.rifff.heard });
  useSolo(own, mode, wanted);

  const handMs = useHandMs();
  const wish = useCallback(
    (next: Wish) => {
      const fault = played.wish(next, handMs(), performance.now());
      const text = fault === null ? '' : faultText(fault);
      if (text !== '') say({ cues: [], text, points: 0 });
    },
    [played, handMs, say],
  );
  const { phase, isHurry } = played;
  return {
    own,
    played,
    index,
    phase,
    isHurry,
    state,
    cue,
    made: made.rifff,
    message,
    wanted,
    wish,
  };
}

/** What the rifff of a run is made out of. */
function resultOptions(
  shares: readonly SharedRifff[],
  loops: ReturnType<typeof loopsOf>,
  userName: string,
) {
  const sources = new Map(
    shares.flatMap(({ _id, jamId, doc_id }) =>
      jamId ? [[_id, { jamId, rifffId: doc_id }] as const] : [],
    ),
  );
  return { loops, userName, sourceOf: (shareId: string) => sources.get(shareId) };
}

/** The rifff that is being made, under one id from beginning to end. */
function useMade(
  state: ArcadeState,
  shares: readonly SharedRifff[],
  loops: ReturnType<typeof loopsOf>,
  userName: string,
): { readonly rifff: MadeRifff; readonly key: { id: string; created: number } } {
  const [key] = useState(() => ({ id: newId(), created: Date.now() }));
  const options = useMemo(
    () => ({ ...resultOptions(shares, loops, userName), ...key }),
    [shares, loops, userName, key],
  );
  const rifff = useMemo(() => madeOf(state, options), [state, options]);
  return { rifff, key };
}
