/** Hearing a file as the loop that it would become. */
import { CROSSFADE_SEC, SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { toBuffer } from '../../loading/audioBuffer.ts';
import type { StudioHost } from '../host.ts';

export class FileAudition {
  private readonly host: StudioHost;
  private voice: { source: AudioBufferSourceNode; gain: GainNode } | null = null;
  /** When the pass began that is heard, in context time. */
  private beganSec: number | null = null;
  private release: (() => void) | null = null;

  constructor(host: StudioHost) {
    this.host = host;
  }

  /**
   * Loops samples until `stop`. Another one ends at once, and the beats continue.
   * @param channels 48 kHz, one pass
   */
  async play(
    channels: readonly Float32Array<ArrayBuffer>[],
    isCurrent: () => boolean,
  ): Promise<void> {
    const { context, output } = await this.host.open();
    if (!isCurrent()) return;
    this.end();
    this.release ??= this.host.hold();
    const buffer = toBuffer({ channels, sampleRate: SAMPLE_RATE_HZ });
    const source = new AudioBufferSourceNode(context, { buffer, loop: true });
    const gain = new GainNode(context, { gain: 0 });
    source.connect(gain).connect(output);
    gain.gain.setTargetAtTime(1, context.currentTime, CROSSFADE_SEC / 3);
    // Beats go on where they are, so that a metronome does not stumble over a change.
    const now = context.currentTime;
    this.beganSec ??= now;
    source.start(now, (now - this.beganSec) % buffer.duration);
    this.voice = { source, gain };
  }

  private end(): void {
    if (!this.voice) return;
    const { source, gain } = this.voice;
    const now = gain.context.currentTime;
    gain.gain.setTargetAtTime(0, now, CROSSFADE_SEC / 3);
    source.onended = () => gain.disconnect();
    source.stop(now + 4 * CROSSFADE_SEC);
    this.voice = null;
  }

  stop(): void {
    this.end();
    this.beganSec = null;
    this.release?.();
    this.release = null;
  }
}
