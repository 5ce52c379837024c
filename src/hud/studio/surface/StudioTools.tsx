import { type ReactNode, useCallback, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { draft } from '../../../data/stores/draft.ts';
import { openDrawer } from '../../../data/stores/drawers.ts';
import {
  type EditorPanel,
  openMerge,
  openPanel,
  setDraftsOpen,
  setExportOpen,
  ui,
} from '../../../data/stores/ui.ts';
import { CommandButton } from '../../parts/commands/CommandButton.tsx';
import { registerCommands } from '../../parts/commands/registry.ts';
import { SignInDialog } from '../../parts/commit/SignInDialog.tsx';
import { exportDialog } from '../../parts/export/exportPiece.ts';
import { HeaderActions } from '../../parts/page/frame.tsx';
import { useWasOpen } from '../../parts/page/LaterDialog.tsx';
import { lazyPiece, restPiece } from '../../parts/page/lazyPiece.tsx';
import { useMedia } from '../../parts/useMedia.ts';
import { editorCommands } from '../commands.ts';
import type { DraftsSheetProps } from '../drafts/DraftsSheet.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { FileDrop } from '../make/files/FileDrop.tsx';
import { useRecordDesk } from '../make/record/useRecordDesk.ts';
import { CommitButton } from '../rings/CommitState.tsx';
import { NARROW } from './surfaceParts.ts';

const draftsSheet = lazyPiece<DraftsSheetProps>(
  'The drafts',
  async () => (await import('../drafts/DraftsSheet.tsx')).DraftsSheet,
  ({ onOpenChange }) => onOpenChange(false),
);

const mergeDialog = lazyPiece<object>(
  'Merging',
  async () => (await import('../slots/MergeDialog.tsx')).MergeDialog,
  () => openMerge(-1),
);

/** Nothing can be dragged before the rings are there. */
const DragArea = restPiece(async () => (await import('../DragArea.tsx')).DragArea);

interface StudioToolsProps {
  /** What stands in the header of a narrow window; left out, nothing of the draft does. */
  narrowTitle: ReactNode;
  children: ReactNode;
}

/** What making a rifff needs around a surface: its commands, its buttons in the header, dragging, dialogs. */
export function StudioTools({ narrowTitle, children }: StudioToolsProps) {
  const actions = useEditorActions();
  const isNarrow = useMedia(NARROW);
  useRecordDesk();
  const bring = useCallback(
    (panel: EditorPanel) => {
      if (isNarrow) openPanel(panel);
      else if (panel === 'pool') openDrawer('loops');
    },
    [isNarrow],
  );
  useEffect(() => registerCommands(editorCommands(actions, bring)), [actions, bring]);
  useEffect(() => {
    if (!isNarrow) openPanel('none');
    return () => openPanel('none');
  }, [isNarrow]);
  return (
    <>
      <StudioHeader isNarrow={isNarrow}>{isNarrow && narrowTitle}</StudioHeader>
      {children}
      <FileDrop onDrop={bring} />
      <DragArea />
      <SignInDialog />
      <Merge />
      <DraftExport />
      <Drafts />
    </>
  );
}

interface StudioHeaderProps {
  isNarrow: boolean;
  children?: ReactNode;
}

/**
 * Export, undo and redo in the header of the page. In narrow windows the draft's name and Commit stand there too, and
 * export and redo are in the mixer's sheet.
 */
function StudioHeader({ isNarrow, children }: StudioHeaderProps) {
  // Asks again whether there is something to undo.
  useSnapshot(draft);
  return (
    <HeaderActions>
      {children}
      {!isNarrow && (
        <CommandButton command="editor.export" icon="download" aria-haspopup="dialog" />
      )}
      <CommandButton command="editor.undo" icon="undo" />
      {isNarrow ? <CommitButton size="sm" /> : <CommandButton command="editor.redo" icon="redo" />}
    </HeaderActions>
  );
}

/** Makes rings one, when that is wanted. */
function Merge() {
  return useWasOpen(useSnapshot(ui).mergeSlot >= 0) && <mergeDialog.Piece />;
}

/** Takes the draft away as files, when that is wanted. */
function DraftExport() {
  const { isExportOpen } = useSnapshot(ui);
  const { from } = useSnapshot(draft);
  const { rifff } = useDraft();
  if (!isExportOpen) return null;
  return (
    <exportDialog.Piece
      rifff={rifff}
      title={from || 'Draft'}
      isOpen={isExportOpen}
      onOpenChange={setExportOpen}
    />
  );
}

/** The drafts of this device, when they are wanted. */
function Drafts() {
  const { isDraftsOpen } = useSnapshot(ui);
  // Another page begins with nothing open.
  useEffect(() => () => setDraftsOpen(false), []);
  if (!isDraftsOpen) return null;
  return <draftsSheet.Piece isOpen={isDraftsOpen} onOpenChange={setDraftsOpen} />;
}
