import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { StepKey } from '../../../data/rules/draft/history.ts';
import { rifffFrames } from '../../../data/rules/time/timing.ts';
import { draft } from '../../../data/stores/draft.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { onTouch, touch } from '../../../data/stores/touch.ts';
import { focusSlot, selectSlot, ui } from '../../../data/stores/ui.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { useEngine } from '../../EngineContext.tsx';
import { onTelemetryFrame } from '../../parts/controls/telemetryFrame.ts';
import { PlayDisc } from '../../parts/listening/TurningRifff.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import page from '../../parts/Page.module.css';
import { RifffPlace } from '../../parts/rings/RifffPlace.tsx';
import { RingControls } from '../../parts/rings/RingControls.tsx';
import { Icon } from '../../system/Icon.tsx';
import { useLoopDrop, useSlotBin } from '../drag.ts';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { SlotMenu } from '../slots/SlotMenu.tsx';
import { useCommitDrop } from './CommitState.tsx';
import { EmptyRifff } from './EmptyRifff.tsx';
import styles from './Rings.module.css';

interface RingsStageProps {
  /** Names its place on the page. */
  placeId: string;
  /** Room round the rings for tips and keylines, in CSS pixels. */
  marginPx: number;
  hasCropMarks?: boolean;
  /** People on the rings, and what hears of a ring that is mixed. */
  around?: { room: NonNullable<RifffView['room']>; onRing(slot: number): void };
  /** What the button in the hole plays; left out, the place in the rifff stands there. */
  onPlay?: Listening;
  children?: ReactNode;
}

/** The draft's rings to touch, between the marks of a sheet that is not cut yet. */
export function RingsStage(props: RingsStageProps) {
  const { placeId, marginPx, hasCropMarks, around, onPlay, children } = props;
  const isInJam = onPlay !== undefined;
  const people = around?.room;
  const onRing = around?.onRing;
  const { rifff, count, bars } = useDraft();
  const { selectedSlot, focusedSlot } = useSnapshot(ui);
  const { solo } = useSnapshot(mixer);
  const { status } = useSnapshot(transport);
  const { inDraftState } = useSnapshot(draft);
  const sheet = useRef<HTMLDivElement>(null);
  useCommitDrop(sheet);
  const actions = useEditorActions();
  const engine = useEngine();
  const { ref: setDrop, isOver } = useLoopDrop({ kind: 'rings' });
  const setSheet = useCallback(
    (element: HTMLDivElement | null) => {
      sheet.current = element;
      setDrop(element);
    },
    [setDrop],
  );
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
      room: people,
    }),
    [rifff, selectedSlot, focusedSlot, solo, arriving, marginPx, people],
  );
  const ringActions = useMemo(
    () => ({
      edit(change: (rifff: Rifff) => Rifff, key: StepKey | null) {
        if (key?.slot !== undefined) onRing?.(key.slot);
        actions.edit(change, key);
        // Who changes a ring of a jam before anything has sounded wants to hear the change.
        if (isInJam && transport.status === 'stopped') actions.sound();
      },
      gain: actions.gain,
      // The sound opens while the finger is still down.
      firstTouch: isInJam ? () => void engine.unlock() : undefined,
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
    [actions, engine, onRing, isInJam],
  );

  return (
    <div className={styles.stage}>
      <div
        ref={setSheet}
        className={styles.sheet}
        data-drop="rings"
        data-over={isOver || undefined}
      >
        <RifffPlace id={placeId} view={view} className={styles.place}>
          <RingControls
            placeId={placeId}
            rifff={rifff}
            isEditor
            selected={selectedSlot}
            solo={solo}
            canPitch={engine.features.pitchShift}
            label="Rings, from the inside out"
            actions={ringActions}
          />
          {onPlay && (
            <PlayDisc
              title={onPlay.shown.title}
              isPlaying={onPlay.isPlaying}
              isWaiting={onPlay.isWaiting}
              onToggle={onPlay.togglePlay}
            />
          )}
        </RifffPlace>
        {children}
        {count > 0 && !onPlay && (
          <div className={page.overRings}>
            <PositionInHole rifff={rifff} bars={bars} />
          </div>
        )}
        {hasCropMarks && <CropMarks isClosed={!inDraftState} />}
        {count === 0 && <EmptyRifff />}
        <Bin />
      </div>
      {menu && <SlotMenu slot={menu.slot} at={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}

type BinState = 'away' | 'open' | 'over';

/** Where a ring that is pulled off is dropped, or a slot that is dragged; there only while one is. */
function Bin() {
  const [state, setState] = useState<BinState>('away');
  useEffect(
    () =>
      onTouch(() => setState(touch.mode !== 'pull' ? 'away' : touch.isOverBin ? 'over' : 'open')),
    [],
  );
  const slot = useSlotBin();
  const shown = slot.isOver ? 'over' : slot.isOpen ? 'open' : state;
  return (
    <div ref={slot.ref} className={styles.bin} data-bin="" data-state={shown} aria-hidden="true">
      <Icon name="bin" size={24} />
    </div>
  );
}

const CORNERS = [styles.topLeft, styles.topRight, styles.bottomLeft, styles.bottomRight];

/** Marks at the corners of a sheet that is not cut yet: this is a draft. A commit closes them. */
function CropMarks({ isClosed = false }: { isClosed?: boolean }) {
  return CORNERS.map((corner) => (
    <span
      key={corner}
      data-closed={isClosed || undefined}
      className={`${styles.ringsMark} ${corner}`}
    />
  ));
}

/** Bar and beat of the sound, from 1, in the hole of the rings. Its size follows the hole. */
function PositionInHole({ rifff, bars }: { rifff: Rifff; bars: number }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      onTelemetryFrame(({ bar, beat }) => {
        const next = `${bar + 1}.${beat + 1}`;
        if (text.current && text.current.textContent !== next) text.current.textContent = next;
      }),
    [],
  );
  const holeShare = useMemo(
    () => layoutRings(rifffModel(rifff, bars).rings, 100, { isEditor: true }).hole / 100,
    [rifff, bars],
  );
  return (
    <span
      ref={text}
      className={styles.position}
      style={{ fontSize: `calc(${(holeShare * 36).toFixed(2)}cqmin)` }}
      aria-hidden="true"
    >
      1.1
    </span>
  );
}

const NONE: readonly number[] = [];

const idsBySlot = (rifff: Rifff) =>
  rifff.state.playback.map(({ slot }) => slot.current?.currentLoop ?? '');

/**
 * Slots whose loop is new, for one turn of the rifff: the notch cuts them in. A whole rifff that appears at
 * once (a restored draft, the first loops) does not arrive, it is there.
 */
function useArriving(rifff: Rifff, isPlaying: boolean): readonly number[] {
  const before = useRef(idsBySlot(rifff));
  const turnMs = useRef(0);
  const [arriving, setArriving] = useState(NONE);

  useEffect(() => {
    const ids = idsBySlot(rifff);
    const known = new Set(before.current);
    const added = ids.flatMap((id, slot) => (id && !known.has(id) ? [slot] : []));
    before.current = ids;
    if (added.length > 0 && isPlaying) {
      turnMs.current = (1000 * rifffFrames(rifff)) / SAMPLE_RATE_HZ;
      setArriving(added);
    }
  }, [rifff, isPlaying]);

  // Apart from the effect above: a change of gain meanwhile must not begin or end a turn.
  useEffect(() => {
    if (arriving.length === 0) return;
    const timer = setTimeout(() => setArriving(NONE), turnMs.current);
    return () => clearTimeout(timer);
  }, [arriving]);

  return arriving;
}
