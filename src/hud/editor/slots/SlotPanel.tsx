import { useSnapshot } from 'valtio';
import { CATEGORIES, categoryOf, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import {
  loopInSlot,
  playingSlot,
  setSlotCategory,
  setSlotLoopBps,
} from '../../../data/rules/draft/draft.ts';
import { mergeableSlots } from '../../../data/rules/draft/merge.ts';
import { slotLoopBps } from '../../../data/rules/time/timing.ts';
import { openMerge, ui } from '../../../data/stores/ui.ts';
import rows from '../../controls/controls.module.css';
import { formatBars, formatBpm } from '../../controls/format.ts';
import { TempoField } from '../../controls/TempoField.tsx';
import { useEngine } from '../../EngineContext.tsx';
import { Button, IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { useDraft } from '../useDraft.ts';
import { SlotEffects } from './SlotEffects.tsx';
import styles from './SlotPanel.module.css';
import { SlotPitch } from './SlotPitch.tsx';
import { SlotSliders } from './SlotSliders.tsx';

export interface SlotPanelProps {
  /** In a sheet: the sliders stand under the rings already, moving does not. */
  isSheet?: boolean;
}

const KINDS = [...LIBRARY_CATEGORIES, 'audio' as const].map((slug) => ({
  value: slug,
  title: CATEGORIES[slug].title,
}));

/** The selected slot: its loop, its sliders, and what else can be done to it. */
export function SlotPanel({ isSheet }: SlotPanelProps) {
  const { selectedSlot: slot } = useSnapshot(ui);
  const { rifff, count } = useDraft();
  const actions = useEditorActions();
  const engine = useEngine();
  const current = playingSlot(rifff, slot);
  const loop = loopInSlot(rifff, slot);
  const mergeable = mergeableSlots(rifff).length;
  if (!current || !loop) return null;
  const category = categoryOf(current.category ?? loop.category);
  return (
    <section className={styles.panel} aria-label={`Slot ${slot + 1}`}>
      <h3 className={`t24 ${styles.name}`} title={loop.name}>
        {loop.name ?? category.title}
      </h3>
      <p className={`${styles.sub} truncate`}>
        {loop.creatorUserName}, {formatBars(loop.length16ths, loop.barLength)},{' '}
        {formatBpm(loop.bps)} bpm
      </p>
      {!isSheet && <SlotSliders slot={slot} rifff={rifff} current={current} />}
      <div className={styles.more}>
        <Select
          label="Kind"
          size="xs"
          value={category.slug}
          options={category.slug === '?' ? [{ value: '?', title: 'Unknown' }, ...KINDS] : KINDS}
          onValueChange={(value) =>
            actions.edit((before) => setSlotCategory(before, slot, value), null)
          }
        />
        <div className={styles.tempo}>
          <span className={styles.tempoLabel}>Loop tempo</span>
          <span className={rows.tempo}>
            <TempoField
              label="Tempo of the loop"
              bps={slotLoopBps(current, loop)}
              onChange={(bps) =>
                actions.edit((before) => setSlotLoopBps(before, slot, bps), `loopBps:${slot}`)
              }
            />
            {current.loopBps !== undefined && current.loopBps !== loop.bps && (
              <IconButton
                icon="reset"
                size="xs"
                label={`Back to ${formatBpm(loop.bps)} bpm`}
                onClick={() =>
                  actions.edit((before) => setSlotLoopBps(before, slot, loop.bps), null)
                }
              />
            )}
          </span>
        </div>
      </div>
      {engine.features.timeStretch && (
        <SlotPitch slot={slot} rifff={rifff} current={current} loop={loop} />
      )}
      <SlotEffects slot={slot} current={current} ink={category.ink} />
      <div className={styles.buttons}>
        <Button size="xs" icon="next" onClick={() => void actions.swap(slot, 'next')}>
          Next
        </Button>
        <Button size="xs" icon="dice" onClick={() => void actions.swap(slot, 'random')}>
          Random
        </Button>
        {isSheet && (
          <>
            <IconButton
              icon="chevronUp"
              variant="outlined"
              label="Move inwards"
              disabled={slot === 0}
              onClick={() => actions.move(slot, slot - 1)}
            />
            <IconButton
              icon="chevronDown"
              variant="outlined"
              label="Move outwards"
              disabled={slot >= count - 1}
              onClick={() => actions.move(slot, slot + 1)}
            />
          </>
        )}
        <IconButton
          icon="merge"
          size="xs"
          variant="outlined"
          label="Merge with other rings"
          aria-haspopup="dialog"
          disabled={!current.on || mergeable < 2}
          onClick={() => openMerge(slot)}
        />
        <IconButton
          icon="bin"
          size="xs"
          variant="outlined"
          label="Take out"
          className={styles.bin}
          onClick={() => actions.remove(slot)}
        />
      </div>
    </section>
  );
}
