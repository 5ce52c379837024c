import { expect, type Page, test } from '@playwright/test';
import { oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { violations } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { commit, post, share } from './sharingCalls.ts';
import { heard, loudest, tapSound } from './sound.ts';

/** Hardly anything is left of what was heard. */
const SILENT = 0.001;
const player = (page: Page) => page.getByRole('region', { name: 'Player' });

/** A track of ten seconds in a room, brought beside the page. */
async function addTrack(page: Page, roomId: string, { authorization }: Person): Promise<void> {
  const metadata = JSON.stringify({ _id: newId(), name: 'Last train' });
  const buffer = await oggOf(tone(10 * 48_000, 2));
  const file = { name: 'track.ogg', mimeType: 'audio/ogg', buffer };
  const answer = await page.request.post(`/api/jam/${roomId}/tracks`, {
    headers: { authorization },
    multipart: { metadata, file },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A person who has shared a rifff and has a room with a track, on the page of the feed. */
async function begin(page: Page): Promise<{ ada: Person; roomId: string }> {
  const ada = await makePerson(page.request);
  await share(page.request, ada, await commit(page.request, ada, 3), 'Harbour at six');
  const { id: roomId } = await makeRoom(page.request, ada, 'Night shift');
  await answerIn(page.request, ada, roomId, 1);
  await addTrack(page, roomId, ada);
  await tapSound(page);
  await carrySession(page, ada);
  await page.goto('/feed');
  return { ada, roomId };
}

test('a playlist made from the feed is ordered by keys, heard, and plays on while pages change', {
  tag: ['@wide', '@short', '@alone'],
}, async ({ page }) => {
  const { roomId } = await begin(page);
  await page.getByRole('button', { name: 'Queue Harbour at six' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('On the way home');
  await page.getByRole('button', { name: 'Make it and add' }).click();
  await expect(page.getByText('Harbour at six is in On the way home')).toBeVisible();

  await page.goto(`/jams/${roomId}`);
  await page.getByRole('button', { name: 'Add Last train to a playlist' }).click();
  await page.getByRole('button', { name: /On the way home/ }).click();
  await expect(page.getByText('Last train is in On the way home')).toBeVisible();
  // Once more is asked about.
  await page.getByRole('button', { name: 'Add Last train to a playlist' }).click();
  await page.getByRole('button', { name: /On the way home/ }).click();
  await expect(page.getByText('It is in this one already')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/profile?tab=playlists');
  await page.getByRole('link', { name: /On the way home/ }).click();
  await page.getByRole('button', { name: /^Move Last train/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Last train is number 1 of 2')).toBeAttached();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Play all' }).click();
  await heard(page);
  await expect(player(page)).toContainText('Last train');
  // Inside the app: the sound goes on, and the player with it.
  await page.getByRole('navigation').getByRole('link', { name: 'Feed' }).first().click();
  await expect(page.getByRole('button', { name: 'Play Harbour at six' })).toBeVisible();
  await heard(page);
  await player(page).getByRole('button', { name: 'Next' }).click();
  await expect(player(page)).toContainText('Harbour at six');
  await expect(player(page).getByRole('button', { name: 'Next' })).toBeDisabled();
  await heard(page);
  await player(page).getByRole('link', { name: 'On the way home' }).click();
  await expect(page.getByRole('heading', { name: 'On the way home' })).toBeVisible();

  await page.reload();
  await expect(player(page)).toContainText('Harbour at six');
  await expect.poll(() => loudest(page, 300)).toBeLessThan(SILENT);
  await page.keyboard.press('Shift+P');
  await heard(page);
  // A rifff of the page takes over; the list waits.
  await page.getByRole('navigation').getByRole('link', { name: 'Feed' }).first().click();
  await page.getByRole('button', { name: 'Play Harbour at six' }).click();
  await expect(player(page).getByRole('button', { name: 'Play the playlist' })).toBeVisible();
  await player(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(player(page)).toHaveCount(0);
});

test('two people order one playlist, a visitor hears it, and one that is deleted leaves the player', {
  tag: '@wide',
}, async ({ page, browser }) => {
  const { ada } = await begin(page);
  const { playlist } = (await post(page.request, ada, '/playlists', { name: 'Ours' })) as {
    playlist: { id: string };
  };
  const path = `/playlists/${playlist.id}`;
  for (const at of [1, 2, 3]) {
    const { rifffId: itemId } = await commit(page.request, ada, at);
    await post(page.request, ada, `${path}/items`, { jamId: ada.name, itemId });
  }
  const other = await browser.newContext();
  await carrySession(other, ada);
  const there = await other.newPage();
  for (const one of [page, there]) await one.goto(`/playlist/${playlist.id}`);
  const handles = (one: Page) => one.getByRole('button', { name: /^Move / });
  const ids = (one: Page) =>
    one
      .locator('[data-item]')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.item));
  await expect(handles(page)).toHaveCount(3);
  await expect(handles(there)).toHaveCount(3);
  const [a, b, c] = await ids(page);
  await handles(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => ids(page)).toEqual([b, a, c]);
  // The other page has not heard of it; what it asks for is done to the order as it stands.
  await handles(there).last().focus();
  await there.keyboard.press('ArrowUp');
  await expect.poll(() => ids(there)).toEqual([a, c, b]);
  await page.reload();
  await expect.poll(() => ids(page)).toEqual([a, c, b]);
  await other.close();

  await page.getByRole('button', { name: 'Play all' }).click();
  await heard(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('Ours is deleted.')).toBeVisible();
  await expect(player(page)).toHaveCount(0);
  await expect.poll(() => loudest(page, 200)).toBeLessThan(SILENT);
});
