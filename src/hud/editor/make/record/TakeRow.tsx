import type { TakeInfo } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { formatSigned } from '../../../parts/controls/format.ts';
import { Button, IconButton } from '../../../system/Button.tsx';
import { VisuallyHidden } from '../../../system/VisuallyHidden.tsx';
import rows from '../../rows.module.css';
import { TakeEditor } from './TakeEditor.tsx';
import { TakeLane } from './TakeLane.tsx';
import styles from './Takes.module.css';

export interface TakeRowProps {
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
  const bars = take.bars === 1 ? '1 bar' : `${take.bars} bars`;
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
          pressed={isHeard}
          label={`Hear ${take.name} in the mix`}
          onClick={() => void recorder.preview(index)}
        />
        <button
          type="button"
          className={`${rows.pick} ${styles.pick}`}
          aria-expanded={isSelected}
          onClick={() => recorder.select(isSelected ? -1 : index)}
        >
          <span className={styles.names}>
            <span className={`${styles.name} truncate`}>{take.name}</span>
            <VisuallyHidden>, </VisuallyHidden>
            <span className={`${styles.facts} truncate`} title={factsOf(take)}>
              {factsOf(take)}
            </span>
          </span>
          <TakeLane take={take} isHeard={isHeard} />
        </button>
        <Button
          size="xs"
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
