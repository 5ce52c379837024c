import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import { type RecordPhase, recording } from '../../../../audio/state/recording.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { pressRecord } from './recordPress.ts';

export interface RecordToggle {
  phase: RecordPhase;
  /** Does a press stop it? True from the press on, also while it counts in. */
  isOn: boolean;
  /** What a press does now, as the accessible name of its button. */
  label: string;
  press(): void;
}

/** Recording, for a button anywhere in the editor. The studio is fetched at the first press. */
export function useRecordToggle(): RecordToggle {
  const engine = useEngine();
  const { phase } = useSnapshot(recording);
  const isOn = phase !== 'off' && phase !== 'finishing';
  const press = useCallback(() => void pressRecord(engine), [engine]);
  return { phase, isOn, label: isOn ? 'Stop recording' : 'Record', press };
}
