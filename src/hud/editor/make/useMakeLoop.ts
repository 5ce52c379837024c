import { useState } from 'react';
import type { NewLoop, SoundSamples, Studio } from '../../../audio/Studio.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { usedSlots } from '../../../data/rules/draft.ts';
import { notify } from '../../../data/stores/ui.ts';
import { currentRifff, refuseNinth } from '../actions/desk.ts';
import { useEditorActions } from '../EditorContext.tsx';

/** A loop as an instrument makes it; tempo, metre and maker are the draft's. */
export interface MadeLoop {
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

/**
 * Keeps what an instrument made as a loop of this device and puts it into the draft, where it plays.
 * @param render makes the samples at the draft's tempo
 * @returns the action, and whether it is under way; it answers whether the loop is in the draft
 */
export function useMakeLoop(
  studio: Studio | null,
  render: (studio: Studio, bps: number) => Promise<MadeLoop>,
): { make(): Promise<boolean>; isMaking: boolean } {
  const actions = useEditorActions();
  const [isMaking, setMaking] = useState(false);
  const make = async (): Promise<boolean> => {
    if (!studio || isMaking) return false;
    if (usedSlots(currentRifff()) >= MAX_LOOPS_PER_RIFFF) {
      refuseNinth();
      return false;
    }
    setMaking(true);
    try {
      const { state, userName } = currentRifff();
      const { bps, barLength } = state;
      const { samples, about } = await render(studio, bps);
      const name = freeName(about.name);
      const loop = await studio.keepLoop(samples, { ...about, name, bps, barLength, userName });
      return actions.add(loop);
    } catch (cause) {
      console.error('A loop could not be made', cause);
      notify('The loop could not be made. Nothing is lost: try again.');
      return false;
    } finally {
      setMaking(false);
    }
  };
  return { make, isMaking };
}
