/** Which rifff of a jam is to be heard or shown next, and that it is there. */
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { commit, forgetAutoPlay } from '../../../data/stores/commit.ts';
import { room } from '../../../data/stores/room.ts';
import { useEngine } from '../../EngineContext.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import type { JamView } from './useJam.ts';

/** A rifff that was committed to be played is chosen as soon as it is here; else the newest is on show. */
export function useFirstChoice(ids: readonly string[], own: Listening): void {
  const { autoPlayRifffId } = useSnapshot(commit);
  const { choose } = own;
  const isHere = autoPlayRifffId !== null && ids.includes(autoPlayRifffId);
  useEffect(() => {
    if (!isHere || autoPlayRifffId === null) return;
    forgetAutoPlay();
    choose(autoPlayRifffId);
  }, [isHere, autoPlayRifffId, choose]);
}

/** Chooses and shows rifffs of the tree: one that only the tree knows as soon as it has come. */
export function useChoices(view: JamView, ids: readonly string[], own: Listening) {
  const engine = useEngine();
  const [wanted, setWanted] = useState<{ id: string; plays: boolean } | null>(null);
  const { choose, show } = own;
  const { need } = view;
  const isHere = wanted !== null && ids.includes(wanted.id);
  useEffect(() => {
    if (!isHere || !wanted) return;
    setWanted(null);
    if (wanted.plays) choose(wanted.id);
    else show(wanted.id);
  }, [isHere, wanted, choose, show]);
  const want = (id: string, plays: boolean) => {
    if (ids.includes(id)) {
      setWanted(null);
      return plays ? choose(id) : show(id);
    }
    // Inside the gesture; what it asks for may come after it.
    if (plays) void engine.unlock();
    need([id]);
    setWanted({ id, plays });
  };
  return [(id: string) => want(id, true), (id: string) => want(id, false)] as const;
}

/** Asks for the rifff that those who listen together hear, where only the tree knows it. */
export function useHeardTogether(
  { need }: Pick<JamView, 'need'>,
  ids: readonly string[],
  isOn: boolean,
): void {
  const { rifffId = null } = useSnapshot(room).transport ?? {};
  useEffect(() => {
    if (isOn && rifffId && !ids.includes(rifffId)) need([rifffId]);
  }, [isOn, rifffId, ids, need]);
}
