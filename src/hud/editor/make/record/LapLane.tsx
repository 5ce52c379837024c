import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { LAP_BINS, recording, recordMeter } from '../../../../audio/state/recording.ts';
import { TOKENS } from '../../../../drawing/tokens.ts';
import { beginDrawing } from './canvasLane.ts';
import styles from './Record.module.css';

const BAR_PX = 3;
const GAP_PX = 1;

function draw(canvas: HTMLCanvasElement, bars: number): void {
  const drawing = beginDrawing(canvas);
  if (!drawing) return;
  const { context, w, h } = drawing;
  context.fillStyle = TOKENS.line;
  context.fillRect(0, h - 1, w, 1);
  for (let bar = 1; bar < bars; bar++) context.fillRect(Math.round((bar * w) / bars), 0, 1, h);
  context.fillStyle = TOKENS.paper;
  const count = Math.floor(w / (BAR_PX + GAP_PX));
  for (let n = 0; n < count; n++) {
    const from = Math.floor((n * LAP_BINS) / count);
    const to = Math.max(from + 1, Math.floor(((n + 1) * LAP_BINS) / count));
    let peak = 0;
    for (let bin = from; bin < to; bin++) peak = Math.max(peak, recordMeter.lap[bin]!);
    if (peak === 0) continue;
    const tall = Math.max(1, Math.sqrt(Math.min(1, peak)) * (h - 2));
    context.fillRect(n * (BAR_PX + GAP_PX), h - 1 - tall, BAR_PX, tall);
  }
  context.fillRect(Math.round(recordMeter.lapShare * (w - 2)), 0, 2, h);
}

/** The lap under way as it comes in, bar by bar. */
export function LapLane() {
  const { takeLengthInBars } = useSnapshot(recording);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let request = 0;
    const frame = () => {
      if (canvas.current) draw(canvas.current, takeLengthInBars);
      request = requestAnimationFrame(frame);
    };
    request = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(request);
  }, [takeLengthInBars]);
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} className={styles.lap} />
    </div>
  );
}
