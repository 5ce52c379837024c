/**
 * Follows a room by itself: the newest rifff, or the one that the control asked for, is preloaded and blended in at the
 * chosen boundary. One change at a time; of several that came meanwhile only the last is played, so nothing pops and
 * nothing queues up.
 */
import type { Engine } from '../../../audio/engine/Engine.ts';
import type { StageOrder } from '../../../data/contract/live.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { StageBlend } from '../../../data/rules/stage/stageAddress.ts';

/** What a follower does with sound. */
export type StageSound = Pick<Engine, 'preload' | 'setRifff'>;

/** Between two tries of a rifff that could not be fetched. */
const RETRY_MS = 2000;

export class StageFollower {
  private readonly sound: StageSound;
  private readonly onShow: (rifff: Rifff) => void;
  private rifffs: readonly Rifff[] = [];
  /** Chosen by the control; null follows the newest. */
  private chosenId: string | null = null;
  private isFrozen = false;
  private blendBars: StageBlend;
  private shownId: string | null = null;
  private isBusy = false;
  private isStopped = false;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** @param onShow called with each rifff at the moment that it is given to the sound, fully loaded */
  constructor(sound: StageSound, blendBars: StageBlend, onShow: (rifff: Rifff) => void) {
    this.sound = sound;
    this.blendBars = blendBars;
    this.onShow = onShow;
  }

  /** What the room holds now, newest first. */
  take(rifffs: readonly Rifff[]): void {
    this.rifffs = rifffs;
    void this.go();
  }

  /** Does what the control says. A frozen stage keeps its rifff until it is let go. */
  order({ rifffId, blendBars, isFrozen }: StageOrder): void {
    if (rifffId !== undefined) this.chosenId = rifffId;
    if (blendBars !== undefined) this.blendBars = blendBars;
    if (isFrozen !== undefined) this.isFrozen = isFrozen;
    void this.go();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
  }

  /** What should sound: one that is not in reach leaves everything as it is. */
  private wanted(): Rifff | undefined {
    if (this.isFrozen && this.shownId !== null) return undefined;
    if (this.chosenId === null) return this.rifffs[0];
    return this.rifffs.find(({ _id }) => _id === this.chosenId);
  }

  private async go(): Promise<void> {
    if (this.isBusy || this.isStopped) return;
    clearTimeout(this.retry);
    this.isBusy = true;
    try {
      for (;;) {
        const rifff = this.wanted();
        if (!rifff || rifff._id === this.shownId || this.isStopped) return;
        await this.sound.preload(rifff);
        // Something newer may have come while it loaded.
        if (this.isStopped || this.wanted()?._id !== rifff._id) continue;
        this.shownId = rifff._id;
        this.onShow(rifff);
        await this.sound.setRifff(rifff, { boundary: 'bar', blendBars: this.blendBars });
      }
    } catch {
      // Out of reach: what plays goes on.
      if (!this.isStopped) this.retry = setTimeout(() => void this.go(), RETRY_MS);
    } finally {
      this.isBusy = false;
    }
  }
}
