import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Engine } from '../../audio/engine/Engine.ts';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft/draft.ts';
import { type Boundary, rifffBars } from '../../data/rules/time/timing.ts';
import { startCommits } from '../../data/stores/commit.ts';
import { draft, onDraftChange, restoreDraft } from '../../data/stores/draft.ts';
import { startSync } from '../../data/stores/followSync.ts';
import { sweepUnused } from '../../data/stores/unusedLoops.ts';
import { useEngine } from '../EngineContext.tsx';
import { runWishedCommand } from '../parts/commands/registry.ts';
import type { DraftLink } from './actions/draftActions.ts';
import { createEditorActions, type EditorActions } from './actions/editorActions.ts';

const isCancelled = (cause: unknown) =>
  cause instanceof Error && cause.message === MESSAGES.loadingCancelled;

/**
 * Links the draft to the engine until stopped: every change of the document is declared to the engine, which changes
 * only what differs. A change sounds on the next beat unless an action asks otherwise.
 * Loading failures stand in the transport state.
 */
function linkDraft(engine: Engine): DraftLink {
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

const ActionsContext = createContext<EditorActions | null>(null);

/** A link that passes calls on to whichever one stands: effects run twice in development. */
function createLinkHolder() {
  let current: DraftLink | null = null;
  return {
    link: {
      push: (boundary) => current?.push(boundary),
      retry: () => current?.retry(),
      stop: () => current?.stop(),
    } satisfies DraftLink,
    hold(next: DraftLink | null) {
      current = next;
    },
  };
}

/**
 * The editor's actions for everything below. Takes up the draft of this device and declares it to the
 * engine; leaving the page stops its sound, and the draft stays.
 */
export function EditorProvider({ children }: { children: ReactNode }) {
  const engine = useEngine();
  const queries = useQueryClient();
  const [{ link, hold }] = useState(createLinkHolder);
  const [actions] = useState(() =>
    createEditorActions({ engine, link, queries, chance: Math.random }),
  );
  useEffect(() => {
    let isGone = false;
    startCommits();
    void sweepUnused().catch((cause: unknown) => console.warn('Old loops were not cleared', cause));
    void restoreDraft().then(() => {
      if (!isGone) {
        hold(linkDraft(engine));
        runWishedCommand();
      }
      // The draft on show comes first.
      startSync();
    });
    return () => {
      isGone = true;
      link.stop();
      hold(null);
    };
  }, [engine, hold, link]);
  return <ActionsContext value={actions}>{children}</ActionsContext>;
}

/**
 * The editor's actions.
 * @throws Error outside an EditorProvider
 */
export function useEditorActions(): EditorActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('useEditorActions needs an EditorProvider above');
  return actions;
}

/** The draft's document with what every part of the editor asks of it. */
export function useDraft(): { rifff: Rifff; count: number; bars: number } {
  const rifff = useSnapshot(draft).rifff as Rifff;
  return useMemo(() => ({ rifff, count: usedSlots(rifff), bars: rifffBars(rifff) }), [rifff]);
}
