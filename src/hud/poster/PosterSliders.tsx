import { type ReactNode, useMemo, useState } from 'react';
import { CATEGORIES } from '../../data/contract/categories.ts';
import { polygonPath } from '../../drawing/outline.ts';
import { stripPolygon } from '../../drawing/strip.ts';
import { formatGain, formatSigned } from '../parts/controls/format.ts';
import { GainWedge, PitchTicks, SpeedBlocks } from '../parts/controls/Sliders.tsx';
import { sampleRing } from '../styleguide/ringSheet.ts';
import styles from './Poster.module.css';

const STRIP = { widthPx: 360, heightPx: 48 };

function Field({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <div className={styles.slider}>
      <span className={styles.sliderHead}>
        <span className="t13 muted">{title}</span>
        <b className="t13">{value}</b>
      </span>
      {children}
    </div>
  );
}

function Strip({ slug }: { slug: 'vocals' | 'chords' | 'drums' }) {
  const path = useMemo(
    () => polygonPath(stripPolygon(sampleRing(slug, 5, 0), STRIP.widthPx, STRIP.heightPx, 1)),
    [slug],
  );
  return (
    <svg viewBox={`0 0 ${STRIP.widthPx} ${STRIP.heightPx}`} aria-hidden="true">
      <path d={path} fill={CATEGORIES[slug].ink} />
    </svg>
  );
}

/** The controls of sound, to be tried, and three loops laid flat. */
export function PosterSliders() {
  const [gain, setGain] = useState(1.15);
  const [pitch, setPitch] = useState(3);
  const [rate, setRate] = useState(1);
  const gainText = `${formatGain(gain)} dB`;
  const pitchText = `${formatSigned(pitch, 0)} st`;
  const rateText = `× ${rate}`;
  const { ink } = CATEGORIES.vocals;
  return (
    <div className={styles.sliders}>
      <Field title="Gain" value={gainText}>
        <GainWedge label="Gain" value={gain} text={gainText} onChange={setGain} ink={ink} />
      </Field>
      <Field title="Pitch" value={pitchText}>
        <PitchTicks
          label="Pitch"
          value={pitch}
          text={pitchText}
          onChange={setPitch}
          ink={ink}
          scale={0}
        />
      </Field>
      <Field title="Speed" value={rateText}>
        <SpeedBlocks label="Speed" value={rate} text={rateText} onChange={setRate} />
      </Field>
      <Field title="Vocals, laid flat" value="4 bars">
        <Strip slug="vocals" />
      </Field>
      <Field title="Chords, laid flat" value="4 bars">
        <Strip slug="chords" />
      </Field>
      <Field title="Drums, laid flat" value="2 bars">
        <Strip slug="drums" />
      </Field>
    </div>
  );
}
