import { useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { focusSlot, selectSlot, ui } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import { RifffPlace } from '../../parts/rings/RifffPlace.tsx';
import { RingControls } from '../../parts/rings/RingControls.tsx';
import { useCommitDrop } from '../commit/useCommitDrop.ts';
import { useCurrentLoopDrag } from '../drag/useLoopDrag.ts';
import { useEditorActions } from '../EditorContext.tsx';
import { SlotMenu } from '../slots/SlotMenu.tsx';
import { useDraft } from '../useDraft.ts';
import { Bin } from './Bin.tsx';
import { CropMarks } from './CropMarks.tsx';
import { EmptyRifff } from './EmptyRifff.tsx';
import { PositionInHole } from './PositionInHole.tsx';
import styles from './RingsStage.module.css';
import { useArriving } from './useArriving.ts';

export const EDITOR_PLACE = 'editor';

export interface RingsStageProps {
  /** Room round the rings for tips and keylines, in CSS pixels. */
  marginPx: number;
  hasCropMarks?: boolean;
  onOpenPool(): void;
}

/** The draft's rings to touch, between the marks of a sheet that is not cut yet. */
export function RingsStage({ marginPx, hasCropMarks, onOpenPool }: RingsStageProps) {
  const { rifff, count, bars } = useDraft();
  const { selectedSlot, focusedSlot } = useSnapshot(ui);
  const { solo } = useSnapshot(mixer);
  const { status } = useSnapshot(transport);
  const { inDraftState } = useSnapshot(draft);
  const sheet = useRef<HTMLDivElement>(null);
  useCommitDrop(sheet);
  const actions = useEditorActions();
  const engine = useEngine();
  const drag = useCurrentLoopDrag();
  const [menu, setMenu] = useState<{ slot: number; x: number; y: number } | null>(null);
  const arriving = useArriving(rifff, status === 'playing');

  const view = useMemo<RifffView>(
    () => ({
      rifff,
      isLive: true,
      isEditor: true,
      selected: selectedSlot,
      focused: focusedSlot,
      solo,
      arriving,
      marginPx,
    }),
    [rifff, selectedSlot, focusedSlot, solo, arriving, marginPx],
  );
  const ringActions = useMemo(
    () => ({
      edit: actions.edit,
      gain: actions.gain,
      solo: actions.setSolo,
      select: selectSlot,
      focus: focusSlot,
      open: (slot: number, x: number, y: number) => {
        selectSlot(slot);
        setMenu({ slot, x, y });
      },
      swap: (slot: number, how: 'next' | 'random') => void actions.swap(slot, how),
      remove: actions.remove,
    }),
    [actions],
  );

  return (
    <div className={styles.room}>
      <div
        ref={sheet}
        className={styles.sheet}
        data-drop="rings"
        data-over={drag?.target?.kind === 'rings' || undefined}
      >
        <RifffPlace id={EDITOR_PLACE} view={view} className={styles.place}>
          <RingControls
            placeId={EDITOR_PLACE}
            rifff={rifff}
            isEditor
            selected={selectedSlot}
            solo={solo}
            canPitch={engine.features.pitchShift}
            label="Rings, from the inside out"
            actions={ringActions}
          />
        </RifffPlace>
        {count > 0 && (
          <div className={styles.over}>
            <PositionInHole rifff={rifff} bars={bars} />
          </div>
        )}
        {hasCropMarks && <CropMarks isClosed={!inDraftState} />}
        {count === 0 && <EmptyRifff onOpenPool={onOpenPool} />}
        <Bin />
      </div>
      {menu && <SlotMenu slot={menu.slot} at={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}
