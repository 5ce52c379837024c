/**
 * The one link from the draft to the engine. Every change of the document is declared to the engine, which
 * changes only what differs. In the editor a change sounds on the next beat unless an action asks otherwise.
 */
import type { Engine } from '../../audio/engine/Engine.ts';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft.ts';
import type { Boundary } from '../../data/rules/timing.ts';
import { draft, onDraftChange } from '../../data/stores/draft.ts';

export interface DraftLink {
  /** Declares the draft now, for what must follow in the same gesture. */
  push(boundary?: Boundary): void;
  /** Declares it again although it has not changed: a loop that failed is tried once more. */
  retry(): void;
  /** Ends the link and the sound. */
  stop(): void;
}

const isCancelled = (cause: unknown) =>
  cause instanceof Error && cause.message === MESSAGES.loadingCancelled;

/** Links the draft to the engine until stopped. Loading failures stand in the transport state. */
export function linkDraft(engine: Engine): DraftLink {
  let declared: Rifff | null = null;

  const declare = (rifff: Rifff, boundary: Boundary) => {
    declared = rifff;
    const isEmpty = usedSlots(rifff) === 0;
    if (isEmpty && transport.status !== 'stopped') engine.stop();
    engine.setRifff(isEmpty ? null : rifff, { boundary }).catch((cause: unknown) => {
      if (!isCancelled(cause)) console.warn('A loop of the draft could not be loaded', cause);
    });
  };
  const push = (boundary: Boundary = 'beat') => {
    if (draft.rifff !== declared) declare(draft.rifff as Rifff, boundary);
  };

  push();
  const unlink = onDraftChange(() => push());
  return {
    push,
    retry: () => declare(draft.rifff as Rifff, 'beat'),
    stop() {
      unlink();
      engine.stopAudition();
      if (mixer.solo >= 0) engine.setSolo(-1);
      engine.stop();
    },
  };
}
