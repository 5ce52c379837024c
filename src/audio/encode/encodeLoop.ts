/** The files of a loop that was made on this device, checked before anybody gets them. */
import type { Loop } from '../../data/contract/loop.ts';
import { loopFrames } from '../../data/rules/timing.ts';
import { getPcm } from '../local/pcmStore.ts';
import type { LoopFiles, SoundSamples } from '../studio/Studio.ts';
import { checkEncoded } from './checkEncoded.ts';
import { encodeFlac, encodeOgg } from './createEncoder.ts';
import { OGG_QUALITY } from './format.ts';

/** Tried one after the other until the decoded file passes. */
const OGG_QUALITIES = [OGG_QUALITY, 8, 10];

/**
 * The first quality whose seam is unheard, else the one whose seam is best: a very pure tone has so smooth a steady
 * state that what any quality does to its ends shows beside it, and a loop that could never be sent would be worse.
 */
async function checkedOgg(sound: SoundSamples): Promise<Blob> {
  let fault: string | null = null;
  let best: { file: Blob; excessDb: number } | null = null;
  for (const quality of OGG_QUALITIES) {
    const file = await encodeOgg(sound, quality);
    const verdict = await checkEncoded('ogg', file, sound);
    fault = verdict.fault ?? fault;
    if (verdict.fault !== null) continue;
    if (verdict.seamExcessDb === 0) return file;
    if (!best || verdict.seamExcessDb < best.excessDb) {
      best = { file, excessDb: verdict.seamExcessDb };
    }
  }
  if (best) return best.file;
  throw new Error(`The Ogg Vorbis of this loop is not right: ${fault}`);
}

async function checkedFlac(sound: SoundSamples): Promise<Blob> {
  const file = await encodeFlac(sound);
  const { fault } = await checkEncoded('flac', file, sound);
  if (fault !== null) throw new Error(`The FLAC of this loop is not right: ${fault}`);
  return file;
}

/** Ogg Vorbis and FLAC of one pass, each decoded again and compared. @throws Error when one is not right */
export async function encodeSound(sound: SoundSamples): Promise<LoopFiles> {
  const ogg = await checkedOgg(sound);
  return { ogg, flac: await checkedFlac(sound), frames: sound.channels[0]!.length };
}

/**
 * Encodes a loop whose sound this device has.
 * @throws Error when it has none, or when a file does not decode to what went in
 */
export async function encodeLoop(loop: Loop): Promise<LoopFiles> {
  const sound = await getPcm(loop._id);
  if (!sound) throw new Error(`This device has no sound of the loop ${loop._id}`);
  const frames = loopFrames(loop.length16ths, loop.bps, sound.sampleRate);
  if (sound.channels[0]?.length !== frames) {
    throw new RangeError(`The sound of the loop ${loop._id} is not ${frames} frames long`);
  }
  return encodeSound(sound);
}
