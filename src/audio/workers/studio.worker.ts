/** What is done while music is made, brought in or taken away. */

import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { encodeBytes } from '../../data/contract/loopData.ts';
import type { LoopOrder } from '../../data/contract/making.ts';
import { cutRegion, type Region } from '../../dsp/cutRegion.ts';
import { Limiter } from '../../dsp/limiter.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import {
  type LoopAnalysis,
  measureLoop,
  storedAnalysis,
  storedLoudness,
} from '../../dsp/loopAnalysis.ts';
import { loopLoudness } from '../../dsp/loudness.ts';
import { type FoundDelay, findDelay } from '../../dsp/mls.ts';
import { loopPeaks } from '../../dsp/peaks.ts';
import type { MadeLoop } from '../../dsp/recipes/makeLoop.ts';
import { surveySound } from '../../dsp/survey.ts';
import { type WavDepth, wavFrames } from '../../dsp/wavWrite.ts';
import { renderKit } from '../studio/play/drums/renderKit.ts';
import {
  type Bytes,
  type EncoderCore,
  type EncoderKind,
  type EncoderOptions,
  joined,
  type Pcm,
} from './encode/format.ts';
import { serve, type Tell } from './serve.ts';

/** What is stored of a take. */
export type LoopLevels = Pick<LoopAnalysis, 'peaks' | 'loudnessLufs'>;

interface Sound {
  readonly channels: Pcm;
  readonly sampleRate: number;
}

/** One pass of a loop. */
interface LoopSound extends Sound {
  readonly length16ths: number;
}

/** Peaks and loudness of a sound. */
function measureLevels({ channels, sampleRate }: Sound): LoopLevels {
  return {
    peaks: encodeBytes(loopPeaks(channels)),
    ...storedLoudness(loopLoudness(channels, sampleRate)),
  };
}

/** True peak that nothing leaves above, as in the engine. */
const CEILING_DBTP = -1;
/** As many frames as the audio thread hands over at once: the limiter decides block by block. */
const BLOCK_FRAMES = 128;

type Channels = Float32Array<ArrayBuffer>[];

/** The engine's limiter over a sound that comes in pieces: its state goes on from one to the next. */
class MasterStream {
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

export interface CalibrateJob {
  readonly probe: Float32Array<ArrayBuffer>;
  /** One recording for each burst, beginning where it was played. */
  readonly recordings: readonly Float32Array<ArrayBuffer>[];
  readonly maxLagFrames: number;
}

/** A limited piece: its samples, or their bytes where a depth was named. */
export interface Mastered {
  readonly channels: Pcm;
  readonly bytes: Bytes | null;
}

/** What the owner of a lease has begun and not yet ended: one of each in a worker. */
let encoder: EncoderCore | null = null;
let master: { readonly stream: MasterStream; readonly depth: WavDepth | null } | null = null;

function begun<T>(one: T | null): T {
  if (!one) throw new Error('Nothing was begun');
  return one;
}

/** What is no number would spread in an encoder: it becomes silence. */
function withoutHoles(channels: Pcm): Pcm {
  for (const channel of channels) {
    for (let at = 0; at < channel.length; at++) {
      if (!Number.isFinite(channel[at])) channel[at] = 0;
    }
  }
  return channels;
}

function mastered(limit: (stream: MasterStream) => Pcm): Mastered {
  const { stream, depth } = begun(master);
  const channels = limit(stream);
  if (depth === null) return { channels, bytes: null };
  return { channels: [], bytes: wavFrames(channels, depth) };
}

export const studioTasks = {
  survey: ({ channels, sampleRate }: Sound) => surveySound(channels, sampleRate),
  cut: ({ channels, region }: { channels: Pcm; region: Region }) => cutRegion(channels, region),
  levels: (sound: Sound) => measureLevels(sound),
  measure: ({ channels, sampleRate, length16ths }: LoopSound): LoopAnalysis =>
    storedAnalysis(measureLoop(channels, sampleRate, length16ths)),
  calibrate: ({ probe, recordings, maxLagFrames }: CalibrateJob): FoundDelay[] =>
    recordings.map((one) => findDelay(one, probe, maxLagFrames)),
  kit: (id: string) => renderKit(id),
  /** The synthesiser is fetched with the first loop that is made: nothing else needs it. */
  make: async (order: LoopOrder): Promise<MadeLoop> =>
    (await import('../../dsp/recipes/makeLoop.ts')).makeLoop(order),

  /** Begins a file. A lease encodes one at a time: `openEncoder`, `encode` as often as needed, `endEncoder`. */
  openEncoder: async ({ kind, options }: { kind: EncoderKind; options: EncoderOptions }) => {
    encoder =
      kind === 'ogg'
        ? await (await import('./encode/ogg.ts')).openOgg(options)
        : await (await import('./encode/flac.ts')).openFlac(options);
  },
  /** @returns the next bytes of the file, as far as there are any yet */
  encode: async (channels: Pcm, tell: Tell): Promise<Bytes> =>
    joined(await begun(encoder).write(withoutHoles(channels), tell)),
  endEncoder: async (): Promise<Bytes> => {
    const last = joined(await begun(encoder).end());
    encoder = null;
    return last;
  },

  /** Begins to limit a sound. @param leadIn frames at the beginning that are heard but not wanted */
  openMaster: ({ depth, leadIn }: { depth: WavDepth | null; leadIn: number }): void => {
    master = { stream: new MasterStream(leadIn), depth };
  },
  limit: (channels: Pcm): Mastered => mastered((stream) => stream.push(channels)),
  endMaster: (): Mastered => mastered((stream) => stream.end()),
};

serve(studioTasks);
