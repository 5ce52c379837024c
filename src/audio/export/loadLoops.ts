/** Loops are there before anything is written: an export that cannot be whole does not begin. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { loopInSlot } from '../../data/rules/draft.ts';
import { slotName } from '../../data/rules/exportNames.ts';
import { planSlots } from '../player/slotPlans.ts';
import type { SoundDesk } from './soundFile.ts';

function notLoaded(rifff: Rifff, slot: number, cause?: unknown): Error {
  const name = loopInSlot(rifff, slot)?.name;
  const what = name ? `the loop “${name}” (${slotName(rifff, slot)})` : slotName(rifff, slot);
  return new Error(`${what} could not be loaded`, { cause });
}

/** Slots of a rifff that are heard in its mix. */
export function soundingSlots({ state }: Rifff): number[] {
  return state.playback.flatMap(({ slot: { current } }, slot) => (current?.on ? [slot] : []));
}

/** Loads the loops of slots. @throws Error that names the first one that is not to be had */
export async function loadLoops(
  { maker, rifff, signal }: SoundDesk,
  slots: readonly number[],
): Promise<void> {
  const { plans, missing } = planSlots(rifff);
  const gone = missing.find((slot) => slots.includes(slot));
  if (gone !== undefined) throw notLoaded(rifff, gone);
  await Promise.all(
    slots.map(async (slot) => {
      const plan = plans[slot];
      if (!plan) return;
      try {
        await maker.make(plan.pattern, signal, 'next');
      } catch (cause) {
        throw signal.aborted ? cause : notLoaded(rifff, slot, cause);
      }
    }),
  );
}
