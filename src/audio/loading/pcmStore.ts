/**
 * Sound that was made on this device and that no server has yet: samples by loop id, in a database of their own.
 * Recordings survive a reload, a crash and a lost network here until an upload is acknowledged.
 */
import type { DBSchema } from 'idb';
import type { SoundSamples } from '../studio/Studio.ts';
import { lazyDatabase } from './lazyDatabase.ts';

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

/** The samples of a loop, or undefined when this device has none. */
export async function getPcm(loopId: string): Promise<SoundSamples | undefined> {
  const held = unstored.get(loopId);
  if (held) return held;
  try {
    return await (await open()).get('sounds', loopId);
  } catch (cause) {
    console.error('The sounds of this device cannot be read', cause);
    return undefined;
  }
}

/** Lets the samples of a loop go, once a server has acknowledged them or nobody wants them. */
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
