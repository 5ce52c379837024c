import { useEffect, useMemo, useRef } from 'react';
import { recordMeter, type TakeInfo } from '../../../../audio/state/recording.ts';
import { decodeBytes } from '../../../../data/contract/bytes.ts';
import { categoryOf } from '../../../../data/contract/categories.ts';
import type { RingModel } from '../../../../drawing/model.ts';
import { stripPolygon } from '../../../../drawing/strip.ts';
import { TOKENS } from '../../../../drawing/tokens.ts';
import { beginDrawing, drawOnResize } from './canvasLane.ts';
import styles from './Takes.module.css';

const NOTCH_PX = 4;

/** A take as one ring, to be laid flat. Gain 2 fills the height. */
function ringOf(take: TakeInfo): RingModel {
  return {
    loopId: take.id,
    slot: 0,
    category: categoryOf(take.category).slug,
    peaks: decodeBytes(take.peaks),
    repeats: 1,
    gain: 2,
    isOn: true,
  };
}

function drawTake(canvas: HTMLCanvasElement, take: TakeInfo, ring: RingModel): void {
  const drawing = beginDrawing(canvas);
  if (!drawing) return;
  const { context, w, h } = drawing;
  if (ring.peaks.every((peak) => peak === 0)) {
    context.fillStyle = TOKENS.line;
    context.fillRect(0, h - 1, w, 1); // nothing was heard: a hairline, not the stretched shape of nothing
    return;
  }
  const points = stripPolygon(ring, w, h);
  const { ink } = categoryOf(take.category);
  const shape = new Path2D();
  for (let at = 0; at < points.length; at += 2) shape.lineTo(points[at]!, points[at + 1]!);
  shape.closePath();
  context.fillStyle = TOKENS.line;
  context.fill(shape);
  const from = (take.firstBar / take.bars) * w;
  const width = (take.keptBars / take.bars) * w;
  context.save();
  context.beginPath();
  context.rect(from, 0, width, h);
  context.clip();
  context.fillStyle = ink;
  context.fill(shape);
  context.restore();
  // Bars are told apart by gaps, as rings are.
  if (take.bars > w / 8) return;
  for (let bar = 1; bar < take.bars; bar++) {
    context.clearRect(Math.round((bar * w) / take.bars) - 1, 0, 1, h);
  }
}

/** The waveform of a take in its category's ink and cut; what is not kept is dull. */
export function TakeLane({ take, isHeard }: { take: TakeInfo; isHeard: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const notch = useRef<HTMLSpanElement>(null);
  const ring = useMemo(() => ringOf(take), [take]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    return drawOnResize(element, () => drawTake(element, take, ring));
  }, [take, ring]);

  useEffect(() => {
    if (!isHeard) return;
    let request = 0;
    const frame = () => {
      const share = recordMeter.previewShare;
      const at = (take.firstBar + share * take.keptBars) / take.bars;
      if (notch.current) {
        notch.current.hidden = share < 0;
        notch.current.style.left = `calc(${at * 100}% - ${NOTCH_PX / 2}px)`;
      }
      request = requestAnimationFrame(frame);
    };
    request = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(request);
  }, [isHeard, take]);

  return (
    <span className={styles.lane} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
      {isHeard && <span ref={notch} className={styles.notch} hidden />}
    </span>
  );
}
