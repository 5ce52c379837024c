/**
 * Takes of this device, whole: what was recorded and its place, in a database of their own, so that a reload or a
 * crash loses none. A take is removed when it became a loop or was deleted.
 */
import type { DBSchema } from 'idb';
import { lazyDatabase } from '../../loading/lazyDatabase.ts';
import type { TakeInfo } from '../../state/recording.ts';
import type { SoundSamples } from '../Studio.ts';

/** What a take holds besides what pages see of it. */
export interface TakeSound extends SoundSamples {
  /** Frames before the first bar and after the last one: room for trimming and for the seam. */
  readonly padFrames: number;
}

interface TakeSchema extends DBSchema {
  takes: { key: string; value: TakeInfo };
  sounds: { key: string; value: TakeSound };
}

const open = lazyDatabase<TakeSchema>('rondo-takes', (db) => {
  db.createObjectStore('takes', { keyPath: 'id' });
  db.createObjectStore('sounds');
});

/** Tells the other pages of this device that its takes have changed. A page does not hear itself. */
const pages = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rondo-takes');

const announce = () => pages?.postMessage('changed');

/** Calls `listener` when another page of this device has changed the takes. @returns what ends it */
export function onOtherPages(listener: () => void): () => void {
  pages?.addEventListener('message', listener);
  return () => pages?.removeEventListener('message', listener);
}

/** Keeps a take with its sound. @returns whether the device has it */
export async function putTake(take: TakeInfo, sound: TakeSound): Promise<boolean> {
  try {
    const transaction = (await open()).transaction(['takes', 'sounds'], 'readwrite', {
      durability: 'strict',
    });
    await Promise.all([
      transaction.objectStore('takes').put(take),
      transaction.objectStore('sounds').put(sound, take.id),
      transaction.done,
    ]);
    announce();
    return true;
  } catch (cause) {
    console.error('This device could not keep a take', cause);
    return false;
  }
}

/** Keeps what was changed of a take. */
export async function putTakeInfo(take: TakeInfo): Promise<void> {
  try {
    // One transaction, so that every later read finds the change.
    const { store, done } = (await open()).transaction('takes', 'readwrite');
    if (await store.getKey(take.id)) await store.put(take);
    await done;
    announce();
  } catch (cause) {
    console.error('This device could not keep a change of a take', cause);
  }
}

/** All takes of this device, oldest first; null when they cannot be read. */
export async function listTakes(): Promise<TakeInfo[] | null> {
  try {
    const takes = await (await open()).getAll('takes');
    return takes.sort((a, b) => a.created - b.created || a.number - b.number);
  } catch (cause) {
    console.error('The takes of this device cannot be read', cause);
    return null;
  }
}

/** The sound of a take, or undefined when this device has none. */
export async function getTakeSound(id: string): Promise<TakeSound | undefined> {
  try {
    return await (await open()).get('sounds', id);
  } catch (cause) {
    console.error('The takes of this device cannot be read', cause);
    return undefined;
  }
}

/** Lets takes go. */
export async function deleteTakes(ids: readonly string[]): Promise<void> {
  try {
    const transaction = (await open()).transaction(['takes', 'sounds'], 'readwrite');
    await Promise.all([
      ...ids.flatMap((id) => [
        transaction.objectStore('takes').delete(id),
        transaction.objectStore('sounds').delete(id),
      ]),
      transaction.done,
    ]);
    announce();
  } catch (cause) {
    console.error('A take of this device could not be removed', cause);
  }
}
