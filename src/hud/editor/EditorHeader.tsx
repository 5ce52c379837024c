import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { draft } from '../../data/stores/draft.ts';
import { setExportOpen } from '../../data/stores/ui.ts';
import { HeaderActions } from '../parts/page/frame.tsx';
import { IconButton } from '../system/IconButton.tsx';
import { CommitButton } from './commit/CommitButton.tsx';
import { useEditorActions } from './EditorContext.tsx';

export interface EditorHeaderProps {
  isNarrow: boolean;
  children?: ReactNode;
}

/**
 * Export, undo and redo in the header of the page. In narrow windows the draft's name and Commit stand there too, and
 * export and redo are in the mixer's sheet.
 */
export function EditorHeader({ isNarrow, children }: EditorHeaderProps) {
  const { canUndo, canRedo } = useSnapshot(draft);
  const actions = useEditorActions();
  return (
    <HeaderActions>
      {children}
      {!isNarrow && (
        <IconButton
          icon="download"
          label="Export"
          size="sm"
          aria-keyshortcuts="E"
          aria-haspopup="dialog"
          onClick={() => setExportOpen(true)}
        />
      )}
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
