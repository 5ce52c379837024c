/** Cuts takes out of the capture once all of their sound has come in. */

import {
  type BarGrid,
  type BarSpan,
  type FullOf,
  fullOf,
  MOST_KEPT,
  type TakeSize,
} from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { patchRecording, type RecordSource, recording } from '../../state/recording.ts';
import type { Capture } from './capture.ts';
import type { KeptTakes, RawTake } from './keptTakes.ts';
import { PAD_FRAMES } from './takeLoop.ts';

/** A requested take. */
export interface TakeWish extends BarSpan {
  readonly grid: BarGrid;
  /** Frames from the music to its sound coming in. */
  readonly latencyFrames: number;
  readonly rifffName: string;
  readonly source: RecordSource;
  /** Is called when the take is kept, or is too short to keep. */
  readonly onSettled?: () => void;
}

const spanFrames = ({ grid, bars }: TakeWish) => bars * barFrames(grid.barLength, grid.bps);

/** Least of a cut take that is worth keeping, in seconds. */
const MIN_CUT_SEC = 0.25;

export class TakeCutter {
  private wishes: TakeWish[] = [];
  private readonly capture: Capture;
  private readonly keep: (raw: RawTake, onSettled?: () => void) => void;

  constructor(capture: Capture, keep: TakeCutter['keep']) {
    this.capture = capture;
    this.keep = keep;
  }

  /** Requested takes that are not cut yet. */
  get count(): number {
    return this.wishes.length;
  }

  ask(wish: TakeWish): void {
    this.wishes.push(wish);
    this.settle();
  }

  /** Cuts the takes whose sound is complete. */
  settle(): void {
    const { endFrame } = this.capture.ring;
    const isIn = (wish: TakeWish) =>
      endFrame >= wish.startFrame + spanFrames(wish) + wish.latencyFrames + PAD_FRAMES;
    const due = this.wishes.filter(isIn);
    if (due.length === 0) return;
    this.wishes = this.wishes.filter((wish) => !due.includes(wish));
    for (const wish of due) this.cut(wish);
  }

  /** No more sound will come: cuts the takes as they are. */
  settleForGood(): void {
    for (const wish of this.wishes.splice(0)) this.cut(wish);
  }

  private cut(wish: TakeWish): void {
    const { ring } = this.capture;
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

/** Frames that the capture must remember for takes of the chosen length on a grid. */
export function framesToRemember(grid: Pick<BarGrid, 'barLength' | 'bps'>): number {
  const pass = recording.takeLengthInBars * barFrames(grid.barLength, grid.bps);
  return pass + 6 * PAD_FRAMES;
}

export class TakeQueue {
  /** Takes that are not kept yet. */
  count = 0;
  private readonly keptTakes: KeptTakes;
  private readonly onKept: () => void;
  private last: Promise<unknown> = Promise.resolve();

  /** @param onKept is called after every take, also after one that could not be kept */
  constructor(keptTakes: KeptTakes, onKept: () => void) {
    this.keptTakes = keptTakes;
    this.onKept = onKept;
  }

  /** @param onSettled is called once the take is kept, and never when it could not be */
  add(raw: RawTake, onSettled?: () => void): void {
    this.count += 1;
    this.last = this.last
      .then(() => this.keptTakes.add(raw))
      .then(onSettled)
      .catch((cause: unknown) => {
        console.error('A take could not be kept', cause);
        patchRecording({ message: 'A take could not be kept.' });
      })
      .finally(() => {
        this.count -= 1;
        this.onKept();
      });
  }
}

const MORE = 'Add or delete some to record more.';

export const FULL_MESSAGES: Readonly<Record<FullOf, string>> = {
  takes: `${MOST_KEPT.takes} takes are kept, and no more. ${MORE}`,
  sound: `${MOST_KEPT.sec / 60} minutes of takes are kept, and no more. ${MORE}`,
  device: `This device has no more room for takes. ${MORE}`,
  memory: `The takes that only this page has fill its memory. ${MORE}`,
};

export class TakeSpace {
  private freeBytes: number | null = null;

  /** Asks the browser again how much the device has left. */
  async refresh(): Promise<void> {
    try {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const isKnown = quota !== undefined && usage !== undefined;
      this.freeBytes = isKnown ? quota - usage : null;
    } catch {
      this.freeBytes = null; // it does not say
    }
  }

  /** @param coming passes that are not takes yet @returns what is full, or null when one more pass fits */
  full(pass: TakeSize, coming = 0): FullOf | null {
    const isKept = recording.takes.every((take) => take.isKept);
    const onTheWay = Array.from({ length: coming }, () => ({ ...pass, isKept }));
    return fullOf([...recording.takes, ...onTheWay], pass, this.freeBytes);
  }
}
