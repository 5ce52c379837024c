/** Turning recording on and off: the music, the bar on which it begins, passes, and what ends it. */
import { newId } from '../../../data/rules/ids.ts';
import type { BarGrid } from '../../../data/rules/recording/takes.ts';
import { patchRecording, recording } from '../../state/recording.ts';
import type { StudioHost } from '../host.ts';
import { Metronome } from '../metronome.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import { Journal } from './journal.ts';
import type { KeptTakes } from './keptTakes.ts';
import {
  barAfter,
  barOfPress,
  isSameGrid,
  lastFree,
  lastOnGrid,
  musicFrameHeard,
  Passes,
} from './passes.ts';
import type { RecordPlace } from './Recorder.ts';
import type { Setup, SourceOpener } from './sourceOpener.ts';
import { FULL_MESSAGES, framesToRemember, TakeCutter, TakeQueue, TakeSpace } from './takeCutter.ts';

/** Said when the device cannot keep what is being recorded. */
const IN_MEMORY =
  'This device has no room for what is being recorded. It goes on in memory: it is lost if the page closes before the take is kept.';

export class RecordRun {
  /** Is called when recording is over and its last take is kept. */
  onEnd: () => void = () => undefined;
  private readonly host: StudioHost;
  private readonly clock: PlayClock;
  private readonly opener: SourceOpener;
  private readonly queue: TakeQueue;
  private readonly place: { readonly current: RecordPlace };
  private readonly space = new TakeSpace();
  private passes: Passes | null = null;
  private journal: Journal | null = null;
  private takeCutter: TakeCutter | null = null;
  private metronome: Metronome | null = null;
  private release: (() => void) | null = null;
  private ended: (() => void)[] = [];
  private turn = 0;
  /** Frame of the first sound of the music that it started, else 0. */
  private startFrame = 0;

  constructor(
    host: StudioHost,
    clock: PlayClock,
    opener: SourceOpener,
    keptTakes: KeptTakes,
    place: { readonly current: RecordPlace },
  ) {
    this.host = host;
    this.clock = clock;
    this.opener = opener;
    this.place = place;
    this.queue = new TakeQueue(keptTakes, () => {
      void this.space.refresh();
      this.finish();
    });
  }

  private prepare({ audio, capture }: Setup): TakeCutter {
    this.metronome ??= new Metronome(audio.output);
    this.takeCutter ??= new TakeCutter(capture, (raw, onSettled) => this.queue.add(raw, onSettled));
    capture.onBlock = (firstFrame, frames, peak) => this.onBlock(firstFrame, frames, peak);
    const { current } = this.host;
    capture.ring.grow(framesToRemember(current?.state ?? this.place.current));
    return this.takeCutter;
  }

  /** Recording is over once its last take is kept. */
  private finish(): void {
    if (recording.phase === 'finishing' && this.coming === 0) this.end();
  }

  /** Takes that were asked for and are not kept yet. */
  private get coming(): number {
    return this.queue.count + (this.takeCutter?.count ?? 0);
  }

  /** What is full, or null if one more pass on a grid fits. */
  private isFull({ bps, barLength }: Pick<BarGrid, 'bps' | 'barLength'>) {
    return this.space.full({ bps, barLength, bars: recording.takeLengthInBars }, this.coming);
  }

  private get nowFrame(): number {
    return frameNow(this.opener.setup!.audio.context);
  }

  private get heardFrame(): number {
    return musicFrameHeard(this.opener.setup!.audio.context);
  }

  async toggle(): Promise<void> {
    // The end of the last recording may still come in; a new one need not wait.
    if (recording.phase === 'off' || recording.phase === 'finishing') await this.start();
    else this.stop();
  }

  private async start(): Promise<void> {
    const mine = ++this.turn;
    void this.space.refresh();
    const isPlayed = this.opener.isOpen && this.clock.isRunning;
    const pressFrame = isPlayed ? this.heardFrame : null;
    patchRecording({ phase: 'starting', message: null, passes: 0, passBar: 0 });
    const isOpen = await this.opener.open();
    if (this.turn !== mine) return;
    if (!isOpen) return void patchRecording({ phase: 'off' });
    const isFull = this.isFull(this.host.current?.state ?? this.place.current);
    if (isFull) return void patchRecording({ phase: 'off', message: FULL_MESSAGES[isFull] });
    this.release ??= this.host.hold();
    this.prepare(this.opener.setup!);
    const wasRunning = this.clock.isRunning;
    const startsMusic = !this.host.isPlaying && this.host.current !== null;
    if (startsMusic) {
      const countInBars = recording.hasCountIn && !wasRunning ? 1 : 0;
      await this.host
        .play(countInBars)
        .catch((cause: unknown) => console.error('Playing failed', cause));
    }
    if (this.turn !== mine) {
      const isEarly = startsMusic && this.nowFrame < this.host.startFrame;
      if (isEarly && !recording.recordingEnabled) this.host.stop();
      return;
    }
    this.startFrame = startsMusic && this.host.isPlaying ? this.host.startFrame : 0;
    this.begin(wasRunning, pressFrame);
    patchRecording({ recordingEnabled: true });
  }

  private begin(wasRunning: boolean, pressFrame: number | null): void {
    const { audio } = this.opener.setup!;
    const { current: place } = this.place;
    const isNew = !this.clock.isRunning;
    // Without a rifff the beat is the instruments', or one that begins now.
    if (!this.host.isPlaying) this.clock.join(this, audio, place, recording.hasCountIn ? 1 : 0);
    const grid = this.clock.gridAt(this.nowFrame)!;
    const latencyFrames = this.opener.latency.frames;
    // Music that it started is in the capture from its first sound on.
    const fromFrame = this.startFrame || this.nowFrame;
    const { ring } = this.opener.setup!.capture;
    const isPress = wasRunning && pressFrame !== null;
    const startBar = isNew
      ? 0
      : isPress
        ? barOfPress(ring, grid, pressFrame, latencyFrames)
        : barAfter(grid, fromFrame);
    const bars = recording.takeLengthInBars;
    const { source } = recording;
    const { rifffName } = place;
    const start = { grid, startBar, bars, latencyFrames };
    const created = Date.now();
    const journal = new Journal(
      ring,
      { ...start, id: newId(created), created, source, rifffName, keptLaps: 0 },
      () => patchRecording({ message: IN_MEMORY }),
    );
    this.journal = journal;
    this.passes = new Passes(start, (span) => {
      const onSettled = journal.ask();
      this.takeCutter?.ask({ ...span, grid, latencyFrames, rifffName, source, onSettled });
    });
    this.click();
    this.passes.advance(this.heardFrame);
  }

  /** Clicks while recording if that is wished, and while it counts in. */
  click(): void {
    const { passes, metronome } = this;
    if (!passes || !metronome) return;
    const isCounting = recording.hasCountIn && this.nowFrame < passes.frameOf(0);
    if (recording.hasMetronome) {
      metronome.run(passes.grid, this.nowFrame, Number.POSITIVE_INFINITY);
    } else if (isCounting) metronome.run(passes.grid, this.nowFrame, passes.frameOf(0));
    else metronome.stop();
  }

  private onBlock(firstFrame: number, frames: number, peak: number): void {
    const { passes } = this;
    this.metronome?.tick();
    if (passes) {
      const grid = this.clock.gridAt(this.nowFrame);
      if (!grid) this.stop();
      else if (!isSameGrid(grid, passes.grid)) {
        this.stop();
        patchRecording({ message: 'Recording stopped because the music changed its beat.' });
      }
    }
    this.journal?.advance();
    if (this.passes) {
      this.passes.meter(firstFrame, frames, peak);
      const before = recording.passes;
      this.passes.advance(this.heardFrame);
      const isFull = recording.passes > before && this.isFull(this.passes.grid);
      if (isFull) {
        this.stop();
        patchRecording({ message: FULL_MESSAGES[isFull] });
      }
    }
    this.takeCutter?.settle();
    this.finish();
  }

  /** Stops if it records, and resolves when the last take is kept. */
  async finished(): Promise<void> {
    if (recording.recordingEnabled || recording.phase === 'starting') this.stop();
    if (recording.phase === 'off') return;
    await new Promise<void>((resolve) => this.ended.push(resolve));
  }

  private stop(): void {
    this.turn += 1;
    this.passes?.stop(this.heardFrame);
    this.endPasses();
    this.metronome?.stop();
    this.clock.leave(this);
    patchRecording({ recordingEnabled: false, phase: 'finishing' });
    this.finish();
  }

  private endPasses(): void {
    // Ended while it counts in: the rifff that would begin after it was not asked for by itself.
    if (this.passes && this.nowFrame < this.startFrame) this.host.stop();
    this.passes = null;
    this.journal?.stop();
    this.journal = null;
  }

  private end(): void {
    this.clock.leave(this);
    this.release?.();
    this.release = null;
    patchRecording({ recordingEnabled: false, phase: 'off', passBar: 0 });
    for (const resolve of this.ended.splice(0)) resolve();
    this.onEnd();
  }

  /** The sound is suspended, and the page may not come back: all that came in goes to the device. */
  heldUp(): void {
    this.journal?.flush();
  }

  /** The input is gone: what has come in of the pass under way is a take. */
  breakOff(): void {
    this.turn += 1;
    this.passes?.breakOff(this.heardFrame);
    this.endPasses();
    this.metronome?.stop();
    this.takeCutter?.settleForGood();
    patchRecording({ recordingEnabled: false, phase: 'finishing' });
    this.finish();
  }

  /** Makes a take of the last bars. @returns whether there were any */
  async keepThat(): Promise<boolean> {
    if (!this.opener.isOpen) return false;
    const setup = this.opener.setup!;
    const takeCutter = this.prepare(setup);
    const { ring } = setup.capture;
    const latencyFrames = this.opener.latency.frames;
    const grid = this.clock.gridAt(this.nowFrame);
    const heldFrame = ring.fromFrame - latencyFrames;
    const bars = recording.takeLengthInBars;
    const wish = grid
      ? lastOnGrid(this.clock, grid, this.heardFrame, heldFrame, bars)
      : lastFree(this.place.current, heldFrame, ring.endFrame - latencyFrames, bars);
    const isFull = wish && this.space.full({ ...wish.grid, bars: wish.bars }, this.coming);
    if (isFull) {
      patchRecording({ message: FULL_MESSAGES[isFull] });
      return false;
    }
    if (!wish) {
      patchRecording({ message: 'Not one whole bar has been played yet.' });
      return false;
    }
    const { source } = recording;
    takeCutter.ask({ ...wish, latencyFrames, source, rifffName: this.place.current.rifffName });
    patchRecording({ message: null });
    return true;
  }
}
