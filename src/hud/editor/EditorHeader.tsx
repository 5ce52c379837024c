import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { draft } from '../../data/stores/draft.ts';
import { HeaderActions } from '../shell/HeaderActions.tsx';
import { IconButton } from '../system/IconButton.tsx';
import { useEditorActions } from './EditorContext.tsx';

/** Undo and redo in the header of the page; in narrow windows the draft's name stands there too. */
export function EditorHeader({ children }: { children?: ReactNode }) {
  const { canUndo, canRedo } = useSnapshot(draft);
  const actions = useEditorActions();
  return (
    <HeaderActions>
      {children}
      <IconButton
        icon="undo"
        label="Undo"
        size="sm"
        aria-keyshortcuts="Control+Z"
        aria-disabled={!canUndo || undefined}
        onClick={actions.undo}
      />
      <IconButton
        icon="redo"
        label="Redo"
        size="sm"
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={!canRedo || undefined}
        onClick={actions.redo}
      />
    </HeaderActions>
  );
}
