import { useEffect, useMemo, useState } from 'react';
import type { TakeInfo } from '../../../../audio/state/recording.ts';
import type { Recorder, TakeEdit } from '../../../../audio/studio/record/Recorder.ts';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../../data/contract/categories.ts';
import { decodeBytes } from '../../../../data/contract/loopData.ts';
import type { LaneShape } from '../../../../data/stores/lanes.ts';
import { formatCount, formatSigned } from '../../../parts/controls/format.ts';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { TextField } from '../../../system/TextField.tsx';
import { VisuallyHidden } from '../../../system/VisuallyHidden.tsx';
import rows from '../../surface/Surface.module.css';
import { useLane } from '../useLane.ts';
import styles from './Record.module.css';
import { Stepper } from './Stepper.tsx';

/** Room for the waveform of a take in its category's ink and cut; what is not kept is dull. */
function TakeLane({ take, isHeard }: { take: TakeInfo; isHeard: boolean }) {
  const { id, category, peaks: encoded, bars, firstBar, keptBars } = take;
  const peaks = useMemo(() => decodeBytes(encoded), [encoded]);
  const shape = useMemo<LaneShape>(
    () => ({ kind: 'take', takeId: id, category, peaks, bars, firstBar, keptBars, isHeard }),
    [id, category, peaks, bars, firstBar, keptBars, isHeard],
  );
  const element = useLane<HTMLSpanElement>(shape);
  return <span ref={element} className={styles.lane} aria-hidden="true" />;
}

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

interface TakeEditorProps {
  recorder: Recorder;
  take: TakeInfo;
  onDelete(take: TakeInfo): void;
}

/** Name, kind, trim and seam of the chosen take. Everything is heard at once while the take is. */
function TakeEditor({ recorder, take, onDelete }: TakeEditorProps) {
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
      <div className={styles.takesPair}>
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
              text={formatCount(take.keptBars, 'bar')}
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
      <div className={`tapButtons ${styles.takesFoot}`}>
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

interface TakeRowProps {
  recorder: Recorder;
  take: TakeInfo;
  index: number;
  isSelected: boolean;
  /** Is it heard, or about to be? */
  isHeard: boolean;
  onAdd(take: TakeInfo): void;
  onDelete(take: TakeInfo): void;
}

/** What there is to say of a take besides its name. */
function factsOf(take: TakeInfo): string {
  const bars = formatCount(take.bars, 'bar');
  const level = Number.isFinite(take.peakDb) ? `${formatSigned(take.peakDb)} dB` : 'silent';
  return [
    // What matters most comes first: the line is cut where the row is narrow.
    bars,
    !take.isKept && 'not kept on this device',
    take.isRecovered ? 'recovered' : take.isCut && 'cut short',
    take.isClipped && 'too loud in places',
    level,
  ]
    .filter(Boolean)
    .join(', ');
}

/** A take: hear it in the mix, choose it to trim and name it, add it. */
export function TakeRow({
  recorder,
  take,
  index,
  isSelected,
  isHeard,
  onAdd,
  onDelete,
}: TakeRowProps) {
  return (
    <li className={`${rows.row} ${styles.row}`} data-selected={isSelected || undefined}>
      <div className={styles.main}>
        <IconButton
          icon={isHeard ? 'stop' : 'play'}
          variant="outlined"
          size="xs"
          className="tapButton"
          pressed={isHeard}
          label={`Hear ${take.name} in the mix`}
          onClick={() => void recorder.preview(index)}
        />
        <button
          type="button"
          className={`focusInside ${rows.pick} ${styles.pick}`}
          aria-expanded={isSelected}
          onClick={() => recorder.select(isSelected ? -1 : index)}
        >
          <span className="stack min0">
            <span className="medium truncate">{take.name}</span>
            <VisuallyHidden>, </VisuallyHidden>
            <span className="t13 muted truncate" title={factsOf(take)}>
              {factsOf(take)}
            </span>
          </span>
          <TakeLane take={take} isHeard={isHeard} />
        </button>
        <Button
          size="xs"
          className="tapButton"
          icon="plus"
          aria-label={`Add ${take.name} to the rifff`}
          onClick={() => onAdd(take)}
        >
          Add
        </Button>
      </div>
      {isSelected && <TakeEditor recorder={recorder} take={take} onDelete={onDelete} />}
    </li>
  );
}
