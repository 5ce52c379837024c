import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { keepDraftsNow, listDrafts, removeDraft } from '../../../data/drafts.ts';
import { lastHeard } from '../../../data/heard.ts';
import { draft, flushDraft } from '../../../data/stores/draft.ts';
import { deviceChanged, sync } from '../../../data/stores/sync.ts';

type Draft = Awaited<ReturnType<typeof listDrafts>>[number];
type Heard = Awaited<ReturnType<typeof lastHeard>>[number];

/** Changes that come in a row are read once. */
const READ_AFTER_MS = 80;

/** What this device keeps, as lists; null until it was read. Read again whenever something of it changed. */
export function useKept() {
  const { changed } = useSnapshot(sync);
  const { rifff, saved } = useSnapshot(draft);
  const [drafts, setDrafts] = useState<readonly Draft[] | null>(null);
  const [heard, setHeard] = useState<readonly Heard[] | null>(null);
  const [isFailed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      setDrafts(await listDrafts());
      setHeard(await lastHeard());
      setFailed(false);
    } catch (cause) {
      console.error('What this device keeps cannot be read', cause);
      setFailed(true);
    }
  }, []);
  // What was changed a moment ago is in the list too.
  useEffect(() => void flushDraft().then(keepDraftsNow), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when something of it changed
  useEffect(() => {
    const timer = setTimeout(() => void read(), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [read, changed, rifff._id, saved]);
  const remove = async (id: string) => {
    try {
      await removeDraft(id);
    } catch (cause) {
      console.error('A draft could not be removed', cause);
    }
    deviceChanged();
  };
  return { drafts, heard, isFailed, read, remove };
}
