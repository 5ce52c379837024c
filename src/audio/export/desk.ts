/** What every kind of export works with. Its loops are there before anything is written: it is whole or it is not. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { loopInSlot } from '../../data/rules/draft/draft.ts';
import { slotName } from '../../data/rules/sharing/exportNames.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { planSlots } from '../player/slotPlans.ts';
import type { ByteSink } from './byteSink.ts';
import type { ExportJob } from './Exporter.ts';

/** What a sound is made with. */
export interface SoundDesk {
  readonly maker: PatternMaker;
  readonly rifff: Rifff;
  readonly signal: AbortSignal;
}

/** One export from its loops to the last byte. */
export interface Run {
  readonly job: ExportJob;
  readonly desk: SoundDesk;
  readonly sink: ByteSink;
  /** Frames of sound in all. */
  expect(frames: number): void;
  /** What is being made now. */
  step(text: string): void;
  readonly progress: (frames: number) => void;
}

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
