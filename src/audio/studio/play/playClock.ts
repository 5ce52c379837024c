/**
 * The musical time of the instruments: the grid of the rifff while one plays, else one of their own that begins
 * when the first of them is started. Pads and keys share it, so that they are together without a rifff too.
 */
import { barFrames } from '../../../data/rules/time/timing.ts';
import { boundaryAfter, type Grid, GridClock, retimeGrid } from '../../looper/gridClock.ts';
import type { StudioAudio, StudioHost } from '../host.ts';

/** Time between a start and the first sound: nodes are made and posted within it. */
const START_FRAMES = 2400;
/** Time within which nothing that is scheduled can still be changed. */
export const SAFE_FRAMES = 1440;

interface Tempo {
  readonly bps: number;
  readonly barLength: number;
}

export class PlayClock {
  private readonly host: StudioHost;
  private readonly own = new GridClock();
  private readonly users = new Set<object>();
  private release: (() => void) | null = null;

  constructor(host: StudioHost) {
    this.host = host;
  }

  /** The grid at a context frame, or null while nothing runs. */
  gridAt(frame: number): Grid | null {
    return this.host.gridAt(frame) ?? this.own.at(frame);
  }

  /** What is heard now, in sixteenths of the grid since its first frame; −1 before that and without a grid. */
  heard16ths(context: AudioContext): number {
    const heard = frameHeard(context);
    const grid = this.gridAt(heard);
    if (!grid || heard < grid.originFrame) return -1;
    return ((heard - grid.originFrame) * grid.barLength) / barFrames(grid.barLength, grid.bps);
  }

  /** Is it the rifff's grid that counts? */
  get isWithRifff(): boolean {
    return this.host.isPlaying;
  }

  /** Frame at which the newest change of the rifff that plays begins or began; null when none plays. */
  get changeFrame(): number | null {
    return this.host.changeFrame;
  }

  /** Does any grid count? */
  get isRunning(): boolean {
    return this.host.isPlaying || this.own.last !== null;
  }

  /**
   * An instrument starts: with the grid that runs, else with a new one.
   * @param countInBars bars before the one of a new grid
   */
  join(user: object, audio: StudioAudio, { bps, barLength }: Tempo, countInBars = 0): void {
    this.users.add(user);
    this.release ??= this.host.hold();
    if (this.isRunning) return;
    const countIn = countInBars * barFrames(barLength, bps);
    const originFrame = frameNow(audio.context) + START_FRAMES + countIn;
    this.own.reset({ originFrame, bps, barLength, bars: 8 });
  }

  /** An instrument stops; the last one ends the grid of their own. */
  leave(user: object): void {
    this.users.delete(user);
    if (this.users.size > 0) return;
    this.own.reset(null);
    this.release?.();
    this.release = null;
  }

  /** A rifff has begun to play: its grid is the only one. */
  follow(): void {
    this.own.reset(null);
  }

  /** Another tempo for the grid of their own, from its next beat on. */
  retime(audio: StudioAudio, { bps, barLength }: Tempo): void {
    const last = this.own.last?.grid;
    if (!last || (last.bps === bps && last.barLength === barLength)) return;
    const at = boundaryAfter(last, frameNow(audio.context) + SAFE_FRAMES, 'beat');
    this.own.push(at, retimeGrid(last, at, { bps, barLength, bars: last.bars }));
  }
}

/** Context frame that is rendered next. */
export function frameNow(context: BaseAudioContext): number {
  return Math.round(context.currentTime * context.sampleRate);
}

/** Context frame of what is heard at this moment: what people play along to is late by the output's latency. */
export function frameHeard(context: AudioContext): number {
  const latencySec = Math.min(0.5, (context.outputLatency || 0) + (context.baseLatency || 0));
  return frameNow(context) - Math.round(latencySec * context.sampleRate);
}
