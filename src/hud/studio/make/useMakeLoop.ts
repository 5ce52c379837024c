import { useState } from 'react';
import { subscribe } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { NewLoop, Pads, SoundSamples, Studio } from '../../../audio/studio/Studio.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { notify } from '../../../data/stores/ui.ts';
import { currentRifff, refuseNinth } from '../actions/draftActions.ts';
import { useEditorActions } from '../EditorContext.tsx';

/** A loop as an instrument makes it; tempo, metre and maker are the draft's. */
interface MadeLoop {
  readonly samples: SoundSamples;
  readonly about: Pick<NewLoop, 'category' | 'length16ths' | 'root' | 'scale'> & {
    /** Gets a number when the rifff has one of this name. */
    readonly name: string;
  };
}

/** A name that no loop of the rifff has yet. */
function freeName(name: string): string {
  const taken = new Set(currentRifff().loops.map((loop) => loop.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** Longest wait for a loop to be ready, ms; what plays goes on meanwhile. */
const READY_MS = 3000;

/** Waits until what was declared to the engine is ready to sound. */
function whenReady(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (transport.load !== 'loading') end();
    };
    const unsubscribe = subscribe(transport, check, true);
    const timer = setTimeout(end, READY_MS);
    function end(): void {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    }
    queueMicrotask(check);
  });
}

/** An instrument leaves its place to the loop that was made of it: on the beat on which that begins. */
async function handOver(instrument: Pick<Pads, 'stop' | 'stopOnBeat'>, isBeside: boolean) {
  if (!isBeside) instrument.stop();
  else {
    await whenReady();
    instrument.stopOnBeat();
  }
}

/**
 * Keeps what an instrument made as a loop of this device and puts it into the draft, where it plays.
 * @param render makes the samples at the draft's tempo
 * @param instrumentOf what stops when its loop takes over
 * @returns the action, and whether it is under way
 */
export function useMakeLoop(
  studio: Studio | null,
  instrumentOf: (studio: Studio) => Pick<Pads, 'stop' | 'stopOnBeat'>,
  render: (studio: Studio, bps: number) => Promise<MadeLoop>,
): { make(): Promise<void>; isMaking: boolean } {
  const actions = useEditorActions();
  const [isMaking, setMaking] = useState(false);
  const make = async (): Promise<void> => {
    if (!studio || isMaking) return;
    if (usedSlots(currentRifff()) >= MAX_LOOPS_PER_RIFFF) {
      refuseNinth();
      return;
    }
    setMaking(true);
    try {
      const { state, userName } = currentRifff();
      const { bps, barLength } = state;
      const { samples, about } = await render(studio, bps);
      const name = freeName(about.name);
      const loop = await studio.keepLoop(samples, { ...about, name, bps, barLength, userName });
      const isBeside = transport.status === 'playing';
      if (actions.add(loop)) await handOver(instrumentOf(studio), isBeside);
    } catch (cause) {
      console.error('A loop could not be made', cause);
      notify('The loop could not be made. Nothing is lost: try again.');
    } finally {
      setMaking(false);
    }
  };
  return { make, isMaking };
}
