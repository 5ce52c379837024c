/** Turning recording on and off: the music, the bar on which it begins, laps, and what ends it. */
import { newId } from '../../../data/rules/ids.ts';
import type { BarGrid } from '../../../data/rules/recording/takes.ts';
import { patchRecording, recording } from '../../state/recording.ts';
import type { StudioHost } from '../host.ts';
import { Metronome } from '../metronome.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import {
  barAfter,
  barOfPress,
  isSameGrid,
  Laps,
  lastFree,
  lastOnGrid,
  musicFrameHeard,
} from './laps.ts';
import type { RecordPlace } from './Recorder.ts';
import { Reel } from './reel.ts';
import type { Desk, SourceOpener } from './sourceOpener.ts';
import type { TakeBox } from './takeBox.ts';
import { FULL_MESSAGES, framesToRemember, TakeQueue, TakeRoom, Taking } from './taking.ts';

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
  private readonly room = new TakeRoom();
  private laps: Laps | null = null;
  private reel: Reel | null = null;
  private taking: Taking | null = null;
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
    box: TakeBox,
    place: { readonly current: RecordPlace },
  ) {
    this.host = host;
    this.clock = clock;
    this.opener = opener;
    this.place = place;
    this.queue = new TakeQueue(box, () => {
      void this.room.refresh();
      this.finish();
    });
  }

  private prepare({ rig, tape }: Desk): Taking {
    this.metronome ??= new Metronome(rig.output);
    this.taking ??= new Taking(tape, (raw, onSettled) => this.queue.add(raw, onSettled));
    tape.onBlock = (firstFrame, frames, peak) => this.onBlock(firstFrame, frames, peak);
    const { current } = this.host;
    tape.ring.grow(framesToRemember(current?.state ?? this.place.current));
    return this.taking;
  }

  /** Recording is over once its last take is kept. */
  private finish(): void {
    if (recording.phase === 'finishing' && this.coming === 0) this.end();
  }

  /** Takes that are asked for and not yet kept. */
  private get coming(): number {
    return this.queue.count + (this.taking?.count ?? 0);
  }

  /** Is there no room for one more lap on a grid? */
  private isFull({ bps, barLength }: Pick<BarGrid, 'bps' | 'barLength'>) {
    return this.room.full({ bps, barLength, bars: recording.takeLengthInBars }, this.coming);
  }

  private get nowFrame(): number {
    return frameNow(this.opener.desk!.rig.context);
  }

  private get heardFrame(): number {
    return musicFrameHeard(this.opener.desk!.rig.context);
  }

  async toggle(): Promise<void> {
    // What was recorded before may still be on its way in; that is no reason to wait.
    if (recording.phase === 'off' || recording.phase === 'finishing') await this.start();
    else this.stop();
  }

  private async start(): Promise<void> {
    const mine = ++this.turn;
    void this.room.refresh();
    const isPlayed = this.opener.isOpen && this.clock.isRunning;
    const pressFrame = isPlayed ? this.heardFrame : null;
    patchRecording({ phase: 'starting', message: null, laps: 0, lapBar: 0 });
    const isOpen = await this.opener.open();
    if (this.turn !== mine) return;
    if (!isOpen) return void patchRecording({ phase: 'off' });
    const isFull = this.isFull(this.host.current?.state ?? this.place.current);
    if (isFull) return void patchRecording({ phase: 'off', message: FULL_MESSAGES[isFull] });
    this.release ??= this.host.hold();
    this.prepare(this.opener.desk!);
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
    const { rig } = this.opener.desk!;
    const { current: place } = this.place;
    const isNew = !this.clock.isRunning;
    // Without a rifff the beat is the instruments', or one that begins now.
    if (!this.host.isPlaying) this.clock.join(this, rig, place, recording.hasCountIn ? 1 : 0);
    const grid = this.clock.gridAt(this.nowFrame)!;
    const latencyFrames = this.opener.latency.frames;
    // What it started itself is on the tape from its first sound on.
    const fromFrame = this.startFrame || this.nowFrame;
    const { ring } = this.opener.desk!.tape;
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
    const reel = new Reel(
      ring,
      { ...start, id: newId(created), created, source, rifffName, keptLaps: 0 },
      () => patchRecording({ message: IN_MEMORY }),
    );
    this.reel = reel;
    this.laps = new Laps(start, (span) => {
      const onSettled = reel.ask();
      this.taking?.ask({ ...span, grid, latencyFrames, rifffName, source, onSettled });
    });
    this.click();
    this.laps.advance(this.heardFrame);
  }

  /** Clicks while recording if that is wished, and while it counts in. */
  click(): void {
    const { laps, metronome } = this;
    if (!laps || !metronome) return;
    const isCounting = recording.hasCountIn && this.nowFrame < laps.frameOf(0);
    if (recording.hasMetronome) {
      metronome.run(laps.grid, this.nowFrame, Number.POSITIVE_INFINITY);
    } else if (isCounting) metronome.run(laps.grid, this.nowFrame, laps.frameOf(0));
    else metronome.stop();
  }

  private onBlock(firstFrame: number, frames: number, peak: number): void {
    const { laps } = this;
    this.metronome?.tick();
    if (laps) {
      const grid = this.clock.gridAt(this.nowFrame);
      if (!grid) this.stop();
      else if (!isSameGrid(grid, laps.grid)) {
        this.stop();
        patchRecording({ message: 'Recording stopped because the music changed its beat.' });
      }
    }
    this.reel?.advance();
    if (this.laps) {
      this.laps.meter(firstFrame, frames, peak);
      const before = recording.laps;
      this.laps.advance(this.heardFrame);
      const isFull = recording.laps > before && this.isFull(this.laps.grid);
      if (isFull) {
        this.stop();
        patchRecording({ message: FULL_MESSAGES[isFull] });
      }
    }
    this.taking?.settle();
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
    this.laps?.stop(this.heardFrame);
    this.endLaps();
    this.metronome?.stop();
    this.clock.leave(this);
    patchRecording({ recordingEnabled: false, phase: 'finishing' });
    this.finish();
  }

  private endLaps(): void {
    // Ended while it counts in: the rifff that would begin after it was not asked for by itself.
    if (this.laps && this.nowFrame < this.startFrame) this.host.stop();
    this.laps = null;
    this.reel?.stop();
    this.reel = null;
  }

  private end(): void {
    this.clock.leave(this);
    this.release?.();
    this.release = null;
    patchRecording({ recordingEnabled: false, phase: 'off', lapBar: 0 });
    for (const resolve of this.ended.splice(0)) resolve();
    this.onEnd();
  }

  /** The sound is suspended, and the page may not come back: all that came in goes to the device. */
  heldUp(): void {
    this.reel?.flush();
  }

  /** The input is gone: what has come in of the lap under way is a take. */
  breakOff(): void {
    this.turn += 1;
    this.laps?.breakOff(this.heardFrame);
    this.endLaps();
    this.metronome?.stop();
    this.taking?.settleForGood();
    patchRecording({ recordingEnabled: false, phase: 'finishing' });
    this.finish();
  }

  /** Makes a take of the last bars. @returns whether there were any */
  async keepThat(): Promise<boolean> {
    if (!this.opener.isOpen) return false;
    const desk = this.opener.desk!;
    const taking = this.prepare(desk);
    const { ring } = desk.tape;
    const latencyFrames = this.opener.latency.frames;
    const grid = this.clock.gridAt(this.nowFrame);
    const heldFrame = ring.fromFrame - latencyFrames;
    const bars = recording.takeLengthInBars;
    const wish = grid
      ? lastOnGrid(this.clock, grid, this.heardFrame, heldFrame, bars)
      : lastFree(this.place.current, heldFrame, ring.endFrame - latencyFrames, bars);
    const isFull = wish && this.room.full({ ...wish.grid, bars: wish.bars }, this.coming);
    if (isFull) {
      patchRecording({ message: FULL_MESSAGES[isFull] });
      return false;
    }
    if (!wish) {
      patchRecording({ message: 'Not one whole bar has been played yet.' });
      return false;
    }
    const { source } = recording;
    taking.ask({ ...wish, latencyFrames, source, rifffName: this.place.current.rifffName });
    patchRecording({ message: null });
    return true;
  }
}
