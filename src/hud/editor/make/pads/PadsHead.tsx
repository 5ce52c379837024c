import { useSnapshot } from 'valtio';
import {
  KIT_NAMES,
  padPattern,
  patchPads,
  play,
  setPadPattern,
} from '../../../../audio/state/play.ts';
import { BEATS, patternOfBeat } from '../../../../data/rules/instruments/beats.ts';
import { emptyPattern } from '../../../../data/rules/instruments/steps.ts';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import styles from './PadsHead.module.css';

const KIT_OPTIONS = KIT_NAMES.map(({ id, title }) => ({ value: id, title }));
const BEAT_OPTIONS = [
  { value: '', title: 'Beats to begin with' },
  ...BEATS.map(({ id, title }) => ({ value: id, title })),
];

export interface PadsHeadProps {
  hasKeys: boolean;
  onKeys(hasKeys: boolean): void;
}

/** Which sounds, which beat to begin with, and whether the computer's keys play. */
export function PadsHead({ hasKeys, onKeys }: PadsHeadProps) {
  const { pads, barLength } = useSnapshot(play);
  return (
    <div className={styles.head}>
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
        className={styles.clear}
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
        label="The computer’s keys play"
        pressed={hasKeys}
        onClick={() => onKeys(!hasKeys)}
      />
    </div>
  );
}
