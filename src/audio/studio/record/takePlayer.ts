/** Lets a take be heard over and over, in its place in the music when music plays. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { BarGrid } from '../../../data/rules/takes.ts';
import { matchGain } from '../../../dsp/levels.ts';
import { FADE_FRAMES } from '../../looper/curves.ts';
import type { TakeInfo } from '../../state/recording.ts';
import type { StudioRig } from '../host.ts';
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

export class TakePlayer {
  private playing: Playing | null = null;

  /** Crosses over to a take. @param grid the music that plays, or null */
  play(
    { context, output }: StudioRig,
    take: TakeInfo,
    sound: TakeSound,
    grid: BarGrid | null,
  ): void {
    this.stop();
    const at = Math.round(context.currentTime * SAMPLE_RATE_HZ) + LEAD_FRAMES;
    const { channels } = takeForGrid(take, sound, grid && at - grid.originFrame);
    const buffer = new AudioBuffer({
      length: channels[0]!.length,
      numberOfChannels: channels.length,
      sampleRate: SAMPLE_RATE_HZ,
    });
    channels.forEach((channel, c) => {
      buffer.copyToChannel(channel as Float32Array<ArrayBuffer>, c);
    });
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
