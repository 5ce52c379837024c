/** A sound made here becomes a loop: measured, kept on the device, and described by a document without a file. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Loop } from '../../data/contract/loop.ts';
import { newId } from '../../data/rules/ids.ts';
import { loopFrames } from '../../data/rules/timing.ts';
import type { NewLoop, SoundSamples } from '../studio/Studio.ts';
import type { AnalyseAnswer, LoopAnalysis } from './analyse.worker.ts';
import { putPcm } from './pcmStore.ts';

/** Peaks, band envelopes and loudness of a sound, measured in a worker. @throws Error when it cannot be measured */
export function analyseLoop(pcm: SoundSamples): Promise<LoopAnalysis> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./analyse.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<AnalyseAnswer>) =>
      end(() => ('error' in data ? reject(new Error(data.error)) : resolve(data.analysis)));
    worker.onerror = ({ message }) => end(() => reject(new Error(message)));
    worker.postMessage({ channels: pcm.channels, sampleRate: pcm.sampleRate });
  });
}

/**
 * Makes a loop of samples and keeps them on this device.
 * @param pcm 48 kHz, one or two channels, exactly round(seconds · 48000) frames of one pass
 * @returns its document: no attachments, so the engine plays it from this device until it is uploaded
 * @throws RangeError when the frames are not one pass of the declared length; Error when it cannot be measured
 */
export async function createLocalLoop(pcm: SoundSamples, about: NewLoop): Promise<Loop> {
  const { name, category, bps, barLength, length16ths, userName, root, scale } = about;
  const frames = loopFrames(length16ths, bps, SAMPLE_RATE_HZ);
  const isExact = pcm.sampleRate === SAMPLE_RATE_HZ && pcm.channels.length >= 1;
  if (!isExact || pcm.channels.some((channel) => channel.length !== frames)) {
    throw new RangeError(`a loop of this length has ${frames} frames at ${SAMPLE_RATE_HZ} Hz`);
  }
  const now = Date.now();
  const _id = newId(now);
  const [analysis] = await Promise.all([analyseLoop(pcm), putPcm(_id, pcm)]);
  return {
    _id,
    name,
    creatorUserName: userName,
    created: now,
    startOffsetSamples: 0,
    barLength,
    length16ths,
    bps,
    sampleRate: SAMPLE_RATE_HZ,
    frames,
    category,
    ...(root !== undefined && { root }),
    ...(scale !== undefined && { scale }),
    ...analysis,
  };
}
