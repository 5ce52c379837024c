/** From a take to the sound of a loop: exact frames, in its place, with its seam. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { barFrames, loopFrames } from '../../../data/rules/time/timing.ts';
import { cutTake } from '../../../dsp/takeCut.ts';
import type { TakeInfo } from '../../state/recording.ts';
import type { SoundSamples } from '../Studio.ts';
import type { TakeSound } from './takeStore.ts';

/** Sound that is kept before and after the bars of a take: room for the nudge, the tail and the seam. */
export const PAD_FRAMES = 0.5 * SAMPLE_RATE_HZ;
/** Most that a cut can be moved and a tail can ring, in milliseconds. */
export const MAX_NUDGE_MS = 250;
/** Cross-fade over the seam. Source: the default of Playtime's loops, 10 ms. */
const SEAM_FRAMES = 0.01 * SAMPLE_RATE_HZ;

const framesOf = (ms: number) => Math.round((ms * SAMPLE_RATE_HZ) / 1000);

function cut(take: TakeInfo, sound: TakeSound, frames: number, turnFrames: number): SoundSamples {
  const bar = barFrames(take.barLength, take.bps);
  const channels = cutTake(sound.channels, {
    startFrame: sound.padFrames + take.firstBar * bar + framesOf(take.nudgeMs),
    frames,
    seamFrames: SEAM_FRAMES,
    tailFrames: framesOf(take.tailMs),
    turnFrames,
  });
  return { channels, sampleRate: SAMPLE_RATE_HZ };
}

/**
 * Frames by which a pass of a take is turned so that it begins on a bar whose number its length divides: loops play
 * from bar 0 of the rifff, and a take must be heard over the bars that it was played over.
 */
export function turnOf(take: TakeInfo, frames: number): number {
  const place = (take.startBar + take.firstBar) % take.keptBars;
  return Math.round((place * frames) / take.keptBars);
}

/** One pass for a loop document: exactly round(seconds · 48000) frames. */
export function takeForLoop(take: TakeInfo, sound: TakeSound): SoundSamples {
  const frames = loopFrames(take.keptBars * take.barLength, take.bps, SAMPLE_RATE_HZ);
  return cut(take, sound, frames, turnOf(take, frames));
}

/** Frames of a take on the grid that it was played on. */
function takeGridFrames(take: TakeInfo): number {
  return take.keptBars * barFrames(take.barLength, take.bps);
}

/**
 * One pass for hearing it now.
 * @param atGridFrame frame of the music on which it begins to sound, or null when no music plays
 */
export function takeForGrid(
  take: TakeInfo,
  sound: TakeSound,
  atGridFrame: number | null,
): SoundSamples {
  const frames = takeGridFrames(take);
  const turn = atGridFrame === null ? 0 : turnOf(take, frames) - atGridFrame;
  return cut(take, sound, frames, turn);
}
