import { useEffect, useMemo } from 'react';
import { openPanel } from '../../data/stores/ui.ts';
import { registerCommands } from '../commands/registry.ts';
import { usePageTitle } from '../parts/page/page.ts';
import { editorCommands, type EditorView as View } from './commands.ts';
import { SignInDialog } from './commit/SignInDialog.tsx';
import { DraftExport } from './DraftExport.tsx';
import { DragGhost } from './drag/DragGhost.tsx';
import { useEditorActions } from './EditorContext.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { FileDrop } from './make/files/FileDrop.tsx';
import { useRecordDesk } from './make/record/useRecordDesk.ts';
import { NarrowDraftState, NarrowEditor } from './narrow/NarrowEditor.tsx';
import { MergeDialog } from './slots/MergeDialog.tsx';
import { useDraftSession } from './useDraftSession.ts';
import { useMedia } from './useMedia.ts';
import { WideEditor } from './WideEditor.tsx';

/** Narrower than this, rings come first and the rest in sheets. */
const NARROW = '(max-width: 991px)';

/** Waits until a sheet that has just been asked for is there, then focuses what is in it. */
function focusSoon(selector: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus()),
  );
}

/** Opens the search of the pool, or goes to it. */
function openSearch(): void {
  const button = document.querySelector<HTMLElement>('[data-command="pool.search"]');
  if (button?.getAttribute('aria-expanded') === 'true') {
    document.querySelector<HTMLElement>('input[type="search"]')?.focus();
  } else button?.click();
}

/** The editor itself, inside its provider. */
export function EditorView() {
  const actions = useEditorActions();
  const isNarrow = useMedia(NARROW);
  usePageTitle('Draft');
  useDraftSession();
  useRecordDesk();

  const view = useMemo<View>(
    () => ({
      openPool() {
        if (isNarrow) openPanel('pool');
        focusSoon('[role="grid"] [role="row"][tabindex="0"]');
      },
      searchPool() {
        if (!isNarrow) openSearch();
        else {
          openPanel('pool');
          requestAnimationFrame(openSearch);
        }
      },
      focusTempo() {
        if (isNarrow) openPanel('mixer');
        focusSoon('input[aria-label="Tempo"]');
      },
    }),
    [isNarrow],
  );

  useEffect(() => registerCommands(editorCommands(actions, view)), [actions, view]);
  useEffect(() => {
    if (!isNarrow) openPanel('none');
    return () => openPanel('none');
  }, [isNarrow]);

  return (
    <>
      <EditorHeader isNarrow={isNarrow}>{isNarrow && <NarrowDraftState />}</EditorHeader>
      {isNarrow ? (
        <NarrowEditor onOpenPool={view.openPool} />
      ) : (
        <WideEditor onOpenPool={view.openPool} />
      )}
      <DragGhost />
      <FileDrop isNarrow={isNarrow} />
      <SignInDialog />
      <MergeDialog />
      <DraftExport />
    </>
  );
}
