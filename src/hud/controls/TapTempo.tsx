import { useRef } from 'react';
import { type Taps, tap, tappedBps } from './tapTempo.ts';

export interface TapTempoProps {
  onTempo(bps: number): void;
  className?: string;
}

/** A button to beat the tempo on; from the second tap on it follows the hand. */
export function TapTempo({ onTempo, className }: TapTempoProps) {
  const taps = useRef<Taps>([]);
  return (
    <button
      type="button"
      className={className}
      title="Tap the tempo (T)"
      onPointerDown={(event) => {
        if (event.button === 0) beat(event.timeStamp);
      }}
      onKeyDown={(event) => {
        if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        beat(event.timeStamp);
      }}
    >
      Tap
    </button>
  );

  function beat(nowMs: number): void {
    taps.current = tap(taps.current, nowMs);
    const bps = tappedBps(taps.current);
    if (bps !== null) onTempo(bps);
  }
}
