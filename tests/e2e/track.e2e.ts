import { expect, type Page, test } from '@playwright/test';
import { oggOf, tone } from '../../server/testing/sounds.ts';
import { memberAt, type Person } from './accountPages.ts';
import { violations } from './pageChecks.ts';
import { slowLine } from './uploadPage.ts';

const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'audio/ogg') =>
  page.locator('input[type="file"][accept*="audio"]').setInputFiles({ name, mimeType, buffer });

/** Seconds of the track on show that have been played. */
const playedSec = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Plays a track of that name, and hears it go on. */
async function hearsTrack(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Play ${name}` }).click();
  await expect(page.getByRole('button', { name: `Pause ${name}` })).toBeVisible();
  await expect.poll(() => playedSec(page)).toBeGreaterThan(0.2);
}

const addressOf = async (page: Page, { name }: Person) =>
  (await (await page.request.get(`/api/accounts/profile/${name}`)).json()).data.pinnedTrack?.url;

test('a track is pinned to the profile, heard by a visitor, replaced and taken off', {
  tag: '@wide',
}, async ({ page, context, request, browser }) => {
  const ada = await memberAt(page, request, '/account?tab=profile');
  const section = page.getByRole('region', { name: 'Track', exact: true });

  await choose(page, 'notes.mp3', Buffer.from('These are notes.'), 'audio/mpeg');
  await expect(section.getByRole('alert')).not.toBeEmpty();
  const whole = await oggOf(tone(10 * 48_000, 2));
  await choose(page, 'torn.ogg', whole.subarray(0, whole.length - 900));
  await expect(section.getByRole('alert')).toContainText(/The file|sound|read/);
  await expect(section.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await slowLine(context, page, 30_000);
  await choose(page, 'Last train.ogg', whole);
  const progress = section.getByRole('progressbar', { name: 'Sending' });
  await expect(progress).toHaveAttribute('aria-valuetext', /^[1-9]\d? %$/);
  await slowLine(context, page, -1);
  await expect(page.getByText('Your track is there.')).toBeVisible();
  await expect(section.getByRole('alert')).toBeEmpty();

  const elsewhere = await browser.newContext({ viewport: page.viewportSize() });
  const visitor = await elsewhere.newPage();
  await visitor.goto(`/${ada.name}`);
  await hearsTrack(visitor, 'Last train');
  const first = await addressOf(visitor, ada);

  await choose(page, 'Ninth bus.ogg', await oggOf(tone(6 * 48_000, 1, 330)));
  await expect(section.getByRole('button', { name: 'Play Ninth bus' })).toBeVisible();
  await visitor.reload();
  await hearsTrack(visitor, 'Ninth bus');
  expect((await request.get(first)).status()).toBe(404);

  await section.getByRole('button', { name: 'Remove track' }).click();
  await expect(page.getByText('Your track is gone.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: ada.name })).toBeVisible();
  await expect(visitor.locator('audio')).toHaveCount(0);
  await elsewhere.close();
});

test('a track of a private jam is heard by its owner alone, and removed', {
  tag: '@wide',
}, async ({ page, request }) => {
  const ada = await memberAt(page, request, '/jams/me');
  const tracks = page.getByRole('region', { name: 'Tracks' });
  await expect(tracks.getByText('Add a track')).toBeVisible();
  await page.route('**/jam/*/tracks', (route) => route.abort(), { times: 1 });
  await choose(page, 'Last train.ogg', await oggOf(tone(10 * 48_000, 2)));
  await expect(tracks.getByText('Last train did not arrive.')).toBeVisible();
  await expect(tracks.getByRole('alert')).toContainText('The server could not be reached');
  await tracks.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('The track is there.')).toBeVisible();
  await expect(tracks.getByText('did not arrive')).toHaveCount(0);
  const asked = page.waitForRequest(/\/media\//);
  await hearsTrack(page, 'Last train');
  const address = new URL((await asked).url()).pathname;
  expect((await request.get(address)).status()).toBe(404);
  expect((await request.get(`/api/jam/${ada.name}/tracks`)).status()).toBe(404);
  expect(await violations(page)).toEqual([]);
  await tracks.getByRole('button', { name: 'Remove Last train' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('The track is gone.')).toBeVisible();
  await expect(page.locator('audio')).toHaveCount(0);
  const { authorization } = ada;
  expect((await request.get(address, { headers: { authorization } })).status()).toBe(404);
});
