import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { addLoops, isNarrow, openEditor, slotNames } from './editorPage.ts';
import { commit, share } from './sharingCalls.ts';
import { heard, loudest, tapSound } from './sound.ts';

declare global {
  interface Window {
    deviceKeys?: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;
  }
}

/** Keeps what the page gives to the device's controls, so that they can be pressed without a device. */
async function listenForKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const keys: NonNullable<Window['deviceKeys']> = {};
    window.deviceKeys = keys;
    const set = MediaSession.prototype.setActionHandler;
    MediaSession.prototype.setActionHandler = function (name, handler) {
      if (handler) keys[name] = handler;
      else delete keys[name];
      set.call(this, name, handler);
    };
  });
}

/** Presses a key of the device. Fails where the page gave it none. */
function press(page: Page, action: MediaSessionAction): Promise<void> {
  return page.evaluate((name) => {
    const run = window.deviceKeys?.[name];
    if (!run) throw new Error(`The page does not follow ${name}`);
    run({ action: name });
  }, action);
}

/** What the device shows. */
const told = (page: Page) =>
  page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession;
    return {
      title: metadata?.title,
      artist: metadata?.artist,
      cover: metadata?.artwork[0]?.src ?? '',
      state: playbackState,
    };
  });

test('the device shows what is listened to, and its keys play, pause and skip', {
  tag: ['@short', '@alone'],
}, async ({ page, request }) => {
  const ada = await makePerson(request);
  await share(request, ada, await commit(request, ada, 3), 'Earlier one');
  await share(request, ada, await commit(request, ada, 4), 'Later one');
  await tapSound(page);
  await listenForKeys(page);
  await page.goto('/listen');
  await page.getByRole('button', { name: 'Play Later one' }).click();
  await heard(page);
  await expect.poll(() => told(page)).toMatchObject({ title: 'Later one', state: 'playing' });
  const { artist, cover } = await told(page);
  expect(artist?.split(', ')[0]).toBe(ada.name);
  const picture = await request.get(cover);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);

  await press(page, 'pause');
  await expect.poll(() => loudest(page, 300)).toBeLessThan(0.0005);
  await expect.poll(() => told(page)).toMatchObject({ title: 'Later one', state: 'paused' });
  await press(page, 'play');
  await heard(page);
  await press(page, 'nexttrack');
  await expect.poll(() => told(page)).toMatchObject({ title: 'Earlier one', state: 'playing' });
  await press(page, 'previoustrack');
  await expect.poll(() => told(page)).toMatchObject({ title: 'Later one', state: 'playing' });

  if (isNarrow(page)) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Download' }).first().click();
  await expect.poll(() => told(page)).toMatchObject({ cover: '', state: 'none' });
});

test('the device shows the draft, and its keys play, pause, skip back and bring the next loop', async ({
  page,
  request,
}) => {
  const ada = await makePerson(request);
  await commit(request, ada, 3);
  await carrySession(page, ada);
  await listenForKeys(page);
  await openEditor(page);
  await addLoops(page, 0, 1);
  await heard(page);
  await expect.poll(() => told(page)).toMatchObject({ title: 'Draft', state: 'playing' });
  await expect
    .poll(async () => (await told(page)).cover)
    .toMatch(/^data:image\/png;base64,.{1000}/);
  await press(page, 'pause');
  await expect.poll(() => loudest(page, 300)).toBeLessThan(0.0005);
  await press(page, 'play');
  await heard(page);
  // The list of a narrow window shows kinds alone; there the chosen slot tells the name.
  const names = async () =>
    isNarrow(page)
      ? [await page.getByRole('region', { name: 'Slot 2' }).getByRole('heading').innerText()]
      : slotNames(page);
  const before = await names();
  await press(page, 'nexttrack');
  await expect.poll(async () => (await names()).join()).not.toBe(before.join());
  expect((await names()).length).toBe(before.length);
  const own = await names();
  await press(page, 'previoustrack');
  await expect.poll(() => told(page)).toMatchObject({ title: 'Nº 1', state: 'playing' });
  await press(page, 'nexttrack');
  await expect.poll(names).toEqual(own);
});
