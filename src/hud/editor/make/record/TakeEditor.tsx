import { useEffect, useState } from 'react';
import type { TakeInfo } from '../../../../audio/state/recording.ts';
import type { Recorder, TakeEdit } from '../../../../audio/studio/record/Recorder.ts';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../../data/contract/categories.ts';
import { formatSigned } from '../../../parts/controls/format.ts';
import { Button } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { TextField } from '../../../system/TextField.tsx';
import { Stepper } from './Stepper.tsx';
import styles from './Takes.module.css';

const KINDS = [
  { value: '?', title: 'Unknown' },
  ...[...LIBRARY_CATEGORIES, 'audio' as const].map((slug) => ({
    value: slug as string,
    title: CATEGORIES[slug].title,
  })),
];
const SEAMS = [
  { value: '0', title: 'Keep the first attack whole' },
  { value: '10', title: 'Fold 10 ms of the end into the start' },
  { value: '60', title: 'Fold a short tail into the start' },
  { value: '250', title: 'Fold a long tail into the start' },
];
const MAX_NUDGE_MS = 250;

export interface TakeEditorProps {
  recorder: Recorder;
  take: TakeInfo;
  onDelete(take: TakeInfo): void;
}

/** Name, kind, trim and seam of the chosen take. Everything is heard at once while the take is. */
export function TakeEditor({ recorder, take, onDelete }: TakeEditorProps) {
  const [name, setName] = useState(take.name);
  useEffect(() => setName(take.name), [take.name]);
  const edit = (change: TakeEdit) => recorder.editTake(take.id, change);
  const keepName = () => {
    const trimmed = name.trim();
    if (trimmed) edit({ name: trimmed });
    else setName(take.name);
  };
  return (
    <div className={styles.editor}>
      <div className={styles.pair}>
        <TextField
          label="Name"
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={keepName}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keepName();
          }}
        />
        <Select
          label="Kind"
          value={take.category}
          options={KINDS}
          onValueChange={(category) => edit({ category })}
        />
      </div>
      <div className={styles.trims}>
        {take.bars > 1 && (
          <>
            <Stepper
              label="From bar"
              value={take.firstBar + 1}
              text={String(take.firstBar + 1)}
              min={1}
              max={take.bars}
              onChange={(bar) => edit({ firstBar: bar - 1 })}
            />
            <Stepper
              label="Length"
              value={take.keptBars}
              text={take.keptBars === 1 ? '1 bar' : `${take.keptBars} bars`}
              min={1}
              max={take.bars - take.firstBar}
              onChange={(keptBars) => edit({ keptBars })}
            />
          </>
        )}
        <Stepper
          label="Nudge"
          value={take.nudgeMs}
          text={`${take.nudgeMs === 0 ? '0' : formatSigned(take.nudgeMs, 0)} ms`}
          min={-MAX_NUDGE_MS}
          max={MAX_NUDGE_MS}
          onChange={(nudgeMs) => edit({ nudgeMs })}
        />
      </div>
      <div className={styles.foot}>
        <Select
          label="Seam"
          size="xs"
          className={styles.seam}
          value={String(take.tailMs)}
          options={SEAMS}
          onValueChange={(value) => edit({ tailMs: Number(value) })}
        />
        <Button size="xs" icon="bin" onClick={() => onDelete(take)}>
          Delete
        </Button>
      </div>
    </div>
  );
}
