/** The engine's limiter over a sound that comes in pieces: its state goes on from one to the next. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { LIMITER_DELAY_FRAMES, Limiter } from '../../dsp/limiter.ts';

/** True peak that nothing leaves above, as in the engine. */
const CEILING_DBTP = -1;
/** As many frames as the audio thread hands over at once: the limiter decides block by block. */
const BLOCK_FRAMES = 128;

type Channels = Float32Array<ArrayBuffer>[];

export class MasterStream {
  private readonly limiter = new Limiter(CEILING_DBTP, 2, SAMPLE_RATE_HZ);
  /** Frames that are still to be dropped: of the lead-in, and of its delay. */
  private late: number;

  /** @param leadIn frames at the beginning that are heard but not wanted */
  constructor(leadIn: number) {
    this.late = leadIn + LIMITER_DELAY_FRAMES;
  }

  /** Limits the next two channels. What comes out is in time: it lags behind by the delay until `end`. */
  push(channels: readonly Float32Array[]): Channels {
    const frames = channels[0]!.length;
    const out = [new Float32Array(frames), new Float32Array(frames)];
    for (let at = 0; at < frames; at += BLOCK_FRAMES) {
      const to = Math.min(frames, at + BLOCK_FRAMES);
      const part = (all: readonly Float32Array[]) => all.map((one) => one.subarray(at, to));
      this.limiter.process(part(channels), part(out), to - at);
    }
    const drop = Math.min(this.late, frames);
    this.late -= drop;
    return drop === 0 ? out : out.map((channel) => channel.slice(drop));
  }

  /** What is still in it, before silence: altogether the frames that went in, less the lead-in. */
  end(): Channels {
    const rest = new Float32Array(LIMITER_DELAY_FRAMES);
    return this.push([rest, rest]);
  }
}
