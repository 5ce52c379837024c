import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../../audio/state/mixer.ts';
import { type RecordSource, recording, recordMeter } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { onFrame } from '../../../../data/stores/frameLoop.ts';
import { Button } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { VisuallyHidden } from '../../../system/VisuallyHidden.tsx';
import { LatencyRow } from './Latency.tsx';
import styles from './Record.module.css';

/** Lowest level that shows, in dB of full scale. */
const FLOOR_DB = -60;
const TICKS_DB = [-48, -36, -24, -12, -6] as const;
/** Fall of the bar and of its mark, in shares of the scale per second. */
const FALL_PER_SEC = 0.8;
const MARK_FALL_PER_SEC = 0.15;

/** Where a linear level stands: 0 at the floor and below, 1 at full scale. */
const shareOf = (level: number) =>
  level <= 0 ? 0 : Math.min(1, Math.max(0, 1 - (20 * Math.log10(level)) / FLOOR_DB));

const wordsOf = (level: number) =>
  level <= 0.001 ? 'silence' : `${Math.round(20 * Math.log10(level))} dB of full scale`;

/**
 * The level that comes in, with its highest mark; full scale stays said until it is looked at. A muted input shows none,
 * and the meter says why.
 */
function InputMeter({ recorder }: { recorder: Recorder }) {
  const { isClipped, inputLevel, source } = useSnapshot(recording);
  const isMuted = useSnapshot(mixer).isInputMuted && source === 'input';
  const words = isMuted ? 'Muted' : wordsOf(inputLevel);
  const bar = useRef<HTMLSpanElement>(null);
  const mark = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    let shown = 0;
    let peak = 0;
    let lastMs = performance.now();
    const turn = onFrame('readouts', (nowMs) => {
      const seconds = Math.max(0, Math.min(0.1, (nowMs - lastMs) / 1000));
      lastMs = nowMs;
      const share = shareOf(recordMeter.level);
      shown = Math.max(share, shown - FALL_PER_SEC * seconds);
      peak = Math.max(share, peak - MARK_FALL_PER_SEC * seconds);
      if (bar.current) bar.current.style.scale = `${shown} 1`;
      if (mark.current) mark.current.style.left = `calc(${peak} * (100% - 2px))`;
      return true;
    });
    turn.wake();
    return turn.stop;
  }, []);

  return (
    <div className={styles.level}>
      <VisuallyHidden>
        <meter
          aria-label="Input level"
          min={0}
          max={1}
          value={Math.round(shareOf(inputLevel) * 20) / 20}
          aria-valuetext={words}
        >
          {words}
        </meter>
      </VisuallyHidden>
      <div className={styles.meter} aria-hidden="true">
        <span ref={bar} className={styles.bar} />
        {TICKS_DB.map((db) => (
          <span
            key={db}
            className={styles.tick}
            style={{ left: `${(1 - db / FLOOR_DB) * 100}%` }}
          />
        ))}
        <span ref={mark} className={styles.mark} />
      </div>
      {isMuted && (
        <span className="t13 bold" aria-hidden="true">
          Muted
        </span>
      )}
      <button
        type="button"
        className={`reach ${styles.clip}`}
        data-clipped={isClipped || undefined}
        disabled={!isClipped}
        aria-label={isClipped ? 'Clip: full scale was reached. Forget it' : 'Clip: not reached'}
        title={isClipped ? 'Full scale was reached: turn the input down' : 'Full scale'}
        onClick={() => recorder.forgetClip()}
      >
        Clip
      </button>
    </div>
  );
}

const SOURCES = [
  { value: 'input', title: 'Microphone or line' },
  { value: 'instruments', title: 'Pads and keys' },
];

/** What is recorded, how loud it comes in and how late. */
export function InputRows({ recorder }: { recorder: Recorder }) {
  const state = useSnapshot(recording);
  const { source, input, devices, deviceId, calibration, phase, message } = state;
  // While it records, what cannot be changed makes room for the takes.
  const isBusy = phase !== 'off';
  const isInput = source === 'input';
  const isOpen = !isInput || input === 'open';
  // What went wrong is said above, with what can be done about it.
  const isSaid = message !== null && input !== 'closed' && input !== 'asking';
  return (
    <>
      <div className={styles.pair} hidden={isBusy}>
        <Select
          label="Source"
          size="xs"
          value={source}
          options={SOURCES}
          onValueChange={(value) => void recorder.setSource(value as RecordSource)}
        />
        {isInput && (
          <Select
            label="Input"
            size="xs"
            value={deviceId}
            disabled={devices.length === 0}
            options={[
              { value: '', title: 'The system’s choice' },
              ...devices.map(({ id, label }) => ({ value: id, title: label })),
            ]}
            onValueChange={(value) => void recorder.setDevice(value)}
          />
        )}
      </div>
      {isOpen ? (
        <InputMeter recorder={recorder} />
      ) : isSaid ? null : (
        <div className={`tapButtons ${styles.closed}`}>
          <p className="muted">
            Open the input to see its level. Then the last bars are always at hand: “Keep that”
            makes them a take.
          </p>
          <Button size="xs" disabled={input === 'asking'} onClick={() => void recorder.open()}>
            Open the input
          </Button>
        </div>
      )}
      {isInput && isOpen && !isBusy && <LatencyRow recorder={recorder} />}
      {input === 'open' && !isBusy && (
        <div className={`tapButtons ${styles.closed}`}>
          <p className="muted">
            {isInput
              ? 'The input stays open while you edit, and the last bars can be kept.'
              : 'The input stays open, though only pads and keys are recorded now.'}
          </p>
          <Button
            size="xs"
            disabled={calibration.status === 'running'}
            onClick={() => recorder.closeInput()}
          >
            Close input
          </Button>
        </div>
      )}
    </>
  );
}
