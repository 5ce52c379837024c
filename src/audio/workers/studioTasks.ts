/** What is done while music is made, brought in or taken away. */
import { cutRegion, type Region } from '../../dsp/cutRegion.ts';
import { type FoundDelay, findDelay } from '../../dsp/mls.ts';
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
import { MasterStream } from './master.ts';
import { measureLoop } from './measure.ts';
import type { Tell } from './serve.ts';

interface Sound {
  readonly channels: Pcm;
  readonly sampleRate: number;
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
  measure: (sound: Sound) => measureLoop(sound),
  calibrate: ({ probe, recordings, maxLagFrames }: CalibrateJob): FoundDelay[] =>
    recordings.map((one) => findDelay(one, probe, maxLagFrames)),
  kit: (id: string) => renderKit(id),

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
