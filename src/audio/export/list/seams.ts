/** Puts sounds that overlap into one, piece by piece: only what may still change is held. */
import type { Mix } from '../mixdown.ts';

type Channels = Float32Array<ArrayBuffer>[];

const silence = (frames: number): Channels => [new Float32Array(frames), new Float32Array(frames)];

export class Seams {
  /** Frames that were handed over. */
  private at = 0;
  private held: Channels = silence(0);

  /** Adds two channels that begin on a frame of the whole; what was handed over must lie before it. */
  add(fromFrame: number, channels: readonly Float32Array<ArrayBuffer>[]): void {
    const from = fromFrame - this.at;
    if (from < 0) throw new RangeError('That was handed over already');
    const end = from + channels[0]!.length;
    if (end > this.held[0]!.length) this.grow(end);
    channels.forEach((channel, c) => {
      const into = this.held[c]!;
      for (let n = 0; n < channel.length; n++) into[from + n]! += channel[n]!;
    });
  }

  /** Hands over everything before a frame of the whole; null where that is nothing. */
  take(toFrame: number): Mix | null {
    const frames = toFrame - this.at;
    if (frames <= 0) return null;
    if (frames > this.held[0]!.length) this.grow(frames);
    const channels = this.held.map((channel) => channel.slice(0, frames));
    this.held = this.held.map((channel) => channel.slice(frames));
    this.at = toFrame;
    return { channels, frames };
  }

  private grow(frames: number): void {
    const before = this.held;
    this.held = silence(frames);
    before.forEach((channel, c) => {
      this.held[c]!.set(channel);
    });
  }
}
