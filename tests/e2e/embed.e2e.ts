import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import { makePerson } from './accountPages.ts';
import { embedFrame, embedWeight, otherPage, playing, shareLibrary } from './embedPage.ts';
import { violations } from './pageChecks.ts';
import { commit, post, share } from './sharingCalls.ts';
import { heard, loudest, tapSound } from './sound.ts';

/** Script, style and font that an embed may need before its first sound. */
const MOST_BYTES = 120 * 1024;

declare global {
  interface Window {
    /** What the embed said, and when. */
    said?: { text: string; atMs: number }[];
  }
}

/** Writes down what the embed says from now on: it stands for a moment only, which a busy machine may not see. */
async function listenToWord(page: Page): Promise<void> {
  await page.locator('.word').evaluate((word) => {
    const said: NonNullable<Window['said']> = [];
    window.said = said;
    new MutationObserver(() =>
      said.push({ text: word.textContent ?? '', atMs: performance.now() }),
    ).observe(word, { childList: true });
  });
}

/** How long the last word of that kind has stood, in milliseconds; 0 where none was said. */
function stoodMs(page: Page, kind: RegExp): Promise<number> {
  return page.evaluate((pattern) => {
    const said = window.said ?? [];
    const at = said.findLastIndex(({ text }) => pattern.test(text));
    return at < 0 ? 0 : (said[at + 1]?.atMs ?? performance.now()) - said[at]!.atMs;
  }, kind);
}

/** Opens the embed of a new share in a window of its own, its sound tapped. */
async function openEmbed(page: Page, request: APIRequestContext): Promise<void> {
  const id = await shareLibrary(request, 'Ninth bus');
  await tapSound(page);
  await page.goto(`/embed/${id}`);
}

test('weighs less than 120 kB before its first sound, without what only the studio needs', {
  tag: ['@wide', '@short', '@alone'],
}, () => {
  const weight = embedWeight();
  const sum = [...weight.values()].reduce((total, bytes) => total + bytes, 0);
  console.info(`The embed needs ${(sum / 1024).toFixed(1)} kB before its first sound.`);
  const names = [...weight.keys()].join(' ');
  expect(names).toMatch(/processors\.worklet/);
  expect(names).toMatch(/\.woff2/);
  expect(names).not.toMatch(/\bframe-|\bstart-|react|LiveEngine|SceneHost/);
  expect(sum, names).toBeLessThan(MOST_BYTES);
});

for (const [kind, sandbox] of [
  ['a frame', ''],
  ['a sandboxed frame without an origin', 'sandbox="allow-scripts allow-popups"'],
] as const) {
  test(`in ${kind} on another site it plays on one tap, and keeps and sends nothing`, {
    tag: sandbox ? [] : ['@short', '@alone'],
  }, async ({ page, request, baseURL }) => {
    const id = await shareLibrary(request, 'Ninth bus');
    const other = await otherPage(
      `<iframe src="${baseURL}/embed/${id}" width="360" height="300" ${sandbox} allow="autoplay"></iframe>`,
    );
    const sent: Record<string, string>[] = [];
    page.on('request', (one) => sent.push(one.headers()));
    await tapSound(page);
    await page.goto(other.url);
    const frame = await embedFrame(page);
    expect(await loudest(frame, 300)).toBe(0);
    await frame.locator('.disc').click();
    await playing(frame);
    await heard(frame);
    const outer = await frame.locator('.box').boundingBox();
    await expect(frame.locator('.disc')).toHaveAccessibleName('Pause Ninth bus');
    expect(outer?.width).toBeGreaterThan(150);
    await frame.locator('.disc').click();
    await expect.poll(() => loudest(frame, 200)).toBeLessThan(0.0005);
    for (const headers of sent) {
      expect(headers.authorization).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
    }
    const kept = await frame.evaluate(() => {
      try {
        return localStorage.length + sessionStorage.length + document.cookie.length;
      } catch {
        return 0; // without an origin there is no storage at all
      }
    });
    expect(kept).toBe(0);
    await other.close();
  });
}

test('a tap on the rifff plays first and mixes then; a double tap solos', {
  tag: ['@short', '@alone'],
}, async ({ page, request }) => {
  await openEmbed(page, request);
  await listenToWord(page);
  const box = (await page.locator('.box').boundingBox())!;
  // Near the top of the outermost ring.
  const at = { x: box.width / 2, y: box.height * 0.07 };
  await page.locator('.box').click({ position: at });
  await playing(page);
  await heard(page);
  await page.locator('.box').click({ position: at });
  const muted = page.locator('button[aria-pressed="true"]');
  await expect(muted).toHaveCount(1);
  // Loops that come meanwhile do not take the word away.
  await expect.poll(() => stoodMs(page, /: muted$/)).toBeGreaterThan(350);
  await page.locator('.box').click({ position: at });
  await expect(muted).toHaveCount(0);
  await page.waitForTimeout(400);
  await page.locator('.box').dblclick({ position: at });
  await expect.poll(() => stoodMs(page, /: solo$/)).toBeGreaterThan(350);
  await expect(muted).toHaveText([/^Solo /]);
});

test('keys alone play, mute, solo and go from ring to ring', { tag: '@wide' }, async ({
  page,
  request,
}) => {
  await openEmbed(page, request);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ninth bus', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play Ninth bus' })).toBeFocused();
  await page.keyboard.press('Space');
  await playing(page);
  await page.keyboard.press('Tab');
  const first = page.getByRole('button', { name: /^Mute / }).first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowUp');
  const second = page.getByRole('button', { name: /^Mute / }).nth(1);
  await expect(second).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: /^Solo / }).nth(1)).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Digit1');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play Ninth bus' })).toBeVisible();
});

for (const [width, height] of [
  [320, 180],
  [360, 640],
  [1600, 900],
] as const) {
  test(`at ${width} × ${height} everything fits and axe finds nothing`, { tag: '@wide' }, async ({
    page,
    request,
  }) => {
    const title = 'The very long night bus home through the rain and over the river once more';
    const id = await shareLibrary(request, title);
    await page.setViewportSize({ width, height });
    await page.goto(`/embed/${id}`);
    await page.waitForSelector('.box canvas, .box svg');
    const overflow = await page.evaluate(() => {
      const root = document.documentElement;
      const out = [...document.querySelectorAll('.words, .place, .disc, .wordmark')].filter(
        (one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        },
      );
      return [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight, out.length];
    });
    expect(overflow).toEqual([0, 0, 0]);
    const words = (await page.locator('.words').boundingBox())!;
    const place = (await page.locator('.place').boundingBox())!;
    const isBeside = words.x + words.width <= place.x || words.y + words.height <= place.y;
    expect(isBeside).toBe(true);
    const disc = (await page.locator('.disc').boundingBox())!;
    expect(Math.min(disc.width, disc.height)).toBeGreaterThanOrEqual(44);
    expect(await violations(page)).toEqual([]);
  });
}

test('of a playlist plays one after the other, goes back and forward, and says what plays', async ({
  page,
  request,
}) => {
  const person = await makePerson(request);
  const made = [await commit(request, person, 0), await commit(request, person, 1)];
  for (const [at, one] of made.entries()) await share(request, person, one, `Part ${at + 1}`);
  const id = newId();
  const name = 'Long way home';
  await post(request, person, '/playlists', { id, name });
  for (const { jamId, rifffId: itemId } of made) {
    await post(request, person, `/playlists/${id}/items`, { itemId, jamId, loopCount: 1 });
  }
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  await tapSound(page);
  await page.goto(`/embed/playlist/${id}`);
  const now = page.locator('.now');
  await expect(now).toContainText('1 of 2: Part 1');
  expect(await violations(page)).toEqual([]);
  expect(asked.join()).not.toMatch(/assets\/(frame|start|parts|work|widgets)-/);
  await page.getByRole('button', { name: `Play ${name}` }).click();
  await playing(page);
  await heard(page);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await expect(now).toContainText('2 of 2: Part 2');
  await playing(page);
  await heard(page);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous' }).click();
  // The first one to its end, and the second by itself.
  await playing(page);
  await expect(now).toContainText('2 of 2: Part 2');
  await playing(page);
  await page.keyboard.press('k');
  await expect.poll(() => loudest(page, 200)).toBeLessThan(0.0005);
  const answer = await page.goto('/embed/playlist/nothing-here');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This playlist is not here' })).toBeVisible();
});

test('says inside the frame when there is nothing, and links out in a new tab', async ({
  page,
  request,
}) => {
  const id = await shareLibrary(request, 'Ninth bus');
  await page.goto(`/embed/${id}`);
  for (const link of await page.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', `/rifff/${id}`);
  }
  const answer = await page.goto('/embed/nothing-here');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This rifff is not here' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
