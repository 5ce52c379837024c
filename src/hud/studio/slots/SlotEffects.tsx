import { useId, useState } from 'react';
import type { PlayingSlot } from '../../../data/contract/rifff.ts';
import { slotStep } from '../../../data/rules/draft/history.ts';
import {
  clearSlotEffects,
  EFFECT_OFF,
  effectsInUse,
  MAX_CUT_HZ,
  MIN_CUT_HZ,
  type SlotEffect,
  setSlotEffect,
  slotEffect,
} from '../../../data/rules/draft/slotSound.ts';
import rows from '../../parts/controls/controls.module.css';
import { FillTrack } from '../../parts/controls/Sliders.tsx';
import type { SliderRange } from '../../parts/controls/slider.ts';
import { IconButton } from '../../system/Button.tsx';
import { Icon } from '../../system/Icon.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './Slots.module.css';

interface SlotEffectsProps {
  slot: number;
  current: PlayingSlot;
  ink: string;
  /** Shown without a fold to open. */
  isOpen?: boolean;
}

function Row({ row, slot, current, ink }: SlotEffectsProps & { row: EffectRow }) {
  const actions = useEditorActions();
  const value = slotEffect(current, row.effect);
  const text = row.text(value);
  const set = (next: number) =>
    actions.edit(
      (before) => setSlotEffect(before, slot, row.effect, next),
      slotStep(slot, row.effect),
    );
  return (
    <div className={rows.row}>
      <span className="t15 muted">{row.title}</span>
      <FillTrack
        label={row.title}
        text={row.spoken?.(value) ?? text}
        ink={ink}
        range={row.range}
        origin={row.origin}
        value={row.toSlider(value)}
        onChange={(at) => set(row.fromSlider(at))}
      />
      <span className={`${rows.value} ${styles.value}`}>
        <span>{text}</span>
        {value !== EFFECT_OFF[row.effect] && (
          <IconButton
            icon="reset"
            size="xs"
            label={`${row.title} back to ${row.text(EFFECT_OFF[row.effect])}`}
            onClick={() => set(EFFECT_OFF[row.effect])}
          />
        )}
      </span>
    </div>
  );
}

/** Where a slot stands between the speakers and how it sounds: pan, cuts, reverb and delay, folded away until they are wanted. */
export function SlotEffects(props: SlotEffectsProps) {
  const { slot, current } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const actions = useEditorActions();
  const id = useId();
  const count = effectsInUse(current);
  const isOpen = props.isOpen || isUnfolded;
  return (
    <div className={styles.effects}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
          Effects
          {count > 0 && <span className={styles.count}>{count} in use</span>}
        </button>
        {count > 0 && (
          <IconButton
            icon="reset"
            size="xs"
            label="All effects off"
            onClick={() => actions.edit((before) => clearSlotEffects(before, slot), null)}
          />
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && EFFECT_ROWS.map((row) => <Row key={row.effect} {...props} row={row} />)}
      </div>
    </div>
  );
}

/** One slider: what it edits, and how its own value and the effect's value become each other. */
interface EffectRow {
  readonly effect: SlotEffect;
  readonly title: string;
  readonly range: SliderRange;
  /** Slider value that the fill starts from. */
  readonly origin: number;
  toSlider(value: number): number;
  fromSlider(value: number): number;
  text(value: number): string;
  /** Said in full, where `text` is short. */
  spoken?(value: number): string;
}

/** Cuts are turned in semitones, so that every octave is as wide on the slider. */
const LOW_MOST_HZ = 2000;
const HIGH_LEAST_HZ = 200;
const CUT_STEPS = 80;
const hzAt = (steps: number, base: number) => base * 2 ** (steps / 12);
const stepsOf = (hz: number, base: number) =>
  Math.min(CUT_STEPS, Math.max(0, Math.round(12 * Math.log2(hz / base))));

/** Three figures are enough of a corner. */
function roundHz(hz: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(hz)) - 2);
  return Math.round(hz / unit) * unit;
}

function formatHz(hz: number): string {
  return hz < 1000 ? `${Math.round(hz)} Hz` : `${Number((hz / 1000).toFixed(2))} kHz`;
}

const percent = (value: number) => (value === 0 ? 'off' : `${Math.round(value * 100)} %`);

function formatPan(pan: number): string {
  const share = Math.round(Math.abs(pan) * 100);
  if (share === 0) return 'middle';
  return `${share} % ${pan < 0 ? 'L' : 'R'}`;
}

const speakPan = (pan: number) => formatPan(pan).replace('L', 'left').replace('R', 'right');

const CUT_RANGE = { min: 0, max: CUT_STEPS, step: 1, page: 12, grid: 1 };
const SEND_RANGE: SliderRange = { min: 0, max: 1, step: 0.05, page: 0.2, grid: 0.01, reset: 0 };
const same = (value: number) => value;

export const EFFECT_ROWS: readonly EffectRow[] = [
  {
    effect: 'pan',
    title: 'Pan',
    range: { min: -1, max: 1, step: 0.05, page: 0.25, grid: 0.05, reset: 0 },
    origin: 0,
    toSlider: same,
    fromSlider: same,
    text: formatPan,
    spoken: speakPan,
  },
  {
    effect: 'lowCutHz',
    title: 'Low cut',
    range: { ...CUT_RANGE, reset: 0 },
    origin: 0,
    toSlider: (hz) => stepsOf(hz, MIN_CUT_HZ),
    fromSlider: (steps) =>
      steps <= 0 ? MIN_CUT_HZ : Math.min(LOW_MOST_HZ, roundHz(hzAt(steps, MIN_CUT_HZ))),
    text: (hz) => (hz <= MIN_CUT_HZ ? 'off' : formatHz(hz)),
  },
  {
    effect: 'highCutHz',
    title: 'High cut',
    range: { ...CUT_RANGE, reset: CUT_STEPS },
    origin: CUT_STEPS,
    toSlider: (hz) => (hz >= MAX_CUT_HZ ? CUT_STEPS : stepsOf(hz, HIGH_LEAST_HZ)),
    fromSlider: (steps) => (steps >= CUT_STEPS ? MAX_CUT_HZ : roundHz(hzAt(steps, HIGH_LEAST_HZ))),
    text: (hz) => (hz >= MAX_CUT_HZ ? 'off' : formatHz(hz)),
  },
  {
    effect: 'reverb',
    title: 'Reverb',
    range: SEND_RANGE,
    origin: 0,
    toSlider: same,
    fromSlider: same,
    text: percent,
  },
  {
    effect: 'delay',
    title: 'Delay',
    range: SEND_RANGE,
    origin: 0,
    toSlider: same,
    fromSlider: same,
    text: percent,
  },
];
