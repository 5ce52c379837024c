/** The way in for files, and how they become loops of the draft: one or all. */

import { useEffect, useState } from 'react';
import { imports, patchImportItem } from '../../../../audio/state/files.ts';
import type { FileImports } from '../../../../audio/studio/Studio.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../../data/contract/constants.ts';
import { usedSlots } from '../../../../data/rules/draft/draft.ts';
import { LOCAL_USER } from '../../../../data/rules/sharing/accountText.ts';
import { session } from '../../../../data/stores/session.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { currentRifff } from '../../actions/draftActions.ts';
import type { EditorActions } from '../../actions/editorActions.ts';

/** The way in for files, once the studio has come; null before. What is heard of a file ends with the panel. */
export function useFiles(): FileImports | null {
  const engine = useEngine();
  const [files, setFiles] = useState<FileImports | null>(null);
  useEffect(() => {
    let isGone = false;
    let opened: FileImports | null = null;
    engine.studio().then(
      (studio) => {
        opened = studio.files;
        if (!isGone) setFiles(studio.files);
      },
      (cause: unknown) => console.error('The studio did not come', cause),
    );
    return () => {
      isGone = true;
      opened?.stopAudition();
    };
  }, [engine]);
  return files;
}

const FULL = `${MAX_LOOPS_PER_RIFFF} of ${MAX_LOOPS_PER_RIFFF}: take a loop out to put this one in`;

/** Makes the loop of a file and puts it into the draft. @returns whether it is in */
export async function addFile(
  files: FileImports,
  actions: EditorActions,
  id: string,
): Promise<boolean> {
  files.stopAudition();
  if (usedSlots(currentRifff()) >= MAX_LOOPS_PER_RIFFF) {
    patchImportItem(id, { note: FULL });
    return false;
  }
  try {
    const loop = await files.make(id, session.user?.user_id ?? LOCAL_USER);
    const isIn = actions.add(loop);
    if (!isIn) patchImportItem(id, { status: 'ready', note: FULL });
    return isIn;
  } catch {
    // What went wrong stands beside the file, which is still there.
    return false;
  }
}

/** Files that can be added, in the order of the list. */
function readyFiles(): string[] {
  return imports.items.filter(({ status }) => status === 'ready').map(({ id }) => id);
}

/** Puts every file that is ready into the draft, up to eight loops; what has no room stays, and says so. */
export async function addAllFiles(files: FileImports, actions: EditorActions): Promise<void> {
  const ids = readyFiles();
  const isFresh = usedSlots(currentRifff()) === 0;
  const keyed = imports.items.find(({ id, root }) => ids.includes(id) && root >= 0);
  for (const id of ids) await addFile(files, actions, id);
  if (!isFresh || !keyed) return;
  // The first loop gives a rifff its key; drums, which mostly come first, have none to give.
  const { root, scale } = keyed;
  actions.edit(
    (rifff) => (rifff.loops[0]?.root === undefined ? { ...rifff, root, scale } : rifff),
    null,
  );
}

/** A rifff of these files alone: the one before can be taken back. */
export async function newRifffOfFiles(files: FileImports, actions: EditorActions): Promise<void> {
  actions.startOver();
  await addAllFiles(files, actions);
}
