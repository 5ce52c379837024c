import { type Browser, expect, type Page, test } from '@playwright/test';
import { encodeWav } from '../../src/dsp/wavWrite.ts';
import { carrySession, type Person } from './accountPages.ts';
import { addLoops, isNarrow, kept, openEditor, slotNames, slots } from './editorPage.ts';
import { memberInEditor } from './keepingPage.ts';
import { violations } from './pageChecks.ts';
import { bandDb, heard } from './sound.ts';

/** Another device of the same person, with nothing on it. */
async function deviceOf(browser: Browser, like: Page, person: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: like.viewportSize() });
  await carrySession(context, person);
  return context.newPage();
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'On this device' });
const drafts = (page: Page) => sheet(page).getByRole('listitem');

async function openDrafts(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Mixer and tempo' }).click();
  await page.getByRole('button', { name: /^Drafts/ }).click();
  await expect(sheet(page)).toBeVisible();
}

/** What is in the slots, whether its sound could be fetched or not. */
const loopNames = async (page: Page) =>
  (await slotNames(page)).map((name) => name.replace(', could not be loaded', ''));

const closeDrafts = (page: Page) => sheet(page).getByRole('button', { name: 'Close' }).click();

test('a draft goes on on another device, and what both changed is kept twice', {
  tag: '@short',
}, async ({ page: here, browser, request }) => {
  const person = await memberInEditor(here, request, 0, 4);
  await kept(here);
  const there = await deviceOf(browser, here, person);
  await openEditor(there);
  await openDrafts(there);
  await expect(drafts(there)).toHaveText(/2 loops.*from your other device/);
  await drafts(there)
    .getByRole('button', { name: /2 loops/ })
    .click();
  await expect(slots(there)).toHaveCount(2);
  await expect.poll(() => slotNames(there)).toEqual(await slotNames(here));

  // A narrow window asks for the loops when they are wanted.
  await addLoops(there);
  // Both change it, the other one without a network.
  await there.context().setOffline(true);
  await addLoops(there, 6);
  await openDrafts(there);
  await expect(sheet(there).getByText('Waiting for the network, 1 to send')).toBeVisible();
  await closeDrafts(there);
  await addLoops(here, 2);
  const [hereNames, thereNames] = [await loopNames(here), await loopNames(there)];
  await openDrafts(here);
  await expect(sheet(here).getByText('Synced', { exact: true })).toBeVisible();

  await there.context().setOffline(false);
  await expect(drafts(here)).toHaveCount(2);
  await expect(drafts(here)).toHaveText([/3 loops/, /3 loops/]);
  expect(await violations(here)).toEqual([]);
  await openDrafts(there);
  await expect(drafts(there)).toHaveText([/3 loops/, /3 loops/]);
  await expect(sheet(there).getByText('Synced', { exact: true })).toBeVisible();
  await closeDrafts(there);
  // What is open stays under the hands, whichever of the two it is now.
  await closeDrafts(here);
  await expect.poll(() => loopNames(here)).toEqual(hereNames);
  await expect.poll(() => loopNames(there)).toEqual(thereNames);
  expect(hereNames).not.toEqual(thereNames);
  // And goes on being kept.
  await addLoops(there, 8);
  await kept(there);
  await openDrafts(here);
  await expect(drafts(here)).toHaveText([/4 loops.*from your other device/, /3 loops/]);
  await there.context().close();
});

/** A tone that is a loop of two bars at 120 bpm. */
const TONE_HZ = 880;
const tone = Buffer.from(
  encodeWav(
    [
      Float32Array.from(
        { length: 192_000 },
        (_, n) => 0.4 * Math.sin((2 * Math.PI * TONE_HZ * n) / 48_000),
      ),
    ],
    48_000,
    16,
  ),
);

test('a loop of a file that no server was given as a loop is heard on another device @wide', {
  tag: '@short',
}, async ({ page: here, browser, request }) => {
  const person = await memberInEditor(here, request);
  await here.getByRole('tab', { name: 'Files' }).click();
  await here
    .getByLabel('Sound files', { exact: true })
    .setInputFiles([{ name: 'Kettle 120 bpm.wav', mimeType: 'audio/wav', buffer: tone }]);
  const file = here.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(file).toContainText('120 bpm, 2 bars');
  await here.getByRole('button', { name: /^Add/ }).last().click();
  await expect(file).toContainText('In the rifff');
  await kept(here);
  await openDrafts(here);
  await expect(sheet(here).getByText('Synced', { exact: true })).toBeVisible();

  const there = await deviceOf(browser, here, person);
  await openEditor(there);
  await openDrafts(there);
  await drafts(there)
    .getByRole('button', { name: /1 loop/ })
    .click();
  await expect(slots(there)).toHaveCount(1);
  await expect.poll(() => loopNames(there)).toEqual(['Audio, Kettle']);
  await there.getByRole('button', { name: 'Play', exact: true }).click();
  await heard(there);
  const [own, beside] = [await bandDb(there, 860, 900, 500), await bandDb(there, 2000, 8000, 500)];
  expect(own - beside).toBeGreaterThan(30);
  await there.context().close();
});

test('the account says what this device keeps, and takes it off', { tag: '@short' }, async ({
  page,
  request,
}) => {
  await memberInEditor(page, request, 0);
  await kept(page);
  await openDrafts(page);
  await expect(sheet(page).getByText('Synced', { exact: true })).toBeVisible();
  await expect(drafts(page)).toHaveCount(1);
  await page.goto('/account?tab=devices');
  const section = page.getByRole('region', { name: 'This device' });
  await expect(section.getByText('1 draft')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByRole('button', { name: 'Remove from this device' }).click();
  // Nothing of it waits: the other devices have it.
  await expect(page.getByRole('dialog').getByText('Your other devices keep all')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section.getByText('0 drafts')).toBeVisible();
  // It comes back from the server.
  await section.getByRole('switch', { name: 'Sync with my other devices' }).click();
  await expect(section.getByText('1 draft')).toBeVisible();
});
