/**
 * Sound that was made on this device and that no server has yet: samples by loop id, in a database of their own.
 * Recordings survive a reload, a crash and a lost network here until an upload is acknowledged.
 */
import type { DBSchema } from 'idb';
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { SoundSamples } from '../studio/Studio.ts';
import { channelsOf } from './audioBuffer.ts';
import { decodeBytes } from './decodeBytes.ts';
import { lazyDatabase } from './lazyDatabase.ts';
import { readTake } from './takeReader.ts';

interface StoredPcm extends SoundSamples {
  readonly loopId: string;
  /** Milliseconds since the epoch. */
  readonly stored: number;
}

interface PcmSchema extends DBSchema {
  sounds: { key: string; value: StoredPcm };
}

/** Sounds that storage refused: they live as long as the page. */
const unstored = new Map<string, SoundSamples>();

const open = lazyDatabase<PcmSchema>('rondo-sounds', (db) => {
  db.createObjectStore('sounds', { keyPath: 'loopId' });
});

/**
 * Keeps the samples of a loop on this device.
 * @returns whether the device has them; else only this page does (storage is full or refused)
 */
export async function putPcm(loopId: string, pcm: SoundSamples): Promise<boolean> {
  try {
    const transaction = (await open()).transaction('sounds', 'readwrite', { durability: 'strict' });
    await transaction.store.put({ ...pcm, loopId, stored: Date.now() });
    await transaction.done;
    unstored.delete(loopId);
    return true;
  } catch (cause) {
    console.error('This device could not keep a sound', cause);
    unstored.set(loopId, pcm);
    return false;
  }
}

/** A take of another device, decoded and kept among the sounds of this one. */
async function bringTake(loopId: string): Promise<SoundSamples | undefined> {
  const file = await readTake(loopId);
  if (!file) return undefined;
  const buffer = await decodeBytes(await file.arrayBuffer(), SAMPLE_RATE_HZ);
  const pcm = { channels: channelsOf(buffer), sampleRate: buffer.sampleRate };
  await putPcm(loopId, pcm);
  return pcm;
}

/** The samples of a loop, or undefined when neither this device nor another one of the account has any. */
export async function getPcm(loopId: string): Promise<SoundSamples | undefined> {
  const held = unstored.get(loopId);
  if (held) return held;
  try {
    return (await (await open()).get('sounds', loopId)) ?? (await bringTake(loopId));
  } catch (cause) {
    console.error('The sounds of this device cannot be read', cause);
    return undefined;
  }
}

/** Deletes the samples of a loop, once a server has acknowledged them or they are not wanted any more. */
export async function deletePcm(loopId: string): Promise<void> {
  unstored.delete(loopId);
  try {
    await (await open()).delete('sounds', loopId);
  } catch (cause) {
    console.error('A sound of this device could not be removed', cause);
  }
}

/** Ids of all loops whose samples this device has. */
export async function listPcm(): Promise<string[]> {
  try {
    const stored = await (await open()).getAllKeys('sounds');
    return [...new Set([...stored, ...unstored.keys()])];
  } catch (cause) {
    console.error('The sounds of this device cannot be read', cause);
    return [...unstored.keys()];
  }
}
