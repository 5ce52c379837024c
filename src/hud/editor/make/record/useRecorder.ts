import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { draft } from '../../../../data/stores/draft.ts';
import { registerCommands } from '../../../commands/registry.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { useDraft } from '../../useDraft.ts';

/** The recorder, once it has come; its takes are there soon after. The input is let go with the panel. */
export function useRecorder(): Recorder | null {
  const engine = useEngine();
  const { rifff } = useDraft();
  const { from } = useSnapshot(draft);
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  const { bps, barLength } = rifff.state;

  useEffect(() => {
    let isGone = false;
    let mine: Recorder | null = null;
    engine
      .studio()
      .then((studio) => {
        if (isGone) return;
        mine = studio.recorder;
        void mine.restore();
        setRecorder(mine);
      })
      .catch((cause: unknown) => console.error('The recorder could not be loaded', cause));
    return () => {
      isGone = true;
      mine?.close();
    };
  }, [engine]);

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
        keys: ['R'],
        run: () => void recorder.toggle(),
      },
      {
        id: 'record.keep',
        group: 'Record',
        title: 'Keep the last bars',
        keys: ['K'],
        run: () => void recorder.keepThat(),
      },
    ]);
  }, [recorder]);

  return recorder;
}
