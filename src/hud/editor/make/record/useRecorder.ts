import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { draft } from '../../../../data/stores/draft.ts';
import { notify } from '../../../../data/stores/ui.ts';
import { registerCommands } from '../../../commands/registry.ts';
import { useDraft } from '../../useDraft.ts';
import { useStudio } from '../useStudio.ts';

/** Panels that use the recorder now. */
let panels = 0;

/** Longer than the recorder waits for the next panel, in milliseconds. */
const NEXT_PANEL_MS = 500;

function sayIfGone(): void {
  if (panels === 0) notify('Recording stopped with its panel. What was recorded is kept as takes.');
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

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
    const release = recorder.use();
    panels += 1;
    return () => {
      panels -= 1;
      const wasOn = recording.recordingEnabled;
      release();
      if (wasOn) setTimeout(sayIfGone, NEXT_PANEL_MS);
    };
  }, [recorder]);

  // The bars since the last whole take are only in memory.
  const isOn = useSnapshot(recording).recordingEnabled;
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isOn]);

  useEffect(() => {
    recorder?.setPlace({ rifffName: from, bps, barLength });
  }, [recorder, from, bps, barLength]);

  useEffect(() => {
    if (!recorder) return;
    return registerCommands([
      {
        id: 'record.toggle',
        group: 'Record',
        title: 'Record sound as takes, or stop',
        keys: [`${shift}R`],
        isPlayed: true,
        run: () => void toggle(recorder),
      },
      {
        id: 'record.keep',
        group: 'Record',
        title: 'Keep the last bars as a take',
        keys: [`${shift}K`],
        isPlayed: true,
        run: () => void recorder.keepThat(),
      },
    ]);
  }, [recorder, toggle, shift]);

  return recorder;
}
