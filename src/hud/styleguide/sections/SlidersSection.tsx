import { type ReactNode, useState } from 'react';
import { CATEGORIES } from '../../../data/contract/categories.ts';
import rows from '../../parts/controls/controls.module.css';
import { formatGain, formatSigned } from '../../parts/controls/format.ts';
import { PositionRuler } from '../../parts/controls/PositionRuler.tsx';
import { FillTrack, GainWedge, PitchTicks, SpeedBlocks } from '../../parts/controls/Sliders.tsx';
import { TempoField } from '../../parts/controls/TempoField.tsx';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';
import styles from './Sections.module.css';

function Row({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div className={`${rows.row} ${styles.control}`}>
      <span className={rows.label}>{label}</span>
      {children}
      <span className={rows.value}>{text}</span>
    </div>
  );
}

function Gains() {
  const [gain, setGain] = useState(1.15);
  const text = `${formatGain(gain)} dB`;
  const shared = { value: gain, text, onChange: setGain };
  return (
    <Specimens columnPx={360}>
      <Specimen title="Default" text="In the ink of its slot">
        <Row label="Gain" text={text}>
          <GainWedge {...shared} label="Gain" ink={CATEGORIES.vocals.ink} />
        </Row>
      </Specimen>
      <Specimen title="Focus" force="focus">
        <Row label="Gain" text={text}>
          <GainWedge {...shared} label="Gain, focus" ink={CATEGORIES.bass.ink} />
        </Row>
      </Specimen>
      <Specimen title="In paper" text="A master has no ink">
        <Row label="Master" text={text}>
          <GainWedge {...shared} label="Master" taper={2} />
        </Row>
      </Specimen>
      <Specimen title="Disabled">
        <Row label="Gain" text="−∞ dB">
          <GainWedge {...shared} label="Gain, disabled" value={0} text="−∞ dB" isDisabled />
        </Row>
      </Specimen>
    </Specimens>
  );
}

/** The controls of sound. */
export function SlidersSection() {
  const [pitch, setPitch] = useState(3);
  const [rate, setRate] = useState(1);
  const [pan, setPan] = useState(0.4);
  const [bps, setBps] = useState(112 / 60);
  const pitchText = pitch === 0 ? '0 st' : `${formatSigned(pitch, 0)} st`;
  return (
    <>
      <Part
        title="Gain"
        text="A wedge that grows. Arrows step, page keys leap, double click or R puts it back."
      >
        <Gains />
      </Part>
      <Part title="Pitch" text="25 semitones; those of the rifff’s scale stand tall.">
        <Row label="Pitch" text={pitchText}>
          <PitchTicks
            label="Pitch"
            scale={0}
            value={pitch}
            text={pitchText}
            onChange={setPitch}
            ink={CATEGORIES.leads.ink}
          />
        </Row>
      </Part>
      <Part title="Speed" text="Seven blocks from half to double.">
        <Row label="Speed" text={`× ${rate}`}>
          <SpeedBlocks label="Speed" value={rate} text={`× ${rate}`} onChange={setRate} />
        </Row>
      </Part>
      <Part title="Bars" text="Filled from where the value does nothing: the middle of a pan.">
        <Row label="Pan" text={`${Math.round(Math.abs(pan) * 100)} % ${pan < 0 ? 'L' : 'R'}`}>
          <FillTrack
            label="Pan"
            value={pan}
            text={`${Math.round(Math.abs(pan) * 100)} % ${pan < 0 ? 'left' : 'right'}`}
            range={{ min: -1, max: 1, step: 0.05, page: 0.25, grid: 0.05, reset: 0 }}
            origin={0}
            onChange={setPan}
            ink={CATEGORIES.perc.ink}
          />
        </Row>
      </Part>
      <Part
        title="Position and tempo"
        text="64 ticks for a whole rifff; the tempo is typed or stepped with the arrows."
      >
        <div className={styles.ruler}>
          <PositionRuler bars={8} />
        </div>
        <div className={styles.row}>
          <TempoField label="Tempo" bps={bps} onChange={setBps} />
          <span className="muted">bpm</span>
        </div>
      </Part>
    </>
  );
}
