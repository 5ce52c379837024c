/** A look goes through three hands: made, made into another one, and shown on a wall. And cards of looks. */
import { expect, type Page, test } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession, makePerson, memberAt } from './accountPages.ts';
import { overflowPx } from './pageChecks.ts';
import { post } from './sharingCalls.ts';

const lookOf = (page: Page) => page.locator('[data-look]').first().getAttribute('data-look');
const keyIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

/** Saves what the editor has and waits for its page. @returns the id of the look */
async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save the look' }).click();
  await expect(page).toHaveURL(/\/looks\/[0-9a-f]{32}$/);
  return keyIn(page);
}

test('a look is made, shared, made into another one, given to a room and shown on its wall', {
  tag: ['@wide', '@short'],
}, async ({ page, browser, request }) => {
  const name = `Sieve ${Date.now().toString(36)}`;
  const ada = await memberAt(page, request, '/looks/new?from=screen');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Ground').selectOption({ label: 'Paper' });
  await page.getByRole('switch', { name: /Anyone may see it/ }).click();
  const first = await save(page);
  await expect(page.getByRole('heading', { name })).toBeVisible();

  // Another person finds it in the gallery, and makes their own of it.
  const others = await browser.newContext();
  const second = await others.newPage();
  const bob = await makePerson(request);
  await carrySession(others, bob);
  await second.goto('/looks');
  await second.getByRole('link', { name }).first().click();
  await expect(second).toHaveURL(new RegExp(`/looks/${first}$`));
  await second.getByRole('link', { name: 'Make your own of it' }).click();
  await expect(second.getByText(`Made from ${name}, which is credited.`)).toBeVisible();
  await second.getByLabel('Name', { exact: true }).fill(`${name} with a name that goes on and on`);
  await second.getByLabel('Another layer').selectOption({ label: 'Echoes of the beat' });
  await second.getByRole('button', { name: 'Let something move it: Density' }).click();
  await second.getByLabel('What moves: Density').selectOption({ label: 'MIDI knob 1' });
  await expect(second.getByRole('slider', { name: /^Knob 1: Density of layer 2/ })).toBeVisible();
  const made = await save(second);
  await expect(second.getByRole('link', { name, exact: true })).toHaveAttribute(
    'href',
    `/looks/${first}`,
  );
  await expect(second.getByRole('link', { name: ada.name })).toBeVisible();

  // It goes to a room of theirs, whose remote now has this one look.
  const { id } = (await post(request, bob, '/jam', { name: 'Attic', access: 'private' })) as {
    id: string;
  };
  const library = await (await request.get('/api/library/rifffs')).json();
  const { rifff } = library.data.rifffs[0];
  await post(request, bob, `/jam/${id}/rifffs`, {
    rifff: { ...rifff, _id: newId(), parent: null },
  });
  await second.reload();
  await second.getByRole('button', { name: 'Use in a room' }).click();
  await second.getByRole('dialog').getByRole('switch', { name: 'Attic' }).click();
  await expect(second.getByRole('dialog').getByRole('switch', { name: 'Attic' })).toBeChecked();
  const { code } = (await post(request, bob, `/jam/${id}/codes`, { purpose: 'stage' })) as {
    code: string;
  };

  // No account is signed in on the wall and on its remote.
  const wall = await browser.newContext();
  const stage = await wall.newPage();
  await stage.goto(`/jam/${code}/stage`);
  await stage.locator('[data-rifff]').waitFor();
  expect(await lookOf(stage)).toBe('print');
  const remote = await wall.newPage();
  await remote.goto(`/jam/${code}/control`);
  const looks = remote.getByRole('group', { name: 'Look', exact: true });
  await expect(looks.getByRole('button')).toHaveCount(1);
  await looks.getByRole('button').click();
  await remote.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflowPx(remote)).toBe(0);
  await expect.poll(() => lookOf(stage)).toBe(made);
  await expect
    .poll(() => stage.evaluate(() => document.documentElement.dataset.stage))
    .toBe('paper');

  // A knob of it stands on the remote, and on the next one that is opened as it was left.
  const knob = remote.getByRole('slider', { name: /^Knob 1: Density/ });
  await knob.press('End');
  await expect(knob).toHaveAttribute('aria-valuenow', '100');
  const another = await wall.newPage();
  await another.goto(`/jam/${code}/control`);
  await expect(another.getByRole('slider', { name: /^Knob 1: Density/ })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await another.close();

  // By the address a public look is on any stage.
  await stage.goto(`/jam/${code}/stage?look=${first}`);
  await expect.poll(() => lookOf(stage)).toBe(first);

  // Its maker takes the first look back: the room keeps its own copy of what was made of it.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
  await expect(page).toHaveURL(/\/looks\?tab=yours$/);
  await second.reload();
  const credits = second.getByRole('list', { name: 'What it was made from' });
  await expect(credits).toContainText(`Made from ${name} by`);
  await expect(second.getByRole('link', { name, exact: true })).toHaveCount(0);
  await stage.reload();
  const status = stage.getByRole('status').filter({ hasText: 'The look of this address' });
  await expect(status).toHaveCount(1);
  expect(await lookOf(stage)).toBe('print');
  await looks.getByRole('button').click();
  await expect.poll(() => lookOf(stage)).toBe(made);
  await Promise.all([others.close(), wall.close()]);
});

/** A white picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
  'base64',
);

test('a card has the still that the server made, moves where it is pointed at, and is drawn to what sounds', {
  tag: ['@wide', '@short'],
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The servers of these journeys make no posters.
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    const { data, ...more } = await response.json();
    await route.fulfill({ response, json: { ...more, data: { ...data, hasLookPictures: true } } });
  });
  await page.route('**/media/covers/looks/*', (route) => {
    const isThere = /(screen|rose)\.webp$/.test(route.request().url());
    return isThere
      ? route.fulfill({ contentType: 'image/png', body: DOT })
      : route.fulfill({ status: 404 });
  });
  await page.goto('/looks?tab=house');
  const cardOf = (key: string) => page.locator(`[data-look="${key}"]`);
  const rose = cardOf('rose');
  const [still, loop] = [rose.locator('img'), rose.locator('video')];
  /** What the canvas draws into. */
  const drawnIn = (key: string) => cardOf(key).locator('[data-ground] > div');
  await expect.poll(() => still.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  await expect(drawnIn('rose')).toHaveCount(0);
  // Where there is no still the look is drawn in the page.
  await expect(drawnIn('paper')).toHaveCount(1);
  await expect(cardOf('paper').locator('img')).toHaveCount(0);

  await rose.getByRole('link').hover();
  await expect(loop).toHaveAttribute('src', '/media/covers/looks/rose.webm');
  expect(await loop.evaluate((one: HTMLVideoElement) => one.muted)).toBe(true);
  await page.mouse.move(2, 2);
  await expect(loop).toHaveCount(0);
  await cardOf('screen').getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(loop).toHaveCount(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(loop).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });

  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(still).toHaveCount(0);
  await expect(drawnIn('rose')).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(still).toHaveCount(1);
  await expect(drawnIn('rose')).toHaveCount(0);
});
