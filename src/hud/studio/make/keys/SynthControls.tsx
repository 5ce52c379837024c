import { useSnapshot } from 'valtio';
import {
  FIRST_SETTINGS,
  play,
  type SynthSettings,
  setSynth,
} from '../../../../audio/state/play.ts';
import rows from '../../../parts/controls/controls.module.css';
import { GainWedge } from '../../../parts/controls/Sliders.tsx';
import styles from '../keysAndPads.module.css';

interface Control {
  readonly field: keyof SynthSettings;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly text: (value: number) => string;
}

const hz = (value: number) =>
  value < 1000 ? `${Math.round(value)} Hz` : `${(value / 1000).toFixed(1)} kHz`;
const sec = (value: number) =>
  value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`;

/** From the filter to the end of the note. Frequencies and times go by ratios, as the ear does. */
const CONTROLS: readonly Control[] = [
  { field: 'cutoffHz', label: 'Cut-off', min: 60, max: 12_000, text: hz },
  {
    field: 'resonance',
    label: 'Resonance',
    min: 0,
    max: 1,
    text: (v) => `${Math.round(v * 100)} %`,
  },
  { field: 'attackSec', label: 'Attack', min: 0.002, max: 2, text: sec },
  { field: 'decaySec', label: 'Decay', min: 0.02, max: 4, text: sec },
  { field: 'releaseSec', label: 'Release', min: 0.02, max: 4, text: sec },
];

const toTrack = ({ min, max }: Control, value: number) =>
  min === 0 ? value / max : Math.log(value / min) / Math.log(max / min);
const fromTrack = ({ min, max }: Control, at: number) =>
  min === 0 ? at * max : min * (max / min) ** at;

/** Filter and envelope of the patch that is played. Double click puts one back. */
export function SynthControls({ ink }: { ink: string }) {
  const { keys } = useSnapshot(play);
  const settings = keys.settings[keys.patch];
  const first = FIRST_SETTINGS[keys.patch];
  return (
    <div className={styles.controls}>
      {CONTROLS.map((control) => {
        const value = settings[control.field];
        return (
          <div key={control.field} className={`${rows.row} ${styles.control}`}>
            <span className="t15 muted">{control.label}</span>
            <GainWedge
              label={control.label}
              text={control.text(value)}
              ink={ink}
              max={1}
              reset={toTrack(control, first[control.field])}
              value={toTrack(control, value)}
              onChange={(at) => setSynth({ [control.field]: fromTrack(control, at) })}
            />
            <span className={rows.value}>{control.text(value)}</span>
          </div>
        );
      })}
    </div>
  );
}
