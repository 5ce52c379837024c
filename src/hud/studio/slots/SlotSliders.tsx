import { type ReactNode, useEffect, useState } from 'react';
import { categoryOf } from '../../../data/contract/categories.ts';
import type { PlayingSlot, Rifff } from '../../../data/contract/rifff.ts';
import {
  loopInSlot,
  setSlotGain,
  setSlotRate,
  setSlotSemitones,
} from '../../../data/rules/draft/draft.ts';
import { slotStep } from '../../../data/rules/draft/history.ts';
import { useEngine } from '../../EngineContext.tsx';
import rows from '../../parts/controls/controls.module.css';
import { formatGain, formatSigned } from '../../parts/controls/format.ts';
import { GainWedge, PitchTicks, SpeedBlocks } from '../../parts/controls/Sliders.tsx';
import { useEditorActions } from '../EditorContext.tsx';

interface SlotSlidersProps {
  slot: number;
  rifff: Rifff;
  current: PlayingSlot;
}

/** A slider between its name and its value. */
function Line({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={rows.row}>
      <span className="t15 muted">{title}</span>
      {children}
      <span className={rows.value}>{text}</span>
    </div>
  );
}

/** Gain, pitch where the engine has it, and speed of a slot. */
export function SlotSliders({ slot, rifff, current }: SlotSlidersProps) {
  const actions = useEditorActions();
  const engine = useEngine();
  const { ink } = categoryOf(current.category ?? loopInSlot(rifff, slot)?.category);
  const gain = useLive(
    current.gain,
    (value) => actions.gain(slot, value),
    (value) => actions.edit((before) => setSlotGain(before, slot, value), slotStep(slot, 'gain')),
  );
  const rate = current.playbackRate;
  const semitones = current.pitchShiftSettings.shiftSemitones;
  const gainText = `${formatGain(gain.value)} dB`;
  const pitchText = semitones === 0 ? '0 st' : `${formatSigned(semitones, 0)} st`;
  return (
    <div>
      <Line title="Gain" text={gainText}>
        <GainWedge
          label="Gain"
          text={gainText}
          ink={ink}
          value={gain.value}
          onLive={gain.onLive}
          onChange={gain.onChange}
        />
      </Line>
      {engine.features.pitchShift && (
        <Line title="Pitch" text={pitchText}>
          <PitchTicks
            label="Pitch"
            text={pitchText}
            ink={ink}
            scale={rifff.scale}
            value={semitones}
            onChange={(value) =>
              actions.edit(
                (before) => setSlotSemitones(before, slot, value),
                slotStep(slot, 'pitch'),
              )
            }
          />
        </Line>
      )}
      <Line title="Speed" text={`× ${rate}`}>
        <SpeedBlocks
          label="Speed"
          text={`× ${rate}`}
          value={rate}
          onChange={(value) =>
            actions.edit((before) => setSlotRate(before, slot, value), slotStep(slot, 'rate'))
          }
        />
      </Line>
    </div>
  );
}

/**
 * A value that follows the finger while it drags and the document otherwise.
 * @returns the value to show, what a drag calls, and what ends it
 */
function useLive(kept: number, onLive: (value: number) => void, onEnd: (value: number) => void) {
  const [live, setLive] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the document ends what the finger showed
  useEffect(() => setLive(null), [kept]);
  return {
    value: live ?? kept,
    onLive(value: number) {
      setLive(value);
      onLive(value);
    },
    onChange(value: number) {
      setLive(null);
      onEnd(value);
    },
  };
}
