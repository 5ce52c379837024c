/** Loops that were made on a device, put there as an earlier visit would have left them. */
import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
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
    const [found] = (await ask(store.getAll())).sort((a, b) => b.updated - a.updated);
    // The draft has gone on into the synced database: one of an earlier version of the product takes its place.
    const rifffId = [...loopId].reverse().join('');
    const playback = Array.from({ length: 8 }, () => ({}));
    const draft = found ?? {
      ...{ _id: `draft_${rifffId}`, type: 'Draft', changes: 1, from: '' },
      rifff: {
        ...{ _id: rifffId, created: Date.now(), userName: 'you', root: 0, scale: 0 },
        state: { barLength: 16, bps: 2, playback },
      },
    };
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
  // In a narrow window a ring stands without its name.
  await expect(page.getByRole('slider', { name: 'Ring 1 of 1' })).toBeVisible();
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

/** One commit in the outbox of a device: its rifff, and the loops of it in their order. */
export interface LeftCommit {
  rifffId: string;
  loopIds: string[];
}

/**
 * Leaves commits in the outbox, as visits without a network would have: each of as many loops of one bar whose sound
 * only this device has. The page must have opened its databases before.
 */
export function leaveCommits(
  page: Page,
  { account, commits, loops }: { account: string; commits: number; loops: number },
): Promise<LeftCommit[]> {
  return page.evaluate(
    async ({ account, commits, loops }) => {
      const ask = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const newId = () =>
        Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('');
      const opening = indexedDB.open('rondo-sounds', 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('sounds', { keyPath: 'loopId' });
      const [sounds, device] = [await ask(opening), await ask(indexedDB.open('rondo'))];
      const left: { rifffId: string; loopIds: string[] }[] = [];
      for (let at = 0; at < commits; at++) {
        const loopIds = Array.from({ length: loops }, newId);
        const store = sounds.transaction('sounds', 'readwrite').objectStore('sounds');
        for (const [slot, loopId] of loopIds.entries()) {
          const hz = 200 + 30 * (at * loops + slot);
          // With something high in it, as music has: a bare tone shows every rounding at its seam.
          const tone = Float32Array.from(
            { length: 24_000 },
            (_, n) => 0.3 * Math.sin((2 * Math.PI * hz * n) / 48_000) + 0.1 * (Math.random() - 0.5),
          );
          await ask(
            store.put({ loopId, channels: [tone], sampleRate: 48_000, stored: Date.now() }),
          );
        }
        const about = { creatorUserName: 'you', created: Date.now(), category: 'fx' };
        const timing = { startOffsetSamples: 0, barLength: 4, length16ths: 4, bps: 2 };
        const rifff = {
          ...{ _id: newId(), jamId: account, created: Date.now(), userName: account },
          ...{ creators: [account], scale: 0, root: 0, parent: null, colour: 'ffffffff' },
          state: {
            ...{ barLength: 4, bps: 2 },
            playback: Array.from({ length: 8 }, (_, slot) => {
              const currentLoop = loopIds[slot];
              const pitchShiftSettings = { shiftSemitones: 0, timeStretch: false };
              const sound = { gain: 1, on: true, type: 'Looper', playbackRate: 1 };
              const current = currentLoop ? { currentLoop, ...sound, pitchShiftSettings } : null;
              return { slot: { current } };
            }),
          },
          loops: loopIds.map((_id, slot) => ({
            ...{ _id, name: `Cup ${at + 1}.${slot + 1}`, sampleRate: 48_000, frames: 24_000 },
            ...about,
            ...timing,
          })),
        };
        const document = {
          ...{ _id: `commit_${rifff._id}`, type: 'Commit', rifff, title: '', account },
          ...{ state: 'waiting', reason: '', autoplay: false, queued: Date.now() + at },
        };
        await ask(device.transaction('commits', 'readwrite').objectStore('commits').put(document));
        left.push({ rifffId: rifff._id, loopIds });
      }
      sounds.close();
      device.close();
      return left;
    },
    { account, commits, loops },
  );
}

/** The session by which the line of a page is changed. One: each of several would hold the page to its own limit. */
const lines = new WeakMap<Page, CDPSession>();

async function lineOf(context: BrowserContext, page: Page): Promise<CDPSession> {
  const open = lines.get(page);
  if (open) return open;
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  lines.set(page, session);
  return session;
}

/** A line so slow that a loop can be cut off in the middle; -1 for one without a limit. */
export async function slowLine(
  context: BrowserContext,
  page: Page,
  bytesPerSec: number,
): Promise<void> {
  const session = await lineOf(context, page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSec,
  });
}

/**
 * Lets the page reach some addresses no more, as a line does, without a hand between the page and its requests.
 *
 * @param urls each with `*` for anything; none of them for a line that is whole
 */
export async function blockLine(
  context: BrowserContext,
  page: Page,
  urls: string[],
): Promise<void> {
  const session = await lineOf(context, page);
  await session.send('Network.setBlockedURLs', { urls });
}
