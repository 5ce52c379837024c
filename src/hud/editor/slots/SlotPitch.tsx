import { categoryOf } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../../data/contract/rifff.ts';
import { loopTones, slotSemitones } from '../../../data/rules/arranging/scales.ts';
import { setSlotKeyRange, setSlotStretch } from '../../../data/rules/draft/slotSound.ts';
import { formatSigned } from '../../controls/format.ts';
import { Select } from '../../system/Select.tsx';
import { Switch } from '../../system/Switch.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './SlotPanel.module.css';

export interface SlotPitchProps {
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
export function SlotPitch({ slot, rifff, current, loop }: SlotPitchProps) {
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
