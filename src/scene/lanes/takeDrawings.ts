/** What is recorded and what is brought in: takes, the pass under way, and a file under the bars of its loop. */
import { PASS_BINS, recordMeter } from '../../audio/state/recording.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import type { CutShape, Lane, TakeShape } from '../../data/stores/lanes.ts';
import type { RingModel } from '../../drawing/model.ts';
import { notchPhase } from '../../drawing/motion.ts';
import { stripPart, stripPolygon } from '../../drawing/strip.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import {
  BEATS_PER_BAR,
  type Box,
  isSameBox,
  type LaneDrawing,
  type Moment,
  NO_BOX,
  Notch,
  polygon,
  Still,
} from './laneDrawing.ts';

/** Bars of the pass under way, from one to the next, and where it is. */
const PASS_PX = { bar: 3, step: 4, head: 2 };
/** Height of a line that is a beat, and width of all. */
const LINE_PX = { beat: 10, wide: 1 };
/** Narrowest bar of a take that is told from its neighbours by a gap. */
const NARROWEST_BAR_PX = 8;

/** Where the bars of a take stand: from, to, is it kept. Bars too narrow for gaps run together. */
function takeParts(
  { bars, firstBar, keptBars }: TakeShape,
  w: number,
): [number, number, boolean][] {
  const at = (bar: number) => (bar === bars ? w : Math.round((bar * w) / bars));
  const keptTo = firstBar + keptBars;
  if (w / bars < NARROWEST_BAR_PX) {
    return [
      [0, at(firstBar), false],
      [at(firstBar), at(keptTo), true],
      [at(keptTo), w, false],
    ];
  }
  return Array.from({ length: bars }, (_, bar) => {
    const end = bar + 1 === bars ? w : at(bar + 1) - 1;
    return [at(bar), end, bar >= firstBar && bar < keptTo];
  });
}

/** A take laid flat: its bars in ink, those that are not kept dull; a hairline where nothing was heard. */
function fillTake(context: CanvasRenderingContext2D, take: TakeShape, { w, h }: Box): void {
  context.fillStyle = TOKENS.line;
  // Nothing was heard: a hairline, not the stretched shape of nothing.
  if (take.peaks.every((peak) => peak === 0)) {
    context.fillRect(0, h - 1, w, 1);
    return;
  }
  const { slug, ink } = categoryOf(take.category);
  // Gain 2 fills the height.
  const ring: RingModel = {
    loopId: take.takeId,
    slot: 0,
    category: slug,
    peaks: take.peaks,
    repeats: 1,
    gain: 2,
    isOn: true,
  };
  const points = stripPolygon(ring, w, h);
  for (const [from, to, isKept] of takeParts(take, w)) {
    const part = stripPart(points, from, to);
    if (part.length === 0) continue;
    context.fillStyle = isKept ? ink : TOKENS.line;
    context.fill(polygon(part));
  }
}

/** A take, and the notch that goes through what is kept of it while it is heard. */
export class TakeDrawing implements LaneDrawing {
  isMoving = false;
  box = NO_BOX;
  private take: TakeShape | undefined;
  private readonly notch = new Notch();
  private readonly still = new Still();

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'take') return false;
    const before = this.take;
    this.take = lane;
    const isSame =
      before?.peaks === lane.peaks &&
      before.category === lane.category &&
      before.firstBar === lane.firstBar &&
      before.keptBars === lane.keptBars &&
      isSameBox(box, this.box);
    if (isSame) return false;
    this.box = box;
    this.still.set((context) => fillTake(context, lane, box), box);
    return true;
  }

  move({ isReduced }: Moment): boolean {
    const { take, box } = this;
    this.isMoving = take?.isHeard ?? false;
    const share = recordMeter.previewShare;
    const hasNotch = take && this.isMoving && share >= 0;
    const at = hasNotch
      ? (take.firstBar +
          notchPhase(share, take.keptBars * BEATS_PER_BAR, isReduced) * take.keptBars) /
        take.bars
      : Number.NaN;
    return this.notch.move(box, at);
  }

  paint(context: CanvasRenderingContext2D, resolution: number): void {
    this.still.paint(context, this.box, resolution);
    this.notch.cut(context, this.box);
  }
}

/** Largest magnitude in column `n` of `count` of the pass under way. */
function passPeak(n: number, count: number): number {
  const from = Math.floor((n * PASS_BINS) / count);
  const to = Math.max(from + 1, Math.floor(((n + 1) * PASS_BINS) / count));
  let peak = 0;
  for (let bin = from; bin < to; bin++) peak = Math.max(peak, recordMeter.pass[bin]!);
  return peak;
}

/** The pass under way: bars of paper that grow from the left, bar lines, and where it is. */
export class PassDrawing implements LaneDrawing {
  /** It is there only while something is about to come in. */
  readonly isMoving = true;
  box = NO_BOX;
  private bars = 1;
  private isReduced = false;
  private drawnShare = -1;

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'pass') return false;
    if (this.bars === lane.bars && isSameBox(box, this.box)) return false;
    this.bars = lane.bars;
    this.box = box;
    return true;
  }

  move({ isReduced }: Moment): boolean {
    const { passShare } = recordMeter;
    this.isReduced = isReduced;
    if (passShare === this.drawnShare) return false;
    this.drawnShare = passShare;
    return true;
  }

  paint(context: CanvasRenderingContext2D): void {
    const { x, y, w, h } = this.box;
    const { bars } = this;
    context.fillStyle = TOKENS.line;
    context.fillRect(x, y + h - 1, w, 1);
    for (let bar = 1; bar < bars; bar++) {
      context.fillRect(x + Math.round((bar * w) / bars), y, 1, h);
    }
    context.fillStyle = TOKENS.paper;
    const count = Math.floor(w / PASS_PX.step);
    for (let n = 0; n < count; n++) {
      const peak = passPeak(n, count);
      if (peak === 0) continue;
      const tall = Math.max(1, Math.sqrt(Math.min(1, peak)) * (h - 2));
      context.fillRect(x + n * PASS_PX.step, y + h - 1 - tall, PASS_PX.bar, tall);
    }
    const at = notchPhase(recordMeter.passShare, bars * BEATS_PER_BAR, this.isReduced);
    context.fillRect(x + Math.round(at * (w - PASS_PX.head)), y, PASS_PX.head, h);
  }
}

/** A file as columns: ink inside the loop, dull outside, cut by bar lines as the notch cuts a ring. */
export class CutDrawing implements LaneDrawing {
  readonly isMoving = false;
  box = NO_BOX;
  private cut: CutShape | undefined;

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'cut') return false;
    if (this.cut === lane && isSameBox(box, this.box)) return false;
    this.cut = lane;
    this.box = box;
    return true;
  }

  move(): boolean {
    return false;
  }

  paint(context: CanvasRenderingContext2D): void {
    const { cut } = this;
    if (!cut) return;
    const { x, y, w, h } = this.box;
    const { ink } = categoryOf(cut.category);
    cut.columns.forEach((peak, n) => {
      const tall = Math.max(2, (peak / 255) * h);
      const isIn = n + 0.5 >= cut.from && n + 0.5 < cut.to;
      context.fillStyle = isIn ? ink : TOKENS.edge;
      context.fillRect(x + n * cut.columnPx, y + (h - tall) / 2, cut.columnPx - 1, tall);
    });
    for (const line of cut.lines) {
      if (line.x < 0 || line.x > w) continue;
      const tall = line.isBar ? h : LINE_PX.beat;
      context.clearRect(x + line.x - 1, y + h - tall, LINE_PX.wide + 2, tall);
      context.fillStyle = line.isBar ? TOKENS.paper : TOKENS.muted;
      context.fillRect(x + line.x, y + h - tall, LINE_PX.wide, tall);
    }
  }
}
