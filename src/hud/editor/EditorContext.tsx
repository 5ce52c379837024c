import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { startCommits } from '../../data/stores/commit.ts';
import { restoreDraft } from '../../data/stores/draft.ts';
import { useEngine } from '../EngineContext.tsx';
import { type DraftLink, linkDraft } from './draftLink.ts';
import { createEditorActions, type EditorActions } from './editorActions.ts';

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
    void restoreDraft().then(() => {
      if (!isGone) hold(linkDraft(engine));
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
