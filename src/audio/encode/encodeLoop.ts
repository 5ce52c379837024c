/** The files of a loop that was made on this device, checked before anybody gets them. */
import type { Loop } from '../../data/contract/loop.ts';
import { loopFrames } from '../../data/rules/timing.ts';
import { getPcm } from '../local/pcmStore.ts';
import type { LoopFiles, SoundSamples } from '../Studio.ts';
import { encodedFault } from './checkEncoded.ts';
import { encodeFlac, encodeOgg } from './createEncoder.ts';
import { OGG_QUALITY } from './format.ts';

/** Tried one after the other until the decoded file passes. */
const OGG_QUALITIES = [OGG_QUALITY, 8, 10];

async function checkedOgg(sound: SoundSamples): Promise<Blob> {
  let fault: string | null = null;
  for (const quality of OGG_QUALITIES) {
    const file = await encodeOgg(sound, quality);
    fault = await encodedFault('ogg', file, sound);
    if (fault === null) return file;
  }
  throw new Error(`The Ogg Vorbis of this loop is not right: ${fault}`);
}

async function checkedFlac(sound: SoundSamples): Promise<Blob> {
  const file = await encodeFlac(sound);
  const fault = await encodedFault('flac', file, sound);
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
