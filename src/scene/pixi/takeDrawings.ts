/** What is recorded and what is brought in: takes, the lap under way, and a file under the bars of its loop. */
import type { Graphics } from 'pixi.js';
import { LAP_BINS, recordMeter } from '../../audio/state/recording.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import type { CutShape, Lane, TakeShape } from '../../data/stores/lanes.ts';
import { notchPhase } from '../../drawing/motion.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import {
  addBlock,
  Blocks,
  type Box,
  CUT,
  type FlatDrawing,
  isSameBox,
  type Layers,
  type Moment,
  NO_BOX,
  Picture,
  placeBlock,
} from './flatDrawing.ts';
import { takeContext } from './laneShapes.ts';

const NOTCH_PX = 4;
const BEATS_PER_BAR = 4;
const LAP_BAR_PX = 3;
const LAP_STEP_PX = 4;
const PLAYHEAD_PX = 2;
const BEAT_PX = 10;
const LINE_PX = 1;

/** A take, and the notch that goes through what is kept of it while it is heard. */
export class TakeDrawing implements FlatDrawing {
  isMoving = false;
  private box: Box = NO_BOX;
  private take: TakeShape | undefined;
  private readonly picture: Picture;
  private readonly notch: Graphics;

  constructor(layers: Layers) {
    this.picture = new Picture(layers);
    this.notch = addBlock(layers.cuts, layers.unit, CUT);
  }

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
    const hasSize = box.w > 0 && box.h > 0;
    this.picture.show(hasSize ? takeContext(lane, box.w, box.h) : null, box.x, box.y);
    return true;
  }

  move({ isReduced }: Moment): boolean {
    const { take, notch, box } = this;
    this.isMoving = take?.isHeard ?? false;
    const share = recordMeter.previewShare;
    const hasNotch = this.isMoving && share >= 0;
    if (!take || !hasNotch) {
      const wasThere = notch.visible;
      notch.visible = false;
      return wasThere;
    }
    const at = notchPhase(share, take.keptBars * BEATS_PER_BAR, isReduced);
    const x = box.x + ((take.firstBar + at * take.keptBars) / take.bars) * box.w - NOTCH_PX / 2;
    if (notch.visible && notch.x === x) return false;
    placeBlock(notch, x, box.y, NOTCH_PX, box.h);
    return true;
  }

  destroy(): void {
    this.picture.destroy();
    this.notch.destroy();
  }
}

/** The lap under way: bars of paper that grow from the left, bar lines, and where it is. */
export class LapDrawing implements FlatDrawing {
  /** It is there only while something is about to come in. */
  readonly isMoving = true;
  private box: Box = NO_BOX;
  private bars = 1;
  private drawnShare = -1;
  private readonly blocks: Blocks;

  constructor({ overlay, unit }: Layers) {
    this.blocks = new Blocks(overlay, unit);
  }

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'lap') return false;
    if (this.bars === lane.bars && isSameBox(box, this.box)) return false;
    this.bars = lane.bars;
    this.box = box;
    this.drawnShare = -1;
    return true;
  }

  move({ isReduced }: Moment): boolean {
    const { lapShare } = recordMeter;
    if (lapShare === this.drawnShare) return false;
    this.drawnShare = lapShare;
    const { x, y, w, h } = this.box;
    const { blocks, bars } = this;
    blocks.begin();
    blocks.add(TOKENS.line, x, y + h - 1, w, 1);
    for (let bar = 1; bar < bars; bar++) {
      blocks.add(TOKENS.line, x + Math.round((bar * w) / bars), y, 1, h);
    }
    const count = Math.floor(w / LAP_STEP_PX);
    for (let n = 0; n < count; n++) {
      const peak = lapPeak(n, count);
      if (peak === 0) continue;
      const tall = Math.max(1, Math.sqrt(Math.min(1, peak)) * (h - 2));
      blocks.add(TOKENS.paper, x + n * LAP_STEP_PX, y + h - 1 - tall, LAP_BAR_PX, tall);
    }
    const at = notchPhase(lapShare, bars * BEATS_PER_BAR, isReduced);
    blocks.add(TOKENS.paper, x + Math.round(at * (w - PLAYHEAD_PX)), y, PLAYHEAD_PX, h);
    blocks.end();
    return true;
  }

  destroy(): void {
    this.blocks.destroy();
  }
}

/** Largest magnitude in column `n` of `count` of the lap under way. */
function lapPeak(n: number, count: number): number {
  const from = Math.floor((n * LAP_BINS) / count);
  const to = Math.max(from + 1, Math.floor(((n + 1) * LAP_BINS) / count));
  let peak = 0;
  for (let bin = from; bin < to; bin++) peak = Math.max(peak, recordMeter.lap[bin]!);
  return peak;
}

/** A file as columns: ink inside the loop, dull outside, cut by bar lines as the notch cuts a ring. */
export class CutDrawing implements FlatDrawing {
  readonly isMoving = false;
  private box: Box = NO_BOX;
  private cut: CutShape | undefined;
  private readonly columns: Blocks;
  private readonly gaps: Blocks;
  private readonly lines: Blocks;

  constructor({ shapes, cuts, overlay, unit }: Layers) {
    this.columns = new Blocks(shapes, unit);
    this.gaps = new Blocks(cuts, unit);
    this.lines = new Blocks(overlay, unit);
  }

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'cut') return false;
    if (this.cut === lane && isSameBox(box, this.box)) return false;
    this.cut = lane;
    this.box = box;
    const { x, y, w, h } = box;
    const { ink } = categoryOf(lane.category);
    this.columns.begin();
    lane.columns.forEach((peak, n) => {
      const tall = Math.max(2, (peak / 255) * h);
      const tint = n + 0.5 >= lane.from && n + 0.5 < lane.to ? ink : TOKENS.edge;
      const left = x + n * lane.columnPx;
      this.columns.add(tint, left, y + (h - tall) / 2, lane.columnPx - 1, tall);
    });
    this.columns.end();
    this.gaps.begin();
    this.lines.begin();
    for (const line of lane.lines) {
      if (line.x < 0 || line.x > w) continue;
      const tall = line.isBar ? h : BEAT_PX;
      this.gaps.add(CUT, x + line.x - 1, y + h - tall, LINE_PX + 2, tall);
      const tint = line.isBar ? TOKENS.paper : TOKENS.muted;
      this.lines.add(tint, x + line.x, y + h - tall, LINE_PX, tall);
    }
    this.gaps.end();
    this.lines.end();
    return true;
  }

  move(): boolean {
    return false;
  }

  destroy(): void {
    for (const blocks of [this.columns, this.gaps, this.lines]) blocks.destroy();
  }
}
