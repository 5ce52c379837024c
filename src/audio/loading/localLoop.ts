/** Sounds made here become loops: measured, kept on the device, and described by a document without a file. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { LoopOrder } from '../../data/contract/making.ts';
import { newId } from '../../data/rules/ids.ts';
import { loopFrames } from '../../data/rules/time/timing.ts';
import type { MakeOptions, NewLoop, SoundSamples } from '../studio/Studio.ts';
import { toBuffer } from './audioBuffer.ts';
import { throwIfCancelled } from './cancel.ts';
import type { LocalSound } from './loopLoader.ts';

/** The database is fetched only when a loop without a file is played or made. */
const store = () => import('./pcmStore.ts');
/** The workers are fetched only when one is made. */
const studio = async () => (await import('../workers/studioPool.ts')).studioPool;

/** The samples of a loop that was made on this device, as a buffer; null when it has none. */
export const localSound: LocalSound = async (loopId) => {
  const { getPcm } = await store();
  const pcm = await getPcm(loopId);
  return pcm ? toBuffer(pcm) : null;
};

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
  const { putPcm } = await store();
  const workers = await studio();
  const measured = workers.run('measure', { ...pcm, length16ths }, { priority: 'next' });
  const [analysis] = await Promise.all([measured, putPcm(_id, pcm)]);
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

/**
 * Has the loop of an order made in a worker, and keeps its samples on this device.
 * @returns its document: random, with its order, and without attachments until it is uploaded
 * @throws Error 'Buffer loading cancelled for rifff' when given up; then nothing is kept. Error when it cannot be made
 */
export async function createMadeLoop(
  order: LoopOrder,
  { userName, signal }: MakeOptions,
): Promise<Loop> {
  const workers = await studio();
  throwIfCancelled(signal);
  const made = await workers.run('make', order, { priority: 'next', signal });
  throwIfCancelled(signal);
  const { category, bps, root, scale } = order;
  const { name, channels, length16ths } = made;
  const about = { name, category, bps, barLength: 16, length16ths, userName, root, scale };
  const loop = await createLocalLoop({ channels, sampleRate: SAMPLE_RATE_HZ }, about);
  return { ...loop, isRandom: true, made: order };
}
