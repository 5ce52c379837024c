/**
 * Plays notes that go round, on the grid of the rifff or on one of the instruments' own. What the notes are, how they
 * sound and what is shown is said by the instruments: the pads and the keys.
 */
import { frameOf16ths } from '../../../data/rules/instruments/steps.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import type { Grid } from '../../looper/gridClock.ts';
import { play } from '../../state/play.ts';
import type { StudioAudio, StudioHost } from '../host.ts';
import { frameNow, type PlayClock } from './playClock.ts';
import { Runner, type Scheduled } from './runner.ts';

/** `Note` is a hit of a step or a note of a phrase. */
export abstract class NotePlayer<Note> {
  /** The notes of one pass. */
  protected abstract readonly notes: readonly Note[];
  /** Sixteenths of one pass. */
  protected abstract readonly length16ths: number;
  /** Does the page show that it goes round? */
  protected abstract readonly isShown: boolean;
  protected audio: StudioAudio | null = null;
  protected readonly clock: PlayClock;
  private readonly host: StudioHost;
  private runner: Runner | null = null;
  /** Notes just played and written by hand: they do not sound a second time, up to a frame. */
  private byHand: { isIt(note: Note): boolean; untilFrame: number }[] = [];

  constructor(host: StudioHost, clock: PlayClock) {
    this.host = host;
    this.clock = clock;
  }

  /** Place of a note in the pass, in sixteenths. */
  protected abstract at16ths(note: Note): number;

  /** Sounds a note on a context frame. */
  protected abstract sound(audio: StudioAudio, note: Note, frame: number, grid: Grid): Scheduled;

  /** Sounds what is no note, between two frames. */
  protected layBeside?(audio: StudioAudio, grid: Grid, from: number, to: number): Scheduled[];

  /** Nothing goes round any more. */
  protected abstract ended(): void;

  /** Opens the sound. Call it inside a gesture. */
  protected async open(): Promise<StudioAudio> {
    // Asked each time: sound may be stopped for now.
    this.audio = await this.host.open();
    this.runner ??= new Runner(this.audio.context, this.clock, this.host, {
      lay: (grid, from, to) => this.lay(grid, from, to),
      ended: () => {
        this.ended();
        this.clock.leave(this);
      },
    });
    return this.audio;
  }

  protected get isRunning(): boolean {
    return this.runner?.isRunning ?? false;
  }

  /**
   * Lets the notes go round.
   * @param countInBars bars before the one, where no other grid counts
   */
  protected go(audio: StudioAudio, countInBars = 0): void {
    this.byHand = [];
    this.clock.join(this, audio, play, countInBars);
    this.runner?.start();
  }

  stop(): void {
    this.runner?.stop();
  }

  /** Stops on the frame on which what was added begins, else on the next beat. */
  stopOnBeat(): void {
    this.runner?.stopOnBeat();
  }

  /** The notes have changed: what has not begun is laid anew. */
  protected relay(): void {
    this.runner?.relay();
  }

  /** Place in the pass that is heard now, in sixteenths with fractions; −1 when nothing goes round. */
  position16ths(): number {
    const { audio } = this;
    if (!audio || !this.isShown) return -1;
    const at16ths = this.clock.heard16ths(audio.context);
    return at16ths < 0 ? -1 : at16ths % this.length16ths;
  }

  /** A note was played by hand: it is not sounded again within so many frames. */
  protected playedByHand(isIt: (note: Note) => boolean, frames: number): void {
    const now = this.audio ? frameNow(this.audio.context) : 0;
    this.byHand.push({ isIt, untilFrame: now + Math.ceil(frames) });
  }

  private isByHand(note: Note, frame: number): boolean {
    const now = this.audio ? frameNow(this.audio.context) : 0;
    this.byHand = this.byHand.filter(({ untilFrame }) => untilFrame > now);
    return this.byHand.some(({ isIt, untilFrame }) => frame <= untilFrame && isIt(note));
  }

  /** Schedules the notes of `[from, to)`. */
  private lay(grid: Grid, from: number, to: number): Scheduled[] {
    const { audio } = this;
    if (!audio) return [];
    const perBar = barFrames(grid.barLength, grid.bps);
    // What has another metre goes round in its own bars until the page lays it anew.
    const passFrames = frameOf16ths(this.length16ths, grid.barLength, perBar);
    const laid = this.layBeside?.(audio, grid, from, to) ?? [];
    for (const note of this.notes) {
      const inside = frameOf16ths(this.at16ths(note), grid.barLength, perBar);
      const first = grid.originFrame + inside;
      const turns = Math.max(0, Math.ceil((from - first) / passFrames));
      const frame = first + turns * passFrames;
      if (frame >= to || this.isByHand(note, frame)) continue;
      laid.push(this.sound(audio, note, frame, grid));
    }
    return laid;
  }
}
