/** What every action of the editor works with. */
import type { QueryClient } from '@tanstack/react-query';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { transport } from '../../../audio/state/transport.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { Chance } from '../../../data/rules/loopChoice.ts';
import { draft } from '../../../data/stores/draft.ts';
import { notify } from '../../../data/stores/ui.ts';
import type { DraftLink } from '../draftLink.ts';

export interface Desk {
  engine: Engine;
  link: DraftLink;
  queries: QueryClient;
  /** Where chance comes from: 0 up to 1. */
  chance: Chance;
}

/** The draft's document as it stands. */
export function currentRifff(): Rifff {
  return draft.rifff as Rifff;
}

/** How a loop is called in a sentence. */
export function titleOf(loop: Loop | undefined): string {
  return loop?.name ?? 'The loop';
}

/** Plays if nothing plays. Call it inside a gesture. */
export function ensurePlaying({ engine }: Desk): void {
  if (transport.status === 'playing') return;
  engine.play().catch((cause: unknown) => console.error('Playing failed', cause));
}

/** A ninth loop: logged, and said. */
export function refuseNinth(): void {
  console.info(`Max loops reached: ${MAX_LOOPS_PER_RIFFF} of ${MAX_LOOPS_PER_RIFFF}`);
  notify(
    `${MAX_LOOPS_PER_RIFFF} of ${MAX_LOOPS_PER_RIFFF}: take a loop out, or merge two rings, to put another in`,
  );
}
