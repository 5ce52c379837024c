import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import { transport } from '../../../../audio/state/transport.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { useEngine } from '../../../EngineContext.tsx';

/** Measuring the latency, by a press anywhere: the music stops for it, since the bursts must be heard alone. */
export function useCalibration(recorder: Recorder): { isRunning: boolean; measure(): void } {
  const engine = useEngine();
  const { calibration } = useSnapshot(recording);
  return {
    isRunning: calibration.status === 'running',
    measure() {
      if (transport.status === 'playing') engine.stop();
      void recorder.calibrate();
    },
  };
}
