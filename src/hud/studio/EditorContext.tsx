import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/vanilla/utils';
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
import { hear, listening } from '../../data/stores/listening.ts';
import { sweepUnused } from '../../data/stores/unusedLoops.ts';
import { useEngine } from '../EngineContext.tsx';
import { runWishedCommand } from '../parts/commands/registry.ts';
import type { DraftLink } from './actions/draftActions.ts';
import { createEditorActions, type EditorActions } from './actions/editorActions.ts';

const isCancelled = (cause: unknown) =>
  cause instanceof Error && cause.message === MESSAGES.loadingCancelled;

/**
 * Links the draft to the engine until stopped: while the draft is what sounds, every change of the document is declared
 * to the engine, which changes only what differs. A change sounds on the next beat unless an action asks otherwise.
 * Loading failures stand in the transport state.
 * @param isInJam does the jam sound until there is an answer?
 */
function linkDraft(engine: Engine, isInJam: boolean): DraftLink {
  let declared: Rifff | null = null;

  const declare = (rifff: Rifff, boundary: Boundary) => {
    declared = rifff;
    const isEmpty = usedSlots(rifff) === 0;
    if (isEmpty && transport.status !== 'stopped') engine.stop();
    engine.setRifff(isEmpty ? null : rifff, { boundary }).catch((cause: unknown) => {
      if (!isCancelled(cause)) console.warn('A loop of the draft could not be loaded', cause);
    });
  };
  const follow = (boundary: Boundary = 'beat') => {
    if (listening.hears !== 'draft') declared = null;
    else if (draft.rifff !== declared) declare(draft.rifff as Rifff, boundary);
  };
  const push = (boundary?: Boundary) => {
    // The first change of what the jam plays is an answer, and is heard.
    const isOpen = draft.inDraftState && usedSlots(draft.rifff as Rifff) > 0;
    if (isInJam && isOpen) hear('draft');
    follow(boundary);
  };

  follow();
  const unlink = onDraftChange(() => push());
  const unhear = subscribeKey(listening, 'hears', () => follow(), true);
  return {
    push,
    retry: () => declare(draft.rifff as Rifff, 'beat'),
    stop() {
      unlink();
      unhear();
      engine.stopAudition();
      if (listening.hears !== 'draft') return;
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

interface EditorProviderProps {
  /** In a jam its rifffs sound until one of them is changed, and the draft of this device waits. */
  isInJam?: boolean;
  children: ReactNode;
}

/**
 * The editor's actions for everything below. Takes up the draft of this device and declares it to the
 * engine; leaving the page stops its sound, and the draft stays.
 */
export function EditorProvider({ isInJam = false, children }: EditorProviderProps) {
  const engine = useEngine();
  const queries = useQueryClient();
  const [{ link, hold }] = useState(createLinkHolder);
  const [actions] = useState(() =>
    createEditorActions({ engine, link, queries, chance: Math.random, isInJam }),
  );
  useEffect(() => {
    let isGone = false;
    const outbox = startCommits();
    void sweepUnused().catch((cause: unknown) => console.warn('Old loops were not cleared', cause));
    // A rifff that the outbox does not show counts as arrived, so the outbox comes before the draft.
    const ready = isInJam ? Promise.resolve() : outbox.then(restoreDraft);
    if (!isInJam) hear('draft');
    void ready.then(() => {
      if (!isGone) {
        hold(linkDraft(engine, isInJam));
        runWishedCommand();
      }
      // The draft on show comes first.
      startSync();
    });
    return () => {
      isGone = true;
      link.stop();
      hold(null);
      hear('list');
    };
  }, [engine, hold, link, isInJam]);
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
