import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { pressRecord } from './recordPress.ts';

export interface RecordToggle {
  /** Does a press stop it? True from the press on, also while it counts in. */
  isOn: boolean;
  press(): void;
}

/** Recording, for a button anywhere in the editor. The studio is fetched at the first press. */
export function useRecordToggle(): RecordToggle {
  const engine = useEngine();
  const { phase } = useSnapshot(recording);
  const isOn = phase !== 'off' && phase !== 'finishing';
  const press = useCallback(() => void pressRecord(engine), [engine]);
  return { isOn, press };
}
