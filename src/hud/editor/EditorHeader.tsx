import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { draft } from '../../data/stores/draft.ts';
import { HeaderActions } from '../shell/HeaderActions.tsx';
import { IconButton } from '../system/IconButton.tsx';
import { CommitButton } from './commit/CommitButton.tsx';
import { useEditorActions } from './EditorContext.tsx';

export interface EditorHeaderProps {
  isNarrow: boolean;
  children?: ReactNode;
}

/**
 * Undo and redo in the header of the page. In narrow windows the draft's name and Commit stand there too, and
 * redo is in the mixer's sheet.
 */
export function EditorHeader({ isNarrow, children }: EditorHeaderProps) {
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
      {isNarrow ? (
        <CommitButton size="sm" />
      ) : (
        <IconButton
          icon="redo"
          label="Redo"
          size="sm"
          aria-keyshortcuts="Control+Shift+Z"
          aria-disabled={!canRedo || undefined}
          onClick={actions.redo}
        />
      )}
    </HeaderActions>
  );
}
