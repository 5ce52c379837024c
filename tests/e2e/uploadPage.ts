/** Loops that were made on a device, put there as an earlier visit would have left them. */
import { expect, type Page } from '@playwright/test';
import { openEditor } from './editorPage.ts';

/** Frequency of the loop that `makeLocalLoop` leaves. */
export const LOCAL_HZ = 2000;

/**
 * Leaves a loop in the draft whose sound only this device has: a tone of `LOCAL_HZ`, two bars at 120 bpm, in place of
 * everything else. The draft must be kept on the device already.
 * @returns id of the loop
 */
export async function makeLocalLoop(page: Page): Promise<string> {
  const id = await page.evaluate(async (hz) => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const loopId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    const frames = 4 * 48_000;
    const tone = Float32Array.from(
      { length: frames },
      (_, n) => 0.5 * Math.sin((2 * Math.PI * hz * n) / 48_000),
    );
    const opening = indexedDB.open('rondo-sounds', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('sounds', { keyPath: 'loopId' });
    const sounds = await ask(opening);
    const sound = {
      loopId,
      channels: [tone, tone.slice()],
      sampleRate: 48_000,
      stored: Date.now(),
    };
    await ask(sounds.transaction('sounds', 'readwrite').objectStore('sounds').put(sound));
    sounds.close();
    const device = await ask(indexedDB.open('rondo'));
    const store = device.transaction('documents', 'readwrite').objectStore('documents');
    const [draft] = (await ask(store.getAll())).sort((a, b) => b.updated - a.updated);
    const about = { name: 'Kettle', creatorUserName: 'you', created: Date.now(), category: 'fx' };
    const timing = { startOffsetSamples: 0, barLength: 16, length16ths: 32, bps: 2 };
    draft.rifff.loops = [{ _id: loopId, ...about, ...timing, sampleRate: 48_000, frames }];
    draft.rifff.state.bps = 2;
    draft.rifff.state.playback = draft.rifff.state.playback.map((_: unknown, at: number) => ({
      slot: {
        current:
          at === 0
            ? {
                currentLoop: loopId,
                gain: 1,
                on: true,
                type: 'Looper',
                playbackRate: 1,
                pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
              }
            : null,
      },
    }));
    draft.updated = Date.now();
    await ask(store.put(draft));
    device.close();
    return loopId;
  }, LOCAL_HZ);
  await openEditor(page);
  await expect(page.getByText('Kettle').first()).toBeVisible();
  return id;
}

/** Loops whose sound this device has. */
export function localSounds(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('rondo-sounds', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('sounds').objectStore('sounds').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result as string[]);
          };
        };
      }),
  );
}
