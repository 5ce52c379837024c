import { type Browser, devices, expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { collectErrors, violations } from './pageChecks.ts';
import { heard, tapSound } from './sound.ts';

const IPHONE = devices['iPhone 13'];
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const notice = (page: Page) => page.getByRole('region', { name: 'Cookie notice' });
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** A window of its own at the address of the tests. */
async function open(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  return context.newPage();
}

test.describe('every page of the shell', () => {
  for (const [path, title, heading] of [
    ['/privacy', 'Privacy Policy', 'Privacy Policy'],
    ['/terms', 'Terms of Use', 'Terms of Use'],
    ['/conduct', 'Code of Conduct', 'Code of Conduct'],
    ['/cookies', 'Cookies', 'Cookies'],
    ['/acknowledgements', 'Acknowledgements', 'Acknowledgements'],
    ['/download', 'Download', 'Download'],
    ['/coming-soon', 'Coming soon', 'We are open'],
    ['/holding-page?redirectFrom=%2Fjam', 'Before you go on', 'Just so you know'],
  ] as const) {
    test(`opens: ${path}`, async ({ page }) => {
      const errors = collectErrors(page);
      await page.goto(path);
      await expect(page).toHaveTitle(`Rondo – ${title}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
      expect(errors).toEqual([]);
    });
  }
});

test('the legal texts name the operator’s software truly and lead to each other', async ({
  page,
}) => {
  await page.goto('/privacy');
  await expect(page.getByText('the operator of this server').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Legal texts' }).getByText('Cookies').click();
  await expect(page).toHaveURL(/\/cookies$/);
  for (const name of ['i18n', 'cookie-notice', 'unsupported-browser']) {
    await expect(page.getByRole('rowheader', { name })).toBeVisible();
  }
});

test('acknowledgements are searched, opened, and asked for again after a failure', async ({
  page,
}) => {
  let isDown = true;
  await page.route('**/THIRD_PARTY_NOTICES.txt', (route) =>
    isDown ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto('/acknowledgements');
  await expect(page.getByText('The list could not be loaded')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^MIT \d+$/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search packages' }).fill('react-router');
  await expect(page.getByText('react-router', { exact: true })).toBeVisible();
  await expect(page.getByText('fastify', { exact: true })).toHaveCount(0);
  await page.getByText('react-router', { exact: true }).click();
  await expect(page.getByText('Permission is hereby granted').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText('fastify', { exact: true })).toBeVisible();
});

test.describe('the cookie notice', () => {
  test('says what it must, covers nothing, and stays away once accepted', {
    tag: '@short',
  }, async ({ page, context }) => {
    await page.goto('/');
    await expect(notice(page)).toContainText(
      'We use cookies to ensure you get the best experience on our website',
    );
    await expect(notice(page).getByRole('link', { name: 'Learn More' })).toHaveAttribute(
      'href',
      '/cookies',
    );
    await expect(notice(page).getByRole('button', { name: 'Decline' })).toBeDisabled();
    await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
    const covered = await page.evaluate(() => {
      const band = document.querySelector('[aria-label="Cookie notice"]');
      const controls = document.querySelectorAll('header a, header button, main a, main button');
      return [...controls].filter((element) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0) return false;
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return at !== null && band?.contains(at);
      }).length;
    });
    expect(covered).toBe(0);
    await notice(page).getByRole('button', { name: 'Accept' }).click();
    await expect(notice(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    const kept = (await context.cookies()).find(({ name }) => name === 'cookie-notice');
    expect(kept?.value).toBe('accepted');
  });

  test('is reached by the keyboard right after the skip link', { tag: '@wide' }, async ({
    page,
  }) => {
    await page.goto('/jam');
    await expect(page.getByRole('link', { name: 'Learn More' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Learn More' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Accept' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
  });
});

test.describe('the account menu', () => {
  const trigger = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Account' });
  const list = (page: Page) => page.getByRole('navigation', { name: 'Account' });

  test('opens to a mouse, and its button leads to the login page', { tag: '@wide' }, async ({
    page,
  }) => {
    await page.goto('/privacy');
    await trigger(page).hover();
    await expect(list(page).getByRole('link')).toHaveText([
      'Sign in',
      'Sign up',
      'Sign in with another device',
    ]);
    expect(await violations(page)).toEqual([]);
    await page.mouse.move(200, 500);
    await expect(list(page)).toHaveCount(0);
    await expect(trigger(page)).toHaveAttribute('href', '/login');
  });

  test('opens to the keyboard, moves by arrows, closes by Escape', {
    tag: ['@wide', '@short'],
  }, async ({ page }) => {
    await page.goto('/privacy');
    await expect(trigger(page)).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('button', { name: 'Shortcuts' }).focus();
    await page.keyboard.press('Tab');
    await expect(trigger(page)).toBeFocused();
    await expect(list(page)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(list(page).getByRole('link', { name: 'Sign up' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list(page)).toHaveCount(0);
    await expect(trigger(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(list(page)).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(list(page)).toHaveCount(0);
  });

  test('opens to the first tap of a finger and follows the second', { tag: '@wide' }, async ({
    browser,
  }) => {
    const page = await open(browser, { viewport: { width: 1280, height: 800 }, hasTouch: true });
    await page.goto('/privacy');
    // Until the menu's code has come a plain link stands there, and a tap follows it.
    await expect(trigger(page)).toHaveAttribute('aria-expanded', 'false');
    await trigger(page).tap();
    await expect(list(page)).toBeVisible();
    await expect(page).toHaveURL(/\/privacy$/);
    await trigger(page).tap();
    await expect(page).toHaveURL(/\/login/);
    await page.context().close();
  });
});

test('members find what is theirs under their disc, or in the menu of a narrow window', {
  tag: '@short',
}, async ({ page, request }) => {
  const person = await makePerson(request);
  await carrySession(page, person);
  await page.goto('/privacy');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'My Profile' })).toHaveAttribute(
      'href',
      `/${person.name}`,
    );
    await expect(menu.getByRole('link', { name: 'Sign Out' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
    return;
  }
  const disc = page.getByRole('banner').getByRole('link', { name: /your account$/ });
  await expect(disc).toHaveAttribute('href', '/account');
  await disc.hover();
  const links = page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
  await expect(links).toHaveText([
    ...['My profile', 'My clubs', 'Playlists', 'Collection', 'My account'],
    ...['Bring music in', 'My plan', 'Log out'],
  ]);
  expect(await violations(page)).toEqual([]);
  await page.goto('/login');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the menu of a narrow window leads to every place of the shell', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const [name, href] of [
    ['Download', '/download'],
    ['Listen', '/listen'],
    ['Login', '/login'],
    ['Sign Up', '/register'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await menu.getByRole('link', { name: 'Download' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Download');
  await expect(page.getByText('This server offers no app for it.')).toHaveCount(2);
});

test.describe('the region', () => {
  const select = (page: Page) => page.getByRole('combobox', { name: 'Region' });

  test('is chosen in the footer, kept in the cookie, and shown by the first page', {
    tag: '@short',
  }, async ({ page, context }) => {
    await page.goto('/');
    await expect(select(page)).toHaveValue('us');
    await select(page).selectOption('eu');
    await expect(page).toHaveURL(/\/eu$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Music');
    const kept = (await context.cookies()).find(({ name }) => name === 'i18n');
    expect(kept?.value).toBe('eu');
    const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);
    await page.goto('/gb');
    await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
    await expect(select(page)).toHaveValue('gb');
    await page.goto('/terms');
    await expect(page.getByText(/\d+ November 2026/)).toBeVisible();
    await page.goto('/us');
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(select(page)).toHaveValue('us');
    await page.goto('/gb/privacy?x=1');
    await expect(page).toHaveURL(/:\d+\/privacy\?x=1$/);
  });

  test('comes from the browser’s languages', { tag: '@wide' }, async ({ browser }) => {
    const page = await open(browser, { locale: 'de-AT' });
    await page.goto('/terms');
    await expect(select(page)).toHaveValue('eu');
    await page.context().close();
  });
});

test.describe('a browser that is not supported', { tag: '@wide' }, () => {
  test('agrees, goes on and hears music by one tap', { tag: '@short' }, async ({ browser }) => {
    const { defaultBrowserType: _, ...iphone } = IPHONE!;
    const page = await open(browser, iphone);
    await tapSound(page);
    await page.goto('/');
    await expect(page).toHaveURL(/\/holding-page\?redirectFrom=%2F$/);
    await page.getByRole('button', { name: 'Go on and play' }).tap();
    await expect(page).toHaveURL(/:\d+\/$/);
    await heard(page);
    await expect(page.getByRole('button', { name: /^Pause / })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.context().close();
  });

  test('comes back to the whole address that was asked for', async ({ browser }) => {
    const page = await open(browser, { userAgent: FIREFOX });
    await page.goto('/jam?slot=2#here');
    await expect(page).toHaveURL(/holding-page\?redirectFrom=%2Fjam%3Fslot%3D2%23here$/);
    await page.getByRole('button', { name: 'Go on', exact: true }).click();
    await expect(page).toHaveURL(/\/jam\?slot=2#here$/);
    await page.context().close();
  });

  test('reads the legal texts unasked, and is led nowhere else', async ({ browser }) => {
    const page = await open(browser, { userAgent: FIREFOX });
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
    await page.goto('/holding-page?redirectFrom=//evil.example/x');
    await page.getByRole('button', { name: /^Go on/ }).click();
    await expect(page).toHaveURL(/localhost:\d+\/$/);
    await page.context().close();
  });
});

test('coming soon stands before everything but legal texts and signing in', {
  tag: '@short',
}, async ({ page }) => {
  await page.route('**/api/site', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, isComingSoon: true } } });
  });
  await page.goto('/jam');
  await expect(page).toHaveURL(/\/coming-soon$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming soon');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use');
});

test('the loader shows itself for long waits only, and goes when the page is there', {
  tag: '@short',
}, async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  const bar = page.getByRole('progressbar');
  await expect(bar).toHaveCount(0);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/assets\/Feed-.*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Feed' }).click();
  await expect(bar).toBeVisible();
  open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feed');
  await expect(bar).toHaveCount(0);
});
