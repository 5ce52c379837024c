import { useState } from 'react';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import type { Take } from '../../../data/rules/arcade/wanted.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { layoutRings, pickRing } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { useCrowdView } from '../fieldParts.tsx';
import { useFieldHands } from '../useArcade.ts';
import { numbered, PLAY_HANDS, type PlayDeed, WATCH_HANDS } from './playHands.ts';
import type { Play } from './usePlay.ts';

/** The loop that the large button takes: the one that helps most, until the player chooses another. */
export function useChosen(takes: readonly Take[], shareId: string | undefined) {
  const [own, setOwn] = useState<{ share: string | undefined; loop: string } | null>(null);
  const free = takes.filter(({ prospect }) => prospect !== undefined);
  const best = free.reduce<Take | undefined>(
    (most, one) =>
      most &&
      (Number(most.isAskedFor) - Number(one.isAskedFor) ||
        (most.prospect?.worth ?? 0) - (one.prospect?.worth ?? 0)) >= 0
        ? most
        : one,
    undefined,
  );
  const wanted = own && own.share === shareId ? own.loop : undefined;
  const chosen = free.find(({ pick }) => pick.loop.id === wanted) ?? (best as Take | undefined);
  return {
    chosen: chosen ? takes.indexOf(chosen) : -1,
    /** Chooses the next that is free, or the one before. */
    choose(by: 1 | -1) {
      const at = chosen ? free.indexOf(chosen) : -1;
      const next = free[(at + by + free.length) % free.length];
      if (next) setOwn({ share: shareId, loop: next.pick.loop.id });
    },
  };
}

interface DeedsProps {
  play: Play;
  share: SharedRifff | undefined;
  takes: readonly Take[];
  chosen: number;
  choose(by: 1 | -1): void;
  leave(): void;
  made(): void;
  finish(): void;
  /** Is the dialog open that asks whether to finish? */
  isAsked: boolean;
}

/** What a player can do in a run, by keys, gamepad or touch. */
export function usePlayDeeds(props: DeedsProps) {
  const { play, share, takes, chosen, choose, leave, made, finish, isAsked } = props;
  const { own, played, wanted, wish } = play;
  const { focusX, focusY, focusRadius } = useCrowdView();
  const take = (at: number) => {
    const pick = takes[at]?.pick;
    if (pick) wish({ do: 'grab', rifff: pick.rifff.id, loop: pick.loop.id });
  };
  const act = () => {
    own.firstTouch();
    // Read from the run itself: a second key may come before the page shows the result of the first.
    const { phase, state } = played;
    if (phase !== 'play') return;
    if (state.hand) wish({ do: 'place' });
    else if (state.placed.length >= MAX_LOOPS_PER_RIFFF) finish();
    else take(chosen);
  };
  const drop = () => {
    if (played.state.hand) wish({ do: 'drop' });
  };
  const lift = (slot: number) => {
    if (played.state.placed.some((one) => one.slot === slot)) wish({ do: 'lift', slot });
  };
  /** Flies to the next rifff that helps, in the order of the field; where none helps, to the next rifff. */
  const skip = (by: 1 | -1) => {
    own.firstTouch();
    const from = own.flight.aim;
    const there = by > 0 ? wanted.find((at) => at > from) : wanted.findLast((at) => at < from);
    const next = there ?? (by > 0 ? wanted[0] : wanted.at(-1));
    if (next === undefined || next === from) own.flight.skip(by);
    else own.flight.goTo(next);
  };
  /** A touch on a ring takes its loop; a touch in the hole does what the large button does. */
  const touchFront = (x: number, y: number) => {
    if (!share) return;
    const { rings, character } = rifffModel(share.rifff, rifffBars(share.rifff));
    const layout = layoutRings(rings, focusRadius, { character });
    const slot = pickRing(layout, x - focusX, y - focusY);
    const loop = share.rifff.state.playback[slot]?.slot.current?.currentLoop;
    if (loop === undefined) act();
    else take(takes.findIndex(({ pick }) => pick.loop.id === loop));
  };
  const back = () => (played.state.hand && !isAsked ? drop() : leave());
  const pressed = () => (isAsked ? finish() : act());
  const all: Record<PlayDeed, () => void> = {
    act: pressed,
    choosePrevious: () => choose(-1),
    chooseNext: () => choose(1),
    next: () => skip(1),
    previous: () => skip(-1),
    drop,
    made,
    listen: own.toggleSound,
    leave,
    back,
    ...numbered('take', take),
    ...numbered('lift', lift),
  };
  const { isScript } = played;
  useFieldHands<string>(own, isScript ? WATCH_HANDS : PLAY_HANDS, all);
  return { act, take, lift, drop, touchFront, leave, made, finish };
}
