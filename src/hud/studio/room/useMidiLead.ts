import { useEffect, useRef, useState } from 'react';
import { play } from '../../../audio/state/play.ts';
import type { Studio } from '../../../audio/studio/Studio.ts';
import { setTempo } from '../../../data/rules/draft/draft.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import type { Together } from './useTogether.ts';

/** Hardware that leads what this page plays. */
export interface MidiLead {
  readonly isLed: boolean;
  /** Call it inside a gesture. */
  setLed(isLed: boolean): void;
  /** Why hardware may not lead now; '' where it may. */
  readonly hindrance: string;
}

/**
 * Lets a MIDI clock start, stop and lead the rifff on show for as long as the page is open. Listening together it leads
 * the room where this page does; the tempo of the rifff stays then, because the others play the rifff as it is.
 */
export function useMidiLead(own: Listening, together: Together): MidiLead {
  const engine = useEngine();
  const [isWanted, setWanted] = useState(false);
  const latest = useRef({ own, isTogether: together.isOn });
  latest.current = { own, isTogether: together.isOn };
  const hindrance =
    together.isOn && !together.isLead ? 'Take the lead first: the room follows one clock.' : '';
  const isLed = isWanted && hindrance === '';
  useEffect(() => {
    if (!isLed) return;
    let isHere = true;
    let end = () => {};
    let hasSaid = false;
    const follow = async () => {
      const studio: Studio = await engine.studio();
      const stop = await engine.followMidi({
        clock: () => studio.midi.clock(),
        rifff: () => {
          const { _id, state } = latest.current.own.mix;
          return { id: _id, bps: state.bps };
        },
        setTempo(bps) {
          const now = latest.current;
          if (!now.isTogether) return now.own.edit((mix) => setTempo(mix, bps));
          if (hasSaid) return;
          hasSaid = true;
          const bpm = Math.round(600 * now.own.mix.state.bps) / 10;
          notify(`The room plays at ${bpm} bpm: set your hardware to it.`);
        },
      });
      if (isHere) end = stop;
      else stop();
    };
    follow().catch(() => {
      if (isHere) setWanted(false);
      notify('The MIDI clock could not be followed. Try again in a moment.');
    });
    return () => {
      isHere = false;
      end();
    };
  }, [engine, isLed]);
  return {
    isLed: isWanted,
    setLed(next) {
      void engine.unlock();
      setWanted(next);
      if (next && play.midi.clockBps === null) notify('No clock comes in yet.');
    },
    hindrance,
  };
}
