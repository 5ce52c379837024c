import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { patchMidi, play } from '../../../audio/state/play.ts';
import type { Studio } from '../../../audio/studio/Studio.ts';
import { Button } from '../../system/Button.tsx';
import styles from './instrument.module.css';

const WORDS = {
  off: '',
  asking: 'The browser asks whether this page may use your MIDI instruments.',
  absent:
    'This browser has no MIDI; Chrome, Edge and Firefox have. A finger and the computer’s keys play too.',
  refused:
    'MIDI was refused. Allow it in the settings of this page in your browser, then try again.',
  on: '',
} as const;

/** Whether MIDI instruments play, and which; plugged in later they are there at once. */
export function MidiState({ studio, target }: { studio: Studio | null; target: 'pads' | 'keys' }) {
  const { status, inputs } = useSnapshot(play).midi;
  useEffect(() => {
    patchMidi({ target });
    void studio?.midi.askIfAllowed();
  }, [studio, target]);
  const words =
    status === 'on'
      ? inputs.length > 0
        ? inputs.join(', ')
        : 'Plug a MIDI instrument in: it plays at once.'
      : WORDS[status];
  return (
    <div className={`row gap8 ${styles.midi}`}>
      {(status === 'off' || status === 'refused') && (
        <Button size="xs" disabled={!studio} onClick={() => void studio?.midi.ask()}>
          Use MIDI
        </Button>
      )}
      {(status === 'on' || status === 'absent' || status === 'asking') && (
        <span className="t13 bold">MIDI</span>
      )}
      <p className="t13 muted min0" role="status">
        {words}
      </p>
    </div>
  );
}
