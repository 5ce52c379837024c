import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { RecordSource } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { draft } from '../../../../data/stores/draft.ts';
import { useDraft } from '../../EditorContext.tsx';
import { useStudio } from '../useStudio.ts';

/**
 * The recorder, once it has come; its takes are there soon after.
 * @param shows what of it is seen: an input that is out of sight and not recorded is closed after a while
 */
export function useRecorder(shows: RecordSource): Recorder | null {
  const recorder = useStudio()?.recorder ?? null;
  const { rifff } = useDraft();
  const { from } = useSnapshot(draft);
  const { bps, barLength } = rifff.state;

  useEffect(() => {
    if (!recorder) return;
    void recorder.restore();
    return recorder.use(shows);
  }, [recorder, shows]);

  useEffect(() => {
    recorder?.setPlace({ rifffName: from, bps, barLength });
  }, [recorder, from, bps, barLength]);

  return recorder;
}
