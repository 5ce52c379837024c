import { useId, useState } from 'react';
import type { PlayingSlot } from '../../../data/contract/rifff.ts';
import {
  clearSlotEffects,
  EFFECT_OFF,
  effectsInUse,
  setSlotEffect,
  slotEffect,
} from '../../../data/rules/draft/slotSound.ts';
import rows from '../../controls/controls.module.css';
import { FillTrack } from '../../controls/FillTrack.tsx';
import { IconButton } from '../../system/Button.tsx';
import { Icon } from '../../system/Icon.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { EFFECT_ROWS, type EffectRow } from './effectRows.ts';
import styles from './SlotEffects.module.css';

export interface SlotEffectsProps {
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
      `${row.effect}:${slot}`,
    );
  return (
    <div className={rows.row}>
      <span className={rows.label}>{row.title}</span>
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

/** Where a slot stands in the room: pan, cuts, reverb and delay, folded away until they are wanted. */
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
