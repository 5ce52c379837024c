/** Pressing Record from anywhere in the editor, whichever panel is open. */

import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import type { Engine } from '../../../../audio/engine/Engine.ts';
import { recording } from '../../../../audio/state/recording.ts';
import { draft } from '../../../../data/stores/draft.ts';
import { notify, openMaker, openPanel, ui } from '../../../../data/stores/ui.ts';
import { useEngine } from '../../../EngineContext.tsx';

/** Panels of instruments, which say themselves what is recorded. */
const INSTRUMENTS = ['pads', 'keys'];

const NARROW = '(max-width: 991px)';

/** Does a press stop it? True from the press on, also while it counts in. @param phase now's, if left out */
export const isRecordingOn = (phase = recording.phase) => phase !== 'off' && phase !== 'finishing';

/**
 * Records or stops, as the button of the panel does. It begins in sight: what is played on an instrument that is
 * open is recorded beside it, anything else in the panel of takes, which is opened. Call it inside a gesture.
 */
export async function pressRecord(engine: Engine): Promise<void> {
  // At once, while the gesture counts; what cannot be woken is said by the recorder.
  engine.unlock().catch(() => undefined);
  const begins = !isRecordingOn();
  const isNarrow = matchMedia(NARROW).matches;
  const isShown = !isNarrow || ui.panel === 'pool';
  const isPlayed = isShown && INSTRUMENTS.includes(ui.maker);
  if (begins && !isPlayed) {
    openMaker('record');
    if (isNarrow) openPanel('pool');
  }
  try {
    const { recorder } = await engine.studio();
    if (begins) {
      const { bps, barLength } = draft.rifff.state;
      recorder.setPlace({ rifffName: draft.from, bps, barLength });
      if (isPlayed && recording.phase === 'off') await recorder.setSource('instruments');
    }
    await recorder.toggle();
  } catch (cause) {
    console.error('The studio could not be loaded', cause);
    notify('The studio could not be loaded. Try again in a moment.');
  }
}

interface RecordToggle {
  /** Does a press stop it? True from the press on, also while it counts in. */
  isOn: boolean;
  press(): void;
}

/** Recording, for a button anywhere in the editor. The studio is fetched at the first press. */
export function useRecordToggle(): RecordToggle {
  const engine = useEngine();
  const { phase } = useSnapshot(recording);
  const isOn = isRecordingOn(phase);
  const press = useCallback(() => void pressRecord(engine), [engine]);
  return { isOn, press };
}
