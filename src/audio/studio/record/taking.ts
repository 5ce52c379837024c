/** Cuts takes out of the tape once all of their sound has come in. */

import type { BarGrid, BarSpan } from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { type RecordSource, recording } from '../../state/recording.ts';
import type { RawTake } from './takeBox.ts';
import { PAD_FRAMES } from './takeLoop.ts';
import type { Tape } from './tape.ts';

/** A take that is asked for. */
export interface TakeWish extends BarSpan {
  readonly grid: BarGrid;
  /** Frames from the music to its sound coming in. */
  readonly latencyFrames: number;
  readonly rifffName: string;
  readonly source: RecordSource;
  /** Is called when the take is kept, or when there is not enough of it to keep. */
  readonly onSettled?: () => void;
}

const spanFrames = ({ grid, bars }: TakeWish) => bars * barFrames(grid.barLength, grid.bps);

/** Least of a cut take that is worth keeping, in seconds. */
const MIN_CUT_SEC = 0.25;

export class Taking {
  private wishes: TakeWish[] = [];
  private readonly tape: Tape;
  private readonly keep: (raw: RawTake, onSettled?: () => void) => void;

  constructor(tape: Tape, keep: Taking['keep']) {
    this.tape = tape;
    this.keep = keep;
  }

  /** Takes that are asked for and not yet cut. */
  get count(): number {
    return this.wishes.length;
  }

  ask(wish: TakeWish): void {
    this.wishes.push(wish);
    this.settle();
  }

  /** Cuts what has come in whole. */
  settle(): void {
    const { endFrame } = this.tape.ring;
    const isIn = (wish: TakeWish) =>
      endFrame >= wish.startFrame + spanFrames(wish) + wish.latencyFrames + PAD_FRAMES;
    const due = this.wishes.filter(isIn);
    if (due.length === 0) return;
    this.wishes = this.wishes.filter((wish) => !due.includes(wish));
    for (const wish of due) this.cut(wish);
  }

  /** No more sound will come: cuts what there is. */
  settleForGood(): void {
    for (const wish of this.wishes.splice(0)) this.cut(wish);
  }

  private cut(wish: TakeWish): void {
    const { ring } = this.tape;
    const frames = spanFrames(wish);
    const from = wish.startFrame + wish.latencyFrames;
    const missing = from + frames - ring.endFrame;
    if (frames - missing < MIN_CUT_SEC * 48_000) {
      wish.onSettled?.();
      return;
    }
    const raw: RawTake = {
      channels: ring.read(from - PAD_FRAMES, frames + 2 * PAD_FRAMES),
      padFrames: PAD_FRAMES,
      startBar: wish.startBar,
      bars: wish.bars,
      bps: wish.grid.bps,
      barLength: wish.grid.barLength,
      source: wish.source,
      isCut: missing > 0,
      rifffName: wish.rifffName,
    };
    this.keep(raw, wish.onSettled);
  }
}

/** Frames that the tape must remember for takes of the chosen length on a grid. */
export function framesToRemember(grid: Pick<BarGrid, 'barLength' | 'bps'>): number {
  const lap = recording.takeLengthInBars * barFrames(grid.barLength, grid.bps);
  return lap + 6 * PAD_FRAMES;
}
