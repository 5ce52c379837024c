import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { chooseRifff, hear, listening } from '../../../data/stores/listening.ts';
import { registerCommands } from '../../parts/commands/registry.ts';
import type { Listening } from '../../parts/listening/useListening.ts';
import { useSkipCommands } from '../actions/useSkipCommands.ts';

/**
 * The list of the page, where a choice in it has the jam sound in place of an answer.
 * @param ids of the list, oldest first
 */
export function overAnswer(own: Listening, ids: readonly string[], isHeard: boolean): Listening {
  if (!isHeard) return own;
  const isPlaying = transport.status === 'playing';
  const go = (id: string) => {
    hear('list');
    if (isPlaying) own.choose(id);
    else chooseRifff(id);
  };
  const skip = (step: 1 | -1) => {
    const id = ids[ids.indexOf(own.shown.rifff._id) + step];
    if (id) go(id);
  };
  return { ...own, choose: go, show: go, skip };
}

/** The commands of a jam. While it sounds, playing and the mix are about it; else about the answer. */
export function useJamCommands(own: Listening, mayMake: boolean): void {
  const latest = useRef(own);
  latest.current = own;
  const { hears } = useSnapshot(listening);
  useSkipCommands({ canBack: own.hasPrevious, canForward: own.hasNext, skip: own.skip });
  useEffect(() => {
    if (hears !== 'list') return;
    const group = 'Jam';
    return registerCommands([
      {
        id: 'editor.play',
        group,
        title: 'Play or pause',
        keys: ['Space'],
        run: () => latest.current.togglePlay(),
      },
      {
        id: 'listening.reset',
        group,
        title: 'Reset the mix',
        // Where something is made, this key records.
        keys: mayMake ? [] : ['Shift+R'],
        isEnabled: () => latest.current.isChanged,
        run: () => latest.current.reset(),
      },
    ]);
  }, [hears, mayMake]);
}
