/** Keeps what is being recorded on the device as it comes in, and lets it go when its takes are kept. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { markRecording } from '../../state/recording.ts';
import { dropReel, putPiece, putReel, type ReelInfo } from './reelStore.ts';
import { PAD_FRAMES } from './takeLoop.ts';
import type { FrameRing } from './tape.ts';

/** Frames of a piece. */
const PIECE_FRAMES = SAMPLE_RATE_HZ;
/** Pieces that may wait to be written before the device counts as too slow. */
const MAX_WAITING = 16;

const lockOf = (id: string) => `rondo-reel-${id}`;

/** Context frame of the first frame of a lap as it comes in. */
export function lapFrameOf(reel: ReelInfo, lap: number): number {
  const { grid, startBar, bars, latencyFrames } = reel;
  const bar = barFrames(grid.barLength, grid.bps);
  return grid.originFrame + (startBar + lap * bars) * bar + latencyFrames;
}

/**
 * Does something with a reel that no page is recording any more. A page that goes away, however it does, gives its lock
 * back.
 */
export async function withAbandoned(id: string, use: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(lockOf(id), { ifAvailable: true }, async (lock) => {
    if (lock) await use();
  });
}

const isEqual = (a: Float32Array, b: Float32Array) => a.every((x, n) => x === b[n]);

export class Reel {
  private info: ReelInfo;
  private readonly ring: FrameRing;
  private readonly onRefused: () => void;
  private nextFrame: number;
  /** Everything is written in the order in which it was asked for. */
  private writing: Promise<void>;
  private waiting = 0;
  private asked = 0;
  private isStopped = false;
  /** Is there nothing to write any more: refused, or done with? */
  private isOver = false;
  private unlock: () => void = () => undefined;

  /** @param onRefused is called once when the device cannot keep it; recording goes on in memory */
  constructor(ring: FrameRing, info: ReelInfo, onRefused: () => void) {
    this.ring = ring;
    this.info = info;
    this.onRefused = onRefused;
    this.nextFrame = Math.max(lapFrameOf(info, 0) - PAD_FRAMES, ring.fromFrame);
    this.writing = this.lock();
    this.write(() => putReel(this.info));
    markRecording(info.id, true);
    addEventListener('pagehide', this.flush);
    document.addEventListener('visibilitychange', this.flush);
  }

  /** Resolves when the lock is held; it is given back by `over`, or by the browser when the page is gone. */
  private lock(): Promise<void> {
    return new Promise((held) => {
      if (!navigator.locks) return held();
      const over = new Promise<void>((resolve) => {
        this.unlock = resolve;
      });
      navigator.locks
        .request(lockOf(this.info.id), () => {
          held();
          return over;
        })
        .catch(() => held());
    });
  }

  private write(job: () => Promise<void>): void {
    this.waiting += 1;
    this.writing = this.writing
      .then(() => (this.isOver ? undefined : job()))
      .catch((cause: unknown) => this.refuse(cause))
      .finally(() => {
        this.waiting -= 1;
      });
  }

  private refuse(cause: unknown): void {
    if (this.isOver) return;
    console.error('This device could not keep what is being recorded', cause);
    this.over();
    this.onRefused();
  }

  /** Writes what has come in, as soon as it is a whole piece. */
  advance(): void {
    while (!this.isOver && this.ring.endFrame - this.nextFrame >= PIECE_FRAMES) {
      this.put(PIECE_FRAMES);
    }
  }

  /** Writes all that has come in: the page may go away now. */
  readonly flush = (): void => {
    this.advance();
    const frames = this.ring.endFrame - this.nextFrame;
    if (!this.isOver && frames > 0) this.put(frames);
  };

  private put(frames: number): void {
    const firstFrame = this.nextFrame;
    this.nextFrame += frames;
    if (this.waiting > MAX_WAITING) {
      this.refuse(new Error('It is written too slowly'));
      return;
    }
    const [left, right] = this.ring.read(firstFrame, frames);
    const reelId = this.info.id;
    this.write(() =>
      putPiece({ reelId, firstFrame, left, right: isEqual(left, right) ? null : right }),
    );
  }

  /** A take of the next lap is on its way. @returns what is to be called when it is kept, or nobody wants it */
  ask(): () => void {
    this.asked += 1;
    return () => {
      const keptLaps = this.info.keptLaps + 1;
      this.info = { ...this.info, keptLaps };
      const neededFrame = lapFrameOf(this.info, keptLaps) - PAD_FRAMES;
      this.write(() => putReel(this.info, neededFrame - PIECE_FRAMES + 1));
      this.finish();
    };
  }

  /** No further lap will be asked for. */
  stop(): void {
    this.isStopped = true;
    this.finish();
  }

  private finish(): void {
    if (this.isStopped && this.info.keptLaps >= this.asked) this.over();
  }

  /** Lets it go, once and for all. */
  private over(): void {
    if (this.isOver) return;
    this.isOver = true;
    removeEventListener('pagehide', this.flush);
    document.removeEventListener('visibilitychange', this.flush);
    const { id } = this.info;
    void this.writing
      .then(() => dropReel(id))
      .finally(() => {
        markRecording(id, false);
        this.unlock();
      });
  }
}
