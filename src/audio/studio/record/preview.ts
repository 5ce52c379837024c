/** Hearing a take in the mix: after the specified delay, in time with whatever plays, until stopped. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { BarGrid } from '../../../data/rules/recording/takes.ts';
import { matchGain } from '../../../dsp/levels.ts';
import { toBuffer } from '../../loading/audioBuffer.ts';
import { FADE_FRAMES } from '../../looper/curves.ts';
import { isSameBeat } from '../../looper/gridClock.ts';
import { patchRecording, recording, recordMeter, type TakeInfo } from '../../state/recording.ts';
import type { StudioAudio, StudioHost } from '../host.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import type { KeptTakes } from './keptTakes.ts';
import type { SourceOpener } from './sourceOpener.ts';
import { takeForGrid, turnOf } from './takeLoop.ts';
import type { TakeSound } from './takeStore.ts';

/** Time in which the nodes are made and posted. */
const LEAD_FRAMES = 960;
const FADE_SEC = FADE_FRAMES / SAMPLE_RATE_HZ;

interface Playing {
  readonly source: AudioBufferSourceNode;
  readonly level: GainNode;
  /** Context frame on which the take's first frame falls, and its frames. */
  readonly originFrame: number;
  readonly frames: number;
}

class TakePlayer {
  private playing: Playing | null = null;

  /** Crosses over to a take. @param grid the music that plays, or null */
  play(
    { context, output }: StudioAudio,
    take: TakeInfo,
    sound: TakeSound,
    grid: BarGrid | null,
  ): void {
    this.stop();
    const at = Math.round(context.currentTime * SAMPLE_RATE_HZ) + LEAD_FRAMES;
    const { channels } = takeForGrid(take, sound, grid && at - grid.originFrame);
    const buffer = toBuffer({ channels, sampleRate: SAMPLE_RATE_HZ });
    const source = new AudioBufferSourceNode(context, { buffer, loop: true });
    const level = new GainNode(context, { gain: 0 });
    const startSec = at / SAMPLE_RATE_HZ;
    level.gain.setValueAtTime(0, startSec);
    level.gain.linearRampToValueAtTime(
      matchGain(take.loudnessLufs, take.category),
      startSec + FADE_SEC,
    );
    source.connect(level).connect(output);
    source.start(startSec);
    const frames = buffer.length;
    const ahead = grid ? at - grid.originFrame - turnOf(take, frames) : 0;
    this.playing = { source, level, originFrame: at - ahead, frames };
  }

  /** How far the take has come at a context frame, 0 to 1; −1 while none is heard. */
  shareAt(frame: number): number {
    const { playing } = this;
    if (!playing) return -1;
    const { originFrame, frames } = playing;
    return ((((frame - originFrame) % frames) + frames) % frames) / frames;
  }

  stop(): void {
    const { playing } = this;
    this.playing = null;
    if (!playing) return;
    const { source, level } = playing;
    const now = level.context.currentTime;
    const fromSec = now + LEAD_FRAMES / SAMPLE_RATE_HZ;
    level.gain.setTargetAtTime(0, fromSec, FADE_SEC / 3);
    source.stop(fromSec + 2 * FADE_SEC);
    source.onended = () => {
      source.disconnect();
      level.disconnect();
    };
  }
}

const WATCH_MS = 40;

const isSame = (a: BarGrid | null, b: BarGrid | null) =>
  a === b || (a !== null && b !== null && isSameBeat(a, b));

export class PreviewRun {
  private readonly player = new TakePlayer();
  private readonly host: StudioHost;
  private readonly clock: PlayClock;
  private readonly opener: SourceOpener;
  private readonly keptTakes: KeptTakes;
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
    keptTakes: KeptTakes,
    delayMs: number,
  ) {
    this.host = host;
    this.clock = clock;
    this.opener = opener;
    this.keptTakes = keptTakes;
    this.delayMs = delayMs;
  }

  /** Plays a take after the delay; another one plays until then. The same take again stops. */
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
    const { context } = this.opener.setup?.audio ?? {};
    return context ? frameNow(context) : 0;
  }

  private gridNow(): BarGrid | null {
    return this.clock.gridAt(this.nowFrame);
  }

  private async begin(id: string): Promise<void> {
    const sound = await this.keptTakes.soundOf(id);
    const { audio } = await this.opener.ready();
    const take = this.keptTakes.find(id);
    if (recording.previewId !== id || !take) return;
    this.grid = this.gridNow();
    this.heardId = id;
    this.player.play(audio, take, sound, this.grid);
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
