import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { draft } from '../../../../data/stores/draft.ts';
import { useDraft } from '../../useDraft.ts';
import { useStudio } from '../useStudio.ts';

/**
 * The recorder, once it has come; its takes are there soon after. Without a panel the input is let go as soon as
 * nothing is recorded.
 */
export function useRecorder(): Recorder | null {
  const recorder = useStudio()?.recorder ?? null;
  const { rifff } = useDraft();
  const { from } = useSnapshot(draft);
  const { bps, barLength } = rifff.state;

  useEffect(() => {
    if (!recorder) return;
    void recorder.restore();
    return recorder.use();
  }, [recorder]);

  useEffect(() => {
    recorder?.setPlace({ rifffName: from, bps, barLength });
  }, [recorder, from, bps, barLength]);

  return recorder;
}
