import { expect, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { violations } from './pageChecks.ts';

test('an unknown address is a page of its own, and Go Back goes back', { tag: '@short' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page).toHaveTitle('Rondo – Page Not Found');
  await expect(page.getByText('This page could not be found')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Music');
});

test('a page that the server fails for says so, and is tried again', async ({ page }) => {
  const club = '**/api/clubs/no-club';
  await page.route(club, (route) => route.fulfill({ status: 500, json: { ok: false } }));
  await page.goto('/club/no-club');
  await expect(page.getByRole('heading', { name: 'An error occurred' })).toBeVisible();
  await expect(page.getByText('This club could not be loaded.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.unroute(club);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('Go Back leads home when there was nothing before', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).not.toHaveURL(/no\/such/);
});

test('the network going and coming is said calmly', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
  await context.setOffline(true);
  const mark = page.getByText('Offline', { exact: true });
  await expect(mark).toBeVisible();
  await expect(page.getByText(/plays on/)).toHaveCount(1);
  await context.setOffline(false);
  await expect(mark).toHaveCount(0);
});

test('a piece that cannot come without a network says so and leaves the page alone', async ({
  page,
}) => {
  await page.route(/\/assets\/menus-/, (route) => route.abort());
  await page.route('**/healthz', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
  await page.getByRole('button', { name: isNarrow ? 'Menu' : 'Shortcuts' }).click();
  await expect(page.getByText(/could not be loaded/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Music');
  await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
});

test('a page whose code is gone reloads once and then says so', { tag: '@short' }, async ({
  page,
}) => {
  await page.goto('/');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(/\/assets\/Editor-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
  await page.getByRole('link', { name: 'Start a rifff' }).first().click();
  await expect(page.getByRole('heading', { name: 'An error occurred' })).toBeVisible();
  // The page says so before all of it has come.
  await expect.poll(() => loads).toBe(1);
  // The way home is still there.
  expect(isNarrow || (await page.getByRole('link', { name: 'Make' }).isVisible())).toBe(true);
  expect(loads).toBe(1);
  await page.getByRole('link', { name: /home/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Music');
});

test('the keyboard starts with a way past the header', { tag: ['@wide', '@short'] }, async ({
  page,
}) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the menu of a narrow window holds the focus and gives it back', {
  tag: ['@narrow', '@shortNarrow'],
}, async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  const box = (await menu.boundingBox())!;
  expect([box.x, box.y, box.width, box.height]).toEqual([0, 0, 390, 844]);
  expect(await violations(page)).toEqual([]);
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    const isInside = await menu.evaluate((element) => element.contains(document.activeElement));
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole('link', { name: 'Make' }).click();
  await expect(page).toHaveURL(/\/jam$/);
  await expect(menu).toHaveCount(0);
});

test('the footer leads to the legal texts', async ({ page, request }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(String(new Date().getFullYear()));
  for (const [path, text] of [
    [await footer.getByRole('link', { name: 'Licence (MIT)' }).getAttribute('href'), 'MIT License'],
    ['/THIRD_PARTY_NOTICES.txt', 'react'],
  ] as const) {
    const answer = await request.get(path!);
    expect(answer.headers()['content-type']).toContain('text/plain');
    expect(await answer.text()).toContain(text);
  }
  for (const [name, href] of [
    ['Privacy Policy', '/privacy'],
    ['Terms of Use', '/terms'],
    ['Acknowledgements', '/acknowledgements'],
    ['Download', '/download'],
    ['Listen', '/listen'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
});

test('? shows the keys', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText('Play or pause');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('the header is whole at every width, and leads to every place', {
  tag: ['@wide', '@short'],
}, async ({ page, request }) => {
  /** Pairs of links and buttons that lie on each other, and what lies outside or on a second line. */
  const faults = () =>
    page.getByRole('banner').evaluate((header) => {
      const boxes = [...header.querySelectorAll('a, button')]
        .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      const { bottom } = header.getBoundingClientRect();
      return boxes.flatMap(({ name, box }, at) => [
        ...(box.left < 0 || box.right > innerWidth || box.bottom > bottom ? [`${name}!`] : []),
        ...boxes
          .slice(at + 1)
          .filter((other) => box.left < other.box.right - 1 && other.box.left < box.right - 1)
          .map((other) => `${name} on ${other.name}`),
      ]);
    });
  const look = async () => {
    for (const width of [1440, 1100, 992, 768]) {
      await page.setViewportSize({ width, height: 600 });
      expect(await faults(), `${width} px`).toEqual([]);
    }
  };
  await page.goto('/privacy');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText([
    'Make',
    'Jams',
    'Clubs',
    'Listen',
    'Feed',
    'Chart',
    'Arcade',
    'Market',
    'Download',
  ]);
  await expect(page.getByRole('banner').getByText('Account')).toBeVisible();
  await look();
  await carrySession(page, await makePerson(request));
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/privacy');
  await expect(page.getByRole('banner').getByRole('link', { name: /your account$/ })).toBeVisible();
  await look();
});
