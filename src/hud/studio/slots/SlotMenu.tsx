import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { loopInSlot, playingSlot, setSlotGain } from '../../../data/rules/draft/draft.ts';
import { likenessOf } from '../../../data/rules/draft/loopOrder.ts';
import { mergeableSlots } from '../../../data/rules/draft/merge.ts';
import { openMerge } from '../../../data/stores/ui.ts';
import { PointMenu } from '../../parts/page/LaterMenu.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';

interface SlotMenuProps {
  slot: number;
  /** A point of the viewport, in CSS pixels. */
  at: { x: number; y: number };
  onClose(): void;
}

/** Everything that can be done to a slot, as a menu where it was pressed. */
export function SlotMenu({ slot, at, onClose }: SlotMenuProps) {
  const actions = useEditorActions();
  const { rifff, count } = useDraft();
  const { solo } = useSnapshot(mixer);
  const current = playingSlot(rifff, slot);
  if (!current) return null;
  const loop = loopInSlot(rifff, slot);
  const name = loop?.name ?? `Slot ${slot + 1}`;
  return (
    <PointMenu
      isOpen
      at={at}
      label={name}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      items={[
        { kind: 'label', id: 'name', title: name },
        {
          id: 'mute',
          title: 'Mute',
          keys: 'M',
          checked: !current.on,
          run: () => actions.mute(slot),
        },
        {
          id: 'solo',
          title: 'Solo',
          keys: 'S',
          checked: solo === slot,
          run: () => actions.solo(slot),
        },
        {
          id: 'unity',
          title: 'Gain to 0 dB',
          icon: 'reset',
          run: () => actions.edit((before) => setSlotGain(before, slot, 1), null),
        },
        { kind: 'rule', id: 'rule1' },
        {
          id: 'next',
          title: 'Next of its kind',
          icon: 'next',
          keys: 'N',
          run: () => void actions.swap(slot, 'next'),
        },
        {
          id: 'random',
          title: 'Random of its kind',
          icon: 'dice',
          keys: 'R',
          run: () => void actions.swap(slot, 'random'),
        },
        ...(loop && likenessOf(loop)
          ? [
              {
                id: 'another',
                title: 'Another like this',
                icon: 'branch' as const,
                keys: 'Y',
                run: () => void actions.swapForAnother(slot),
              },
            ]
          : []),
        { kind: 'rule', id: 'rule2' },
        {
          id: 'inwards',
          title: 'Move inwards',
          icon: 'chevronUp',
          disabled: slot === 0,
          run: () => actions.move(slot, slot - 1),
        },
        {
          id: 'outwards',
          title: 'Move outwards',
          icon: 'chevronDown',
          disabled: slot >= count - 1,
          run: () => actions.move(slot, slot + 1),
        },
        {
          id: 'merge',
          title: 'Merge with others',
          icon: 'merge',
          keys: 'J',
          disabled: !current.on || mergeableSlots(rifff).length < 2,
          run: () => openMerge(slot),
        },
        { kind: 'rule', id: 'rule3' },
        {
          id: 'remove',
          title: 'Take out',
          icon: 'bin',
          keys: 'Delete',
          run: () => actions.remove(slot),
        },
      ]}
    />
  );
}
