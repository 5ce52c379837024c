import { useSnapshot } from 'valtio';
import {
  KIT_NAMES,
  padPattern,
  patchPads,
  play,
  setPadPattern,
} from '../../../../audio/state/play.ts';
import { BEATS, patternOfBeat } from '../../../../data/rules/instruments/beats.ts';
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import {
  emptyPattern,
  relayPattern,
  STEP_BARS,
  type StepBars,
  type StepLevel,
  type StepPattern,
  SWING_MOST,
  SWING_STRAIGHT,
  setSwing,
} from '../../../../data/rules/instruments/steps.ts';
import rows from '../../../parts/controls/controls.module.css';
import { formatCount } from '../../../parts/controls/format.ts';
import { GainWedge } from '../../../parts/controls/Sliders.tsx';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { Choice } from '../Choice.tsx';
import styles from '../keysAndPads.module.css';

const KIT_OPTIONS = KIT_NAMES.map(({ id, title }) => ({ value: id, title }));
const BEAT_OPTIONS = [
  { value: '', title: 'Beats to begin with' },
  ...BEATS.map(({ id, title }) => ({ value: id, title })),
];

interface PadsHeadProps {
  hasKeys: boolean;
  onKeys(hasKeys: boolean): void;
}

/** Which sounds, which beat to begin with, and whether the computer's keys play. */
export function PadsHead({ hasKeys, onKeys }: PadsHeadProps) {
  const { pads, barLength } = useSnapshot(play);
  return (
    <div className="row gap8">
      <Select
        label="Kit"
        isLabelHidden
        size="xs"
        value={pads.kit}
        options={KIT_OPTIONS}
        onValueChange={(kit) => patchPads({ kit })}
      />
      <Select
        label="Beat"
        isLabelHidden
        size="xs"
        className={styles.beat}
        value=""
        options={BEAT_OPTIONS}
        onValueChange={(id) => {
          const beat = BEATS.find((one) => one.id === id);
          if (beat) setPadPattern(patternOfBeat(beat, barLength));
        }}
      />
      <Button
        size="xs"
        className="push"
        onClick={() => {
          const { bars, swing } = padPattern();
          setPadPattern({ ...emptyPattern(bars, barLength), swing });
        }}
      >
        Clear
      </Button>
      <IconButton
        icon="keyboard"
        size="xs"
        variant="outlined"
        className="fingerAway"
        label="The computer’s keys play"
        pressed={hasKeys}
        onClick={() => onKeys(!hasKeys)}
      />
    </div>
  );
}

const PENS = [
  { value: 1 as StepLevel, title: 'Soft', hint: 'Soft hits' },
  { value: 2 as StepLevel, title: 'Medium', hint: 'Medium hits' },
  { value: 3 as StepLevel, title: 'Hard', hint: 'Hard hits' },
];
const BARS = STEP_BARS.map((bars) => ({
  value: bars,
  title: String(bars),
  hint: formatCount(bars, 'bar'),
}));

interface StepControlsProps {
  pattern: StepPattern;
  /** The bar that is shown. */
  bar: number;
  pen: StepLevel;
  selected: number;
  onBar(bar: number): void;
  onPen(pen: StepLevel): void;
}

/** How long the pattern is, which of its bars is shown, how hard a step is written, and swing. */
export function StepControls({ pattern, bar, pen, selected, onBar, onPen }: StepControlsProps) {
  const swingText = `${Math.round(pattern.swing * 100)} %`;
  return (
    <div className={styles.padsControls}>
      <Choice
        label="Bars"
        options={BARS}
        value={pattern.bars}
        onChange={(bars: StepBars) =>
          setPadPattern(relayPattern(padPattern(), bars, pattern.barLength))
        }
      />
      <Choice label="Hits" options={PENS} value={pen} onChange={onPen} />
      <div className={`${rows.row} ${styles.swing}`}>
        <span className="t15 muted">Swing</span>
        <GainWedge
          label="Swing"
          text={swingText}
          max={1}
          reset={0}
          value={(pattern.swing - SWING_STRAIGHT) / (SWING_MOST - SWING_STRAIGHT)}
          onChange={(value) =>
            setPadPattern(
              setSwing(padPattern(), SWING_STRAIGHT + value * (SWING_MOST - SWING_STRAIGHT)),
            )
          }
        />
        <span className={rows.value}>{swingText}</span>
      </div>
      {pattern.bars > 1 && (
        <Choice
          label="Shown"
          options={Array.from({ length: pattern.bars }, (_, index) => ({
            value: index,
            title: `Bar ${index + 1}`,
          }))}
          value={bar}
          onChange={onBar}
        />
      )}
      <p className="wideAway wide medium">{PADS[selected]?.title}</p>
    </div>
  );
}
