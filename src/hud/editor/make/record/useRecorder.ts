import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { draft } from '../../../../data/stores/draft.ts';
import { registerCommands } from '../../../commands/registry.ts';
import { useDraft } from '../../useDraft.ts';
import { useStudio } from '../useStudio.ts';

/** Records or stops; a stable default, so that its key is registered once. */
const toggleRecorder = (recorder: Recorder) => recorder.toggle();

/** The recorder, once it has come, with its keys; its takes are there soon after. The input is let go with the panel. */
export function useRecorder(toggle = toggleRecorder, shift: '' | 'Shift+' = ''): Recorder | null {
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

  useEffect(() => {
    if (!recorder) return;
    return registerCommands([
      {
        id: 'record.toggle',
        group: 'Record',
        title: 'Record or stop',
        keys: [`${shift}R`],
        run: () => void toggle(recorder),
      },
      {
        id: 'record.keep',
        group: 'Record',
        title: 'Keep the last bars',
        keys: [`${shift}K`],
        run: () => void recorder.keepThat(),
      },
    ]);
  }, [recorder, toggle, shift]);

  return recorder;
}
