import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft/draft.ts';
import { peopleText } from '../../data/rules/sharing/credits.ts';
import { draft } from '../../data/stores/draft.ts';
import { openMerge, openPanel, setDraftsOpen, setExportOpen, ui } from '../../data/stores/ui.ts';
import { CommandButton } from '../parts/commands/CommandButton.tsx';
import { registerCommands, useCommand } from '../parts/commands/registry.ts';
import { SignInDialog } from '../parts/commit/SignInDialog.tsx';
import { exportDialog } from '../parts/export/exportPiece.ts';
import { rifffPicture } from '../parts/media/rifffPicture.ts';
import { useMediaSession } from '../parts/media/useMediaSession.ts';
import { HeaderActions } from '../parts/page/frame.tsx';
import { useWasOpen } from '../parts/page/LaterDialog.tsx';
import { lazyPiece } from '../parts/page/lazyPiece.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { useMedia } from '../parts/useMedia.ts';
import { SkipCommands } from './actions/skip.tsx';
import { editorCommands } from './commands.ts';
import type { DraftsSheetProps } from './drafts/DraftsSheet.tsx';
import { DragProvider } from './drag.tsx';
import { useDraft, useEditorActions } from './EditorContext.tsx';
import { FileDrop } from './make/files/FileDrop.tsx';
import { useRecordDesk } from './make/record/useRecordDesk.ts';
import { NarrowDraftState, NarrowEditor } from './narrow/NarrowEditor.tsx';
import { CommitButton } from './rings/CommitState.tsx';
import { useEditorRoom } from './useEditorRoom.ts';
import { useStartIn } from './useStartIn.ts';
import { WideEditor } from './WideEditor.tsx';

const draftsSheet = lazyPiece<DraftsSheetProps>(
  'The drafts',
  async () => (await import('./drafts/DraftsSheet.tsx')).DraftsSheet,
  ({ onOpenChange }) => onOpenChange(false),
);

/** Narrower than this, rings come first and the rest in sheets. */
const NARROW = '(max-width: 991px)';

/** The editor itself, inside its provider. */
export function EditorView() {
  const actions = useEditorActions();
  const isNarrow = useMedia(NARROW);
  usePageTitle('Draft');
  useDraftSession();
  useRecordDesk();
  useStartIn();
  useEditorRoom();

  useEffect(() => registerCommands(editorCommands(actions, isNarrow)), [actions, isNarrow]);
  useEffect(() => {
    if (!isNarrow) openPanel('none');
    return () => openPanel('none');
  }, [isNarrow]);

  return (
    <DragProvider>
      <EditorHeader isNarrow={isNarrow}>{isNarrow && <NarrowDraftState />}</EditorHeader>
      {isNarrow ? <NarrowEditor /> : <WideEditor />}
      <FileDrop isNarrow={isNarrow} />
      <SignInDialog />
      <Merge />
      <DraftExport />
      <Drafts />
      <SkipCommands />
    </DragProvider>
  );
}

interface EditorHeaderProps {
  isNarrow: boolean;
  children?: ReactNode;
}

/**
 * Export, undo and redo in the header of the page. In narrow windows the draft's name and Commit stand there too, and
 * export and redo are in the mixer's sheet.
 */
function EditorHeader({ isNarrow, children }: EditorHeaderProps) {
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

const mergeDialog = lazyPiece<object>(
  'Merging',
  async () => (await import('./slots/MergeDialog.tsx')).MergeDialog,
  () => openMerge(-1),
);

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

/** After the last change: a picture is not made for every step of a gesture. */
const PICTURE_AFTER_MS = 800;

/** The draft as a picture while it is heard. */
function useDraftPicture(rifff: Rifff, isPlaying: boolean): string {
  const [picture, setPicture] = useState('');
  useEffect(() => {
    if (!isPlaying) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      rifffPicture(rifff).then(
        (url) => isWanted && setPicture(url),
        (cause) => console.warn('The draft has no picture', cause),
      );
    }, PICTURE_AFTER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [rifff, isPlaying]);
  return picture;
}

/**
 * Puts the draft on the device's own controls: play and pause, the rifff before and the one after. Where no rifff comes
 * after, forward brings the next loop of its kind for the selected slot, or for the outermost ring while none is
 * selected; the way back from that is Undo.
 */
function useDraftSession(): void {
  const actions = useEditorActions();
  const { rifff: shown, from, inDraftState } = useSnapshot(draft);
  const { status } = useSnapshot(transport);
  const back = useCommand('editor.skipBack');
  const forward = useCommand('editor.skipForward');
  const rifff = shown as Rifff;
  const isPlaying = status === 'playing';
  const nextLoop = () => {
    const slot = ui.selectedSlot >= 0 ? ui.selectedSlot : usedSlots(draft.rifff) - 1;
    if (slot >= 0) void actions.swap(slot, 'next');
  };
  useMediaSession({
    title: !inDraftState && from ? from : from ? `Draft from ${from}` : 'Draft',
    artist: peopleText(rifff, useNames()),
    artworkUrl: useDraftPicture(rifff, isPlaying),
    isPlaying,
    onToggle: actions.togglePlay,
    onNext: forward.isEnabled ? forward.run : nextLoop,
    ...(back.isEnabled && { onPrevious: back.run }),
  });
}
