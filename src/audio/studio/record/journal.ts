/** Writes a recording to the device while it comes in, and deletes it when its takes are kept. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { markRecording } from '../../state/recording.ts';
import type { FrameRing } from './capture.ts';
import { dropJournal, type JournalInfo, putJournal, putPiece } from './journalStore.ts';
import { PAD_FRAMES } from './takeLoop.ts';

/** Frames of a piece. */
const PIECE_FRAMES = SAMPLE_RATE_HZ;
/** Pieces that may wait to be written before the device counts as too slow. */
const MAX_WAITING = 16;

const lockOf = (id: string) => `rondo-reel-${id}`;

/** Context frame of the first frame of a pass as it comes in. */
export function passFrameOf(journal: JournalInfo, pass: number): number {
  const { grid, startBar, bars, latencyFrames } = journal;
  const bar = barFrames(grid.barLength, grid.bps);
  return grid.originFrame + (startBar + pass * bars) * bar + latencyFrames;
}

/**
 * Does something with a journal that no page is recording any more. A page that goes away, however it does, gives its
 * lock back.
 */
export async function withAbandoned(id: string, use: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(lockOf(id), { ifAvailable: true }, async (lock) => {
    if (lock) await use();
  });
}

const isEqual = (a: Float32Array, b: Float32Array) => a.every((x, n) => x === b[n]);

export class Journal {
  private info: JournalInfo;
  private readonly ring: FrameRing;
  private readonly onRefused: () => void;
  private nextFrame: number;
  /** Everything is written in the order in which it was asked for. */
  private writing: Promise<void>;
  private waiting = 0;
  private asked = 0;
  private isStopped = false;
  /** Has writing ended: refused, or finished? */
  private isOver = false;
  private unlock: () => void = () => undefined;

  /** @param onRefused is called once when the device cannot keep it; recording goes on in memory */
  constructor(ring: FrameRing, info: JournalInfo, onRefused: () => void) {
    this.ring = ring;
    this.info = info;
    this.onRefused = onRefused;
    this.nextFrame = Math.max(passFrameOf(info, 0) - PAD_FRAMES, ring.fromFrame);
    this.writing = this.lock();
    this.write(() => putJournal(this.info));
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

  /** A take of the next pass is coming. @returns to be called when it is kept or not wanted */
  ask(): () => void {
    this.asked += 1;
    return () => {
      const keptLaps = this.info.keptLaps + 1;
      this.info = { ...this.info, keptLaps };
      const neededFrame = passFrameOf(this.info, keptLaps) - PAD_FRAMES;
      this.write(() => putJournal(this.info, neededFrame - PIECE_FRAMES + 1));
      this.finish();
    };
  }

  /** No further pass will be asked for. */
  stop(): void {
    this.isStopped = true;
    this.finish();
  }

  private finish(): void {
    if (this.isStopped && this.info.keptLaps >= this.asked) this.over();
  }

  /** Ends writing and deletes it. */
  private over(): void {
    if (this.isOver) return;
    this.isOver = true;
    removeEventListener('pagehide', this.flush);
    document.removeEventListener('visibilitychange', this.flush);
    const { id } = this.info;
    void this.writing
      .then(() => dropJournal(id))
      .finally(() => {
        markRecording(id, false);
        this.unlock();
      });
  }
}
