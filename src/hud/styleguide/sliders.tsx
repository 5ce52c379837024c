/** The controls of sound, which say their quantity by their form, and the plain one. */
import { type ComponentType, useState } from 'react';
import { CATEGORIES } from '../../data/contract/categories.ts';
import rows from '../parts/controls/controls.module.css';
import { formatGain, formatSigned } from '../parts/controls/format.ts';
import { PositionRuler } from '../parts/controls/PositionRuler.tsx';
import { FillTrack, GainWedge, PitchTicks, SpeedBlocks } from '../parts/controls/Sliders.tsx';
import { TempoField } from '../parts/controls/TempoField.tsx';
import pageStyles from '../parts/Page.module.css';
import { Slider } from '../system/Slider.tsx';
import { control, part, Row, section } from './guideParts.tsx';
import styles from './StyleGuide.module.css';

interface SoundProps {
  label: string;
  of: ComponentType<never>;
  start: number;
  /** How the value reads. */
  words(value: number): string;
  [prop: string]: unknown;
}

/** A control of sound as in the panels: its name, itself, its value. */
function Sound({ label, of, start, words, ...rest }: SoundProps) {
  const [value, onChange] = useState(start);
  const text = words(value);
  const Control = of as ComponentType<Record<string, unknown>>;
  return (
    <div className={`${rows.row} ${pageStyles.control}`}>
      <span className="t15 muted">{label}</span>
      <Control {...rest} label={label} value={value} text={text} onChange={onChange} />
      <span className={rows.value}>{text}</span>
    </div>
  );
}

const semitones = (value: number) => (value === 0 ? '0 st' : `${formatSigned(value, 0)} st`);
const side = (value: number) => `${Math.round(Math.abs(value) * 100)} % ${value < 0 ? 'L' : 'R'}`;
const PAN_RANGE = { min: -1, max: 1, step: 0.05, page: 0.25, grid: 0.05, reset: 0 };
const { vocals, leads, perc } = CATEGORIES;

function Position() {
  const [bps, onChange] = useState(112 / 60);
  return (
    <>
      <div className={styles.ruler}>
        <PositionRuler bars={8} />
      </div>
      <Row>
        <TempoField bps={bps} onChange={onChange} label="Tempo" />
        <span className="muted">bpm</span>
      </Row>
    </>
  );
}

export const SOUNDS = {
  gain: (
    <Sound
      of={GainWedge}
      label="Gain"
      start={1.15}
      words={(v) => `${formatGain(v)} dB`}
      ink={vocals.ink}
    />
  ),
  pitch: (
    <Sound of={PitchTicks} label="Pitch" start={3} words={semitones} scale={0} ink={leads.ink} />
  ),
  speed: <Sound of={SpeedBlocks} label="Speed" start={1} words={(v) => `× ${v}`} />,
  pan: (
    <Sound
      of={FillTrack}
      label="Pan"
      start={0.4}
      words={side}
      range={PAN_RANGE}
      origin={0}
      ink={perc.ink}
    />
  ),
};

export const SLIDERS = section(
  'Sliders',
  'The form says the quantity, a notch is the value.',
  part(
    'Gain',
    'A wedge that grows. Arrows step, page keys leap, double click or R puts it back.',
    SOUNDS.gain,
  ),
  part('Pitch', '25 semitones; those of the rifff’s scale stand tall.', SOUNDS.pitch),
  part('Speed', 'Seven blocks from half to double.', SOUNDS.speed),
  part('Bars', 'Filled from where the value does nothing: the middle of a pan.', SOUNDS.pan),
  part(
    'Plain',
    'For everything that has no form of its own.',
    control(
      Slider,
      {
        label: 'Level',
        value: 40,
        min: 0,
        max: 100,
        step: 1,
        text: (value: number) => `${value} %`,
      },
      {
        live: ['value', 'onValueChange'],
      },
    ),
  ),
  part(
    'Position and tempo',
    '64 ticks for a whole rifff; the tempo is typed or stepped with the arrows.',
    <Position />,
  ),
);
