import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { play } from '../../../audio/state/play.ts';
import { playlist } from '../../../audio/state/playlist.ts';
import { recording } from '../../../audio/state/recording.ts';
import { transport } from '../../../audio/state/transport.ts';
import { takeNewVersion } from '../../../data/stores/newVersion.ts';
import { notify } from '../../../data/stores/ui.ts';

/** Where it was not taken up, it is said again after this. */
const AGAIN_MS = 600_000;

/** Says that a newer build is here, once nothing plays and nothing is being recorded: a reload would end either. */
export function NewVersionNotice() {
  const { status, auditionLoopId } = useSnapshot(transport);
  const { recordingEnabled } = useSnapshot(recording);
  const saidMs = useRef(0);
  const { pads, keys } = useSnapshot(play);
  const isListPlaying = useSnapshot(playlist).status === 'playing';
  const isMade = recordingEnabled || keys.isRecording || keys.isRunning || pads.isRunning;
  const isBusy = status === 'playing' || auditionLoopId !== null || isListPlaying || isMade;
  useEffect(() => {
    if (isBusy || Date.now() - saidMs.current < AGAIN_MS) return;
    saidMs.current = Date.now();
    notify('A new version is here.', { title: 'Reload', run: takeNewVersion });
  }, [isBusy]);
  return null;
}
