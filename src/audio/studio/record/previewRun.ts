/** Hearing a take in the mix: after the specified delay, in time with whatever plays, until stopped. */
import type { BarGrid } from '../../../data/rules/recording/takes.ts';
import { patchRecording, recording, recordMeter } from '../../state/recording.ts';
import type { StudioHost } from '../host.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import type { SourceOpener } from './sourceOpener.ts';
import type { TakeBox } from './takeBox.ts';
import { TakePlayer } from './takePlayer.ts';

const WATCH_MS = 40;

const isSame = (a: BarGrid | null, b: BarGrid | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.originFrame === b.originFrame &&
    a.bps === b.bps &&
    a.barLength === b.barLength);

export class PreviewRun {
  private readonly player = new TakePlayer();
  private readonly host: StudioHost;
  private readonly clock: PlayClock;
  private readonly opener: SourceOpener;
  private readonly box: TakeBox;
  private readonly delayMs: number;
  private delay: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private release: (() => void) | null = null;
  private grid: BarGrid | null = null;
  private heardId: string | null = null;

  constructor(
    host: StudioHost,
    clock: PlayClock,
    opener: SourceOpener,
    box: TakeBox,
    delayMs: number,
  ) {
    this.host = host;
    this.clock = clock;
    this.opener = opener;
    this.box = box;
    this.delayMs = delayMs;
  }

  /** Hears a take after the delay; the one that is heard goes on until then. The same again stops. */
  async toggle(id: string, index: number): Promise<void> {
    if (recording.previewId === id) return this.stop();
    clearTimeout(this.delay);
    patchRecording({ previewId: id, selectedTake: index });
    this.release ??= this.host.hold();
    const opened = this.host.open(); // inside the gesture
    this.delay = setTimeout(() => {
      opened.then(() => this.begin(id)).catch((cause: unknown) => this.fail(cause));
    }, this.delayMs);
    await opened.catch(() => undefined); // told by `begin`
  }

  private get nowFrame(): number {
    const { context } = this.opener.desk?.rig ?? {};
    return context ? frameNow(context) : 0;
  }

  private gridNow(): BarGrid | null {
    return this.clock.gridAt(this.nowFrame);
  }

  private async begin(id: string): Promise<void> {
    const sound = await this.box.soundOf(id);
    const { rig } = await this.opener.ready();
    const take = this.box.find(id);
    if (recording.previewId !== id || !take) return;
    this.grid = this.gridNow();
    this.heardId = id;
    this.player.play(rig, take, sound, this.grid);
    clearInterval(this.watch);
    this.watch = setInterval(() => {
      recordMeter.previewShare = this.player.shareAt(this.nowFrame);
      // The music began, stopped or changed its tempo: the take takes its place in it again.
      if (!isSame(this.grid, this.gridNow())) this.renew(id);
    }, WATCH_MS);
  }

  private fail(cause: unknown): void {
    console.error('A take could not be played', cause);
    patchRecording({ message: 'This take could not be played: its sound is gone.' });
    this.stop();
  }

  /** What is heard was changed: cuts it anew. */
  renew(id: string): void {
    if (this.heardId !== id || recording.previewId !== id) return;
    this.begin(id).catch((cause: unknown) => this.fail(cause));
  }

  stop(): void {
    clearTimeout(this.delay);
    clearInterval(this.watch);
    this.player.stop();
    this.heardId = null;
    recordMeter.previewShare = -1;
    this.release?.();
    this.release = null;
    patchRecording({ previewId: null });
  }
}
