import { useSnapshot } from 'valtio';
import { CATEGORIES, categoryOf, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../../data/contract/rifff.ts';
import { loopTones, slotSemitones } from '../../../data/rules/arranging/scales.ts';
import {
  loopInSlot,
  playingSlot,
  setSlotCategory,
  setSlotLoopBps,
} from '../../../data/rules/draft/draft.ts';
import { slotStep } from '../../../data/rules/draft/history.ts';
import { likenessOf } from '../../../data/rules/draft/loopOrder.ts';
import { mergeableSlots } from '../../../data/rules/draft/merge.ts';
import { setSlotKeyRange, setSlotStretch } from '../../../data/rules/draft/slotSound.ts';
import { slotLoopBps } from '../../../data/rules/time/timing.ts';
import { openMerge, ui } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import rows from '../../parts/controls/controls.module.css';
import { formatBars, formatBpm, formatSigned } from '../../parts/controls/format.ts';
import { TempoField } from '../../parts/controls/TempoField.tsx';
import { useNames } from '../../parts/people/useNames.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Switch } from '../../system/Switch.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { SlotEffects } from './SlotEffects.tsx';
import { SlotSliders } from './SlotSliders.tsx';
import styles from './Slots.module.css';

interface SlotPanelProps {
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
  const nameOf = useNames();
  const current = playingSlot(rifff, slot);
  const loop = loopInSlot(rifff, slot);
  const mergeable = mergeableSlots(rifff).length;
  if (!current || !loop) return null;
  const category = categoryOf(current.category ?? loop.category);
  return (
    <section className={styles.panel} aria-label={`Slot ${slot + 1}`}>
      <h3 className={`t24 ${styles.slotPanelName}`} title={loop.name}>
        {loop.name ?? category.title}
      </h3>
      <p className={`${styles.sub} truncate`}>
        {[
          nameOf(loop.creatorUserName, rifff),
          formatBars(loop.length16ths, loop.barLength),
          `${formatBpm(loop.bps)} bpm`,
        ]
          .filter(Boolean)
          .join(', ')}
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
        <div className={`stack ${styles.tempo}`}>
          <span className="t13 muted">Loop tempo</span>
          <span className={rows.tempo}>
            <TempoField
              label="Tempo of the loop"
              bps={slotLoopBps(current, loop)}
              onChange={(bps) =>
                actions.edit(
                  (before) => setSlotLoopBps(before, slot, bps),
                  slotStep(slot, 'loopBps'),
                )
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
      <div className={`row gap8 ${styles.buttons}`}>
        <Button size="xs" icon="next" onClick={() => void actions.swap(slot, 'next')}>
          Next
        </Button>
        <Button size="xs" icon="dice" onClick={() => void actions.swap(slot, 'random')}>
          Random
        </Button>
        {likenessOf(loop) && (
          <IconButton
            icon="branch"
            size="xs"
            variant="outlined"
            label="Another like this"
            onClick={() => void actions.swapForAnother(slot)}
          />
        )}
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
          className="push"
          onClick={() => actions.remove(slot)}
        />
      </div>
    </section>
  );
}

interface SlotPitchProps {
  slot: number;
  rifff: Rifff;
  current: PlayingSlot;
  loop: Loop;
}

const RANGES = [
  { value: '0', title: 'Off' },
  ...[1, 2, 3, 4, 5, 6, 12].map((range) => ({ value: String(range), title: `± ${range} st` })),
];

/** What the match of the key does to a slot, in a few words. */
function matchText(rifff: Rifff, current: PlayingSlot, loop: Loop): string {
  const { shiftSemitones, autoKeyMatchRange } = current.pitchShiftSettings;
  const slug = categoryOf(current.category ?? loop.category).slug;
  if (slug === 'drums' || slug === 'perc') return 'Drums have no key';
  if (!loopTones(loop, slug))
    return loop.chroma ? 'Too little tone in it' : 'The loop names no key';
  if (!autoKeyMatchRange) return '';
  const moved = slotSemitones(rifff, current, loop) - shiftSemitones;
  return moved === 0 ? 'In key as it is' : `Moved by ${formatSigned(moved, 0)} st`;
}

/** Whether a slot keeps its pitch at other speeds, and how far it may be moved to fit the key. */
function SlotPitch({ slot, rifff, current, loop }: SlotPitchProps) {
  const actions = useEditorActions();
  const { timeStretch, autoKeyMatchRange = 0 } = current.pitchShiftSettings;
  const note = matchText(rifff, current, loop);
  const hasKey = loopTones(loop, current.category ?? loop.category) !== null;
  const isKnown = RANGES.some(({ value }) => value === String(autoKeyMatchRange));
  const own = { value: String(autoKeyMatchRange), title: `± ${autoKeyMatchRange} st` };
  return (
    <div className={styles.pitch}>
      <Switch
        isOn={timeStretch}
        onChange={(isOn) => actions.edit((before) => setSlotStretch(before, slot, isOn), null)}
      >
        Keep pitch
      </Switch>
      <Select
        label="Fit the key"
        size="xs"
        value={String(autoKeyMatchRange)}
        disabled={!hasKey && autoKeyMatchRange === 0}
        options={isKnown ? RANGES : [...RANGES, own]}
        onValueChange={(value) =>
          actions.edit((before) => setSlotKeyRange(before, slot, Number(value)), null)
        }
      />
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
