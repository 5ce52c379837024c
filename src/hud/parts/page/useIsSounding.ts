import { useSnapshot } from 'valtio';
import { play } from '../../../audio/state/play.ts';
import { playlist } from '../../../audio/state/playlist.ts';
import { recording } from '../../../audio/state/recording.ts';
import { transport } from '../../../audio/state/transport.ts';

/** Does anything play here, or is anything being recorded? Then a person is not asked what can wait. */
export function useIsSounding(): boolean {
  const { status, auditionLoopId } = useSnapshot(transport);
  const { recordingEnabled } = useSnapshot(recording);
  const { pads, keys } = useSnapshot(play);
  const isListPlaying = useSnapshot(playlist).status === 'playing';
  const isMade = recordingEnabled || keys.isRecording || keys.isRunning || pads.isRunning;
  return status === 'playing' || auditionLoopId !== null || isListPlaying || isMade;
}
