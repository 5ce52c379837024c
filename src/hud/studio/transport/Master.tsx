import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { MASTER_ROW } from '../../../audio/engine/telemetry.ts';
import { mixer } from '../../../audio/state/mixer.ts';
import { MASTER_GAIN_DB, SILENCE_THRESHOLD_DB } from '../../../data/contract/constants.ts';
import { dbToGain, formatSigned, gainToDb } from '../../parts/controls/format.ts';
import { GainWedge } from '../../parts/controls/Sliders.tsx';
import { onTelemetryFrame } from '../../parts/controls/telemetryFrame.ts';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './Transport.module.css';

/** Share of the meter for a linear level: silence to 0 dB, even in decibels. */
function meterShare(level: number): number {
  const share = 1 - gainToDb(level) / SILENCE_THRESHOLD_DB;
  return Math.min(1, Math.max(0, share));
}

/** Gain of the whole, up to 0 dB, over the level that leaves it. */
export function Master() {
  const { masterGainDb } = useSnapshot(mixer);
  const actions = useEditorActions();
  const meter = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      onTelemetryFrame(({ levels }) => {
        const share = meterShare(levels[MASTER_ROW] ?? 0);
        if (meter.current) meter.current.style.transform = `scaleX(${share.toFixed(3)})`;
      }),
    [],
  );
  const text = formatSigned(masterGainDb).replace('+0.0', '0.0');
  return (
    <div className="min0">
      <GainWedge
        label="Master"
        text={`${text} dB`}
        value={dbToGain(masterGainDb)}
        max={1}
        taper={2}
        reset={dbToGain(MASTER_GAIN_DB)}
        onChange={(gain) => actions.setMasterGainDb(Math.max(-60, gainToDb(gain)))}
      />
      <div className={styles.track}>
        <div className={styles.level} ref={meter} />
      </div>
      <div className={styles.words}>
        <span className="muted">Master</span>
        <span>{text}</span>
      </div>
    </div>
  );
}
