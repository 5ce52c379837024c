import { expect, type Page, test } from '@playwright/test';
import { collectErrors, violations } from './pageChecks.ts';
import { bandDb, heard, loudest, tapSound } from './sound.ts';

/** Below this RMS nothing is heard. */
const SILENCE = 0.0005;

const playButton = (page: Page) => page.getByRole('button', { name: /^Play / });
const pauseButton = (page: Page) => page.getByRole('button', { name: /^Pause / });
const rings = (page: Page) => page.getByRole('group', { name: /^Rings/ });

async function open(page: Page): Promise<void> {
  await tapSound(page);
  await page.goto('/');
  await expect(playButton(page)).toBeVisible();
}

test('one tap plays, the next one pauses', { tag: ['@short', '@alone'] }, async ({ page }) => {
  const errors = collectErrors(page);
  await open(page);
  await expect(page).toHaveTitle('Rondo – Music goes round');
  expect(await loudest(page, 200)).toBe(0);
  await playButton(page).click();
  await heard(page);
  await expect(pauseButton(page)).toBeVisible();
  await pauseButton(page).click();
  await expect(playButton(page)).toBeVisible();
  await expect.poll(() => loudest(page, 150)).toBeLessThan(SILENCE);
  expect(errors).toEqual([]);
});

/** Opens a page whose scripts do not come. @returns what lets them come */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return open;
}

/** A room that everybody may hear. */
async function openRoom(page: Page): Promise<string> {
  const answer = await page.request.get('/api/rifff-feed/query?limit=50');
  const { data } = (await answer.json()) as { data: { rifffs: { jamId: string }[] } };
  for (const { jamId } of data.rifffs) {
    if ((await page.request.get(`/api/jam/${jamId}`)).ok()) return `/jams/${jamId}`;
  }
  throw new Error('No room is open');
}

for (const path of ['/', '/listen', 'a room']) {
  test(`a tap on ${path} before any script has come is heard once it has`, {
    tag: ['@shortNarrow', '@alone'],
  }, async ({ page }) => {
    await tapSound(page);
    const address = path === 'a room' ? await openRoom(page) : path;
    const open = await openWithoutScripts(page, address);
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expect(play).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await play.click();
    open();
    await heard(page);
    await expect(pauseButton(page).first()).toBeVisible();
  });
}

test('what is typed to sign in before any script has come is kept, and sent', {
  tag: ['@shortNarrow', '@alone'],
}, async ({ page }) => {
  const open = await openWithoutScripts(page, '/login?success=%2Ffeed');
  const name = page.getByLabel('Name or e-mail');
  const password = page.getByLabel('Password', { exact: true });
  await name.fill('nobody-of-it');
  await password.pressSequentially('not the');
  expect(await violations(page)).toEqual([]);
  open();
  // The form of the app can show what is typed.
  const show = page.getByRole('button', { name: 'Show password' });
  await expect(show).toBeVisible();
  await page.keyboard.type(' word');
  await show.click();
  await expect(password).toHaveValue('not the word');
  await expect(name).toHaveValue('nobody-of-it');
});

test('signing in that is tapped before any script has come is done then', {
  tag: ['@shortNarrow', '@alone'],
}, async ({ page }) => {
  const open = await openWithoutScripts(page, '/login?success=%2Ffeed');
  await page.getByLabel('Name or e-mail').fill('nobody-of-it');
  await page.getByLabel('Password', { exact: true }).fill('not the word');
  await page.getByRole('radio', { name: 'Sign in', exact: true }).click();
  open();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page).toHaveURL(/\/login\?success=%2Ffeed$/);
});

test('what a query makes another page shows no first paint before any script has come', {
  tag: ['@shortNarrow', '@alone'],
}, async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  for (const path of ['/login?with=device', '/listen?show', '/feed?sort=likes', '/jams/me']) {
    expect(await read(path), path).not.toContain('first-tap');
  }
});

test('a rifff of the feed that is tapped before any script has come plays then', {
  tag: ['@short', '@shortNarrow', '@alone'],
}, async ({ page }) => {
  await tapSound(page);
  const open = await openWithoutScripts(page, '/feed');
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const title = await cards.nth(1).getByRole('heading').innerText();
  // The last of two taps counts; what comes up under a pointer that rests is not in the way of either.
  for (const at of [0, 1]) {
    const radio = cards.nth(at).getByRole('radio');
    await radio.hover();
    await radio.click();
    await expect(radio).toBeChecked();
  }
  open();
  await heard(page);
  await expect(page.getByRole('button', { name: `Pause ${title}` })).toBeVisible();
});

test('what is tapped in the editor before any script has come is done then', {
  tag: ['@shortNarrow', '@alone'],
}, async ({ page, isMobile }) => {
  const open = await openWithoutScripts(page, '/jam');
  const choose = page.getByRole('radio', { name: 'Choose a loop' }).filter({ visible: true });
  // Both layouts are there until the style sheet has come, which leaves one.
  await expect(choose).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await choose.click();
  open();
  const first = page.getByRole('grid').getByRole('row').first();
  await expect(first).toBeFocused();
  if (isMobile) await expect(page.getByRole('dialog')).toBeVisible();
});

test('a touch on a ring changes what is heard, and the mix can be reset', {
  tag: ['@short', '@alone'],
}, async ({ page }) => {
  await open(page);
  await playButton(page).click();
  await heard(page);
  const sliders = rings(page).getByRole('slider');
  const count = await sliders.count();
  expect(count).toBeGreaterThan(1);
  // Every ring but the outermost off, by touching each where it lies.
  const box = (await rings(page).locator('xpath=..').boundingBox())!;
  expect(box.width).toBeGreaterThan(200);
  const before = await bandDb(page, 40, 12_000, 2500);
  for (let at = 0; at < count; at++) {
    await sliders.nth(at).focus();
    await page.keyboard.press('m');
  }
  await expect(page.getByText('muted', { exact: true })).toHaveCount(count);
  await expect.poll(() => loudest(page, 200)).toBeLessThan(SILENCE);
  await page.getByRole('button', { name: 'Reset mix' }).click();
  await heard(page);
  const after = await bandDb(page, 40, 12_000, 2500);
  expect(Math.abs(after - before)).toBeLessThan(6);
  await expect(page.getByRole('button', { name: 'Reset mix' })).toHaveCount(0);
});

test('a tap by finger or mouse mutes the ring under it', async ({ page, hasTouch }) => {
  await open(page);
  await playButton(page).click();
  await heard(page);
  const disc = (await pauseButton(page).boundingBox())!;
  const x = disc.x + disc.width / 2;
  const y = disc.y + disc.height / 2;
  const room = (await rings(page).locator('xpath=../..').boundingBox())!;
  const reach = room.width / 2;
  // Just inside the silhouette, to the lower left: the outermost ring.
  const at = 0.86 * reach * Math.SQRT1_2;
  if (hasTouch) await page.touchscreen.tap(x - at, y + at);
  else await page.mouse.click(x - at, y + at);
  await expect(page.getByText('muted', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Reset mix' })).toHaveCount(1);
});

test('another rifff comes in while the music goes on', { tag: ['@short', '@alone'] }, async ({
  page,
}) => {
  await open(page);
  await playButton(page).click();
  await heard(page);
  const list = page.getByRole('region', { name: 'Rifffs' }).getByRole('button');
  await expect.poll(() => list.count()).toBeGreaterThan(1);
  await list.nth(1).click();
  await expect(list.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(list.nth(0)).not.toHaveAttribute('aria-current', 'true');
  await expect.poll(() => loudest(page, 500)).toBeGreaterThan(SILENCE);
  await page.keyboard.press('ArrowLeft');
  await expect(list.nth(0)).toHaveAttribute('aria-current', 'true');
});

test('keys play and skip without a mouse', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Space');
  await heard(page);
  await page.keyboard.press('Space');
  await expect(playButton(page)).toBeVisible();
});

test('touching a ring before anything sounds starts the music', async ({ page }) => {
  await open(page);
  await rings(page).getByRole('slider').first().focus();
  await page.keyboard.press('m');
  await heard(page);
  await expect(pauseButton(page)).toBeVisible();
});

test('this rifff opens in the editor, with the mix', async ({ page }) => {
  await open(page);
  await rings(page).getByRole('slider').first().focus();
  await page.keyboard.press('m');
  await expect(page.getByText('muted', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Open this rifff' }).click();
  await expect(page).toHaveURL(/\/jam$/);
  const slider = page.getByRole('slider', { name: /^Ring 1 of/ });
  await expect(slider).toHaveAttribute('aria-valuetext', /muted/);
});

test('nothing of it stands in the way of assistive technology while it plays', {
  tag: ['@short', '@alone'],
}, async ({ page }) => {
  await open(page);
  await playButton(page).click();
  await heard(page);
  expect(await violations(page)).toEqual([]);
});

test('nothing moves while the page arrives', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shift += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  await page.waitForTimeout(1500);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  expect(shift).toBeLessThan(0.02);
});

test('every target is large enough for a finger', {
  tag: ['@narrow', '@shortNarrow', '@alone'],
}, async ({ page }) => {
  await open(page);
  const small = await page.evaluate(() => {
    const reach = (element: Element) => {
      const box = element.getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      const grown = after.content !== 'none' && after.position === 'absolute';
      return {
        width: Math.max(box.width, grown ? Number.parseFloat(after.width) : 0),
        height: Math.max(box.height, grown ? Number.parseFloat(after.height) : 0),
      };
    };
    return [...document.querySelectorAll('button, a[href]')]
      .filter((element) => element.checkVisibility() && !element.matches('[href="#main"]'))
      .filter((element) => reach(element).width < 44 || reach(element).height < 44)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(small).toEqual([]);
});

test.describe('when there is nothing to play', () => {
  test('a server that fails says so, and a second try helps', async ({ page }) => {
    let isDown = true;
    await page.route('**/api/library/rifffs', (route) =>
      isDown ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    );
    await page.goto('/');
    // The document names the first one, which can be heard all the same.
    await expect(playButton(page)).toBeVisible();
    await expect(page.getByText('The others could not be loaded.')).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Rifffs' }).getByRole('button')).not.toHaveCount(
      1,
    );
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  });

  test('an empty library leads on to the editor', async ({ page }) => {
    await page.route('**/api/library/rifffs', (route) =>
      route.fulfill({ json: { ok: true, data: { rifffs: [] } } }),
    );
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Put something in' })).toHaveAttribute(
      'href',
      '/jam',
    );
  });

  test('audio that cannot be fetched is said, and a second tap helps', async ({ page }) => {
    let isDown = true;
    await page.route('**/media/**', (route) => (isDown ? route.abort() : route.continue()));
    await open(page);
    await playButton(page).click();
    await expect(page.getByText(/loops could not be loaded/)).toBeVisible();
    await expect(playButton(page)).toBeVisible();
    isDown = false;
    await playButton(page).click();
    await heard(page);
    await expect(page.getByText(/could not be loaded/)).toHaveCount(0);
  });

  test('without WebGL the processor draws the rings, and the notch turns', {
    tag: ['@short', '@alone'],
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (
        this: HTMLCanvasElement,
        ...args: unknown[]
      ) {
        if (String(args[0]).startsWith('webgl')) return null;
        return (getContext as (...all: unknown[]) => unknown).apply(this, args);
      } as typeof getContext;
    });
    await open(page);
    await expect(page.locator('html')).toHaveAttribute('data-scene', 'live');
    await playButton(page).click();
    await heard(page);
    const rings = page.locator('[data-rings="canvas"] canvas').first();
    const picture = () => rings.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await picture();
    await expect.poll(picture).not.toBe(before);
  });
});
