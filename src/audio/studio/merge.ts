/** Bounces slots of a rifff into one loop that sounds as they did together. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { mergedBars, mergedCategory, mergedName } from '../../data/rules/draft/merge.ts';
import { barFrames, loopFrames } from '../../data/rules/time/timing.ts';
import { matchGain } from '../../dsp/levels.ts';
import { resampleLoop, warpLoop } from '../../dsp/resample.ts';
import { renderSpan } from '../export/mixdown.ts';
import { cancelledError, throwIfCancelled } from '../loading/cancel.ts';
import { createLocalLoop } from '../loading/localLoop.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { deletePcm } from '../loading/pcmStore.ts';
import { isNearLength } from '../workers/renderPass.ts';
import type { MergedSlots, MergeWatch } from './Studio.ts';

/** Files hold nothing louder than full scale; what is louder is turned down and its slot up. */
const MOST = 0.98;

/** The grid's frames as the frames that a file of that tempo has: a few more or less. */
function fitFrames(
  channels: readonly Float32Array<ArrayBuffer>[],
  frames: number,
): Float32Array<ArrayBuffer>[] {
  const has = channels[0]!.length;
  return isNearLength(has, frames) ? warpLoop(channels, frames) : resampleLoop(channels, frames);
}

/**
 * Bounces slots, with their gains, effects and tails, into a loop that is kept on this device.
 * @param slots slots that are used and on, 0 to 7
 * @returns the loop, and the gain of a slot at which it sounds as loud as they did together
 * @throws Error 'No media found for loop', 'Buffer loading cancelled for rifff', or that the loop could not be measured; RangeError for silence
 */
export async function mergeSlotsToLoop(
  maker: PatternMaker,
  rifff: Rifff,
  slots: readonly number[],
  { signal, step }: MergeWatch = {},
): Promise<MergedSlots> {
  step?.('Rendering');
  const { barLength, bps } = rifff.state;
  const bars = mergedBars(rifff, slots);
  const frames = bars * barFrames(barLength, bps);
  const mix = await renderSpan(maker, rifff, { slots, frames, ...(signal && { signal }) });
  const peak = mix.channels.reduce(
    (most, channel) => channel.reduce((top, sample) => Math.max(top, Math.abs(sample)), most),
    0,
  );
  if (peak === 0) throw new RangeError('Nothing sounds in these slots');
  const scale = peak > MOST ? MOST / peak : 1;
  const scaled = mix.channels.map((channel) => channel.map((sample) => sample * scale));
  const length16ths = bars * barLength;
  const wanted = loopFrames(length16ths, bps, SAMPLE_RATE_HZ);
  const category = mergedCategory(rifff, slots);
  const channels = fitFrames(scaled, wanted);
  throwIfCancelled(signal);
  step?.('Keeping');
  const loop = await createLocalLoop(
    { channels, sampleRate: SAMPLE_RATE_HZ },
    {
      name: mergedName(rifff, slots),
      category,
      bps,
      barLength,
      length16ths,
      userName: rifff.userName,
      root: rifff.root,
      scale: rifff.scale,
    },
  );
  if (signal?.aborted) {
    await deletePcm(loop._id);
    throw cancelledError();
  }
  return { loop, gain: 1 / (scale * matchGain(loop.loudnessLufs, category)) };
}
