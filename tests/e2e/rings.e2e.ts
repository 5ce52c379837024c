/** The rings of the first page and of the editor, by mouse (wide), by finger (narrow) and by keys. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Hand, handOf, type Point } from './hands.ts';
import { collectErrors, violations } from './pageChecks.ts';

declare global {
  interface Window {
    /** Has the browser taken a finger away from a ring? */
    cancelled?: boolean;
  }
}

/** Longer than a press that opens the menu, and than the wait for a second tap. */
const WAIT_MS = { longPress: 700, doubleTapOver: 320 };

interface Rings {
  readonly sliders: Locator;
  readonly centre: Point;
  /** Radius of the whole rifff. */
  readonly radius: number;
  /** A point on a ring, at degrees clockwise from the right. */
  on(at: number, degrees: number): Promise<Point>;
  /** What a ring says of itself. */
  text(at: number): Promise<string>;
}

const polar = (centre: Point, radius: number, degrees: number): Point => ({
  x: centre.x + radius * Math.cos((degrees * Math.PI) / 180),
  y: centre.y + radius * Math.sin((degrees * Math.PI) / 180),
});

async function middleOf(locator: Locator): Promise<Point> {
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function ringsOf(page: Page): Promise<Rings> {
  const group = page.getByRole('group', { name: /^Rings/ });
  const sliders = group.getByRole('slider');
  await expect(sliders.first()).toBeAttached();
  const room = group.locator('xpath=..');
  const box = (await room.boundingBox())!;
  const centre = await middleOf(room);
  const radiusOf = async (at: number) => {
    const middle = await middleOf(sliders.nth(at));
    return Math.hypot(middle.x - centre.x, middle.y - centre.y);
  };
  return {
    sliders,
    centre,
    radius: box.width / 2,
    on: async (at, degrees) => polar(centre, await radiusOf(at), degrees),
    text: async (at) => (await sliders.nth(at).getAttribute('aria-valuetext')) ?? '',
  };
}

/**
 * The longest frame in which a gesture is still the page's own. A browser takes a finger away from a page that does
 * not answer a touch within a second, and a touch may wait for the frame that is being drawn, for the one that
 * follows, at whose start moves are handed over, and for the one that the move itself asks for: three frames of this
 * length leave a quarter of that second. Without a GPU, on two processors, the first frames of a page take up to
 * 720 ms, and once it is there none took longer than 190 ms.
 */
const CALM_FRAME_MS = 250;
/** As many frames in a row as a gesture of 300 ms goes through; the first ones after a page came are no rule. */
const CALM_FRAMES = 6;
const CALM_WITHIN_MS = 30_000;

/** Waits until the page draws quickly enough for a gesture; fails when it does not come to that. */
async function calm(page: Page): Promise<void> {
  const frames = await page.evaluate(
    async ([frameMs, inARow, withinMs]) => {
      const lengths: number[] = [];
      const began = performance.now();
      let last = began;
      while (last - began < withinMs) {
        const now = await new Promise<number>(requestAnimationFrame);
        lengths.push(now - last);
        last = now;
        const newest = lengths.slice(-inARow);
        if (newest.length === inARow && newest.every((length) => length < frameMs)) return null;
      }
      return lengths.slice(-20).map(Math.round);
    },
    [CALM_FRAME_MS, CALM_FRAMES, CALM_WITHIN_MS] as const,
  );
  if (frames === null) return;
  throw new Error(
    `This machine draws too slowly for a gesture: in ${CALM_WITHIN_MS / 1000} s there were no ${CALM_FRAMES} frames ` +
      `in a row under ${CALM_FRAME_MS} ms, so the browser would cancel touches. The last ones took ${frames} ms.`,
  );
}

async function openLanding(page: Page): Promise<[Rings, Hand]> {
  await page.goto('/');
  const rings = await ringsOf(page);
  await calm(page);
  return [rings, await handOf(page)];
}

/** The editor with the loops of the first page's rifff, silent. */
async function openEditor(page: Page): Promise<[Rings, Hand]> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open this rifff' }).click();
  await expect(page).toHaveURL(/\/jam$/);
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  const rings = await ringsOf(page);
  await calm(page);
  return [rings, await handOf(page)];
}

/** Where a drag from a ring leads that goes out by so many pixels along the way that it lies. */
const outwards = (centre: Point, from: Point, px: number): Point => {
  const radius = Math.hypot(from.x - centre.x, from.y - centre.y);
  const by = (radius + px) / radius;
  return { x: centre.x + (from.x - centre.x) * by, y: centre.y + (from.y - centre.y) * by };
};

test.describe('on the first page', () => {
  test('a tap mutes, two solo, a drag out is louder and in is quieter', {
    tag: ['@short', '@alone'],
  }, async ({ page }) => {
    const errors = collectErrors(page);
    const [rings, hand] = await openLanding(page);
    const point = await rings.on(2, 180);
    await hand.tap(point);
    await expect.poll(() => rings.text(2)).toMatch(/, muted$/);
    await page.waitForTimeout(WAIT_MS.doubleTapOver);
    await hand.tap(point);
    await expect.poll(() => rings.text(2)).toMatch(/, on$/);
    await page.waitForTimeout(WAIT_MS.doubleTapOver);
    await hand.tap(point, 2);
    await expect.poll(() => rings.text(2)).toMatch(/, solo$/);
    await expect.poll(() => rings.text(0)).toMatch(/behind the solo$/);
    await page.waitForTimeout(WAIT_MS.doubleTapOver);
    await hand.drag([point, outwards(rings.centre, point, 24)], 300);
    await expect.poll(() => rings.text(2)).toMatch(/\+\d\.\d dB/);
    const thicker = await rings.on(2, 180);
    await hand.drag([thicker, rings.centre], 300);
    await expect.poll(() => rings.text(2)).toMatch(/silent/);
    expect(errors).toEqual([]);
  });

  test('rings stay on, whatever a listener does to them', async ({ page }) => {
    const [rings, hand] = await openLanding(page);
    const count = await rings.sliders.count();
    const point = await rings.on(count - 1, 150);
    await hand.drag([point, { x: 5, y: point.y + 20 }], 300);
    expect(await rings.sliders.count()).toBe(count);
  });

  test('a finger scrolls the page beside the rings and not on them', {
    tag: ['@narrow', '@shortNarrow', '@alone'],
  }, async ({ page }) => {
    const [rings, hand] = await openLanding(page);
    await page.evaluate(() => {
      window.addEventListener('pointercancel', ({ target }) => {
        // A finger that scrolls is taken away from the page; one on a ring never is.
        if (target instanceof SVGCircleElement) window.cancelled = true;
      });
    });
    const scrolled = () => page.evaluate(() => window.scrollY);
    // Below the rings, between the circle and the corner of its square, and in the hole.
    const below = { x: 24, y: rings.centre.y + rings.radius * 1.25 };
    for (const from of [below, polar(rings.centre, rings.radius * 1.2, 135), rings.centre]) {
      await hand.dragToRest([from, { x: from.x, y: from.y - 200 }], 300);
      await expect.poll(scrolled).toBeGreaterThan(50);
      // What is left of the finger's scrolling may come after it; what was scrolled by script is under the finger once
      // it has been drawn.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await calm(page);
        expect(await scrolled()).toBe(0);
      }).toPass();
    }
    const point = await rings.on(2, 180);
    await hand.dragAndHold([point, { x: point.x, y: point.y - 150 }], 400);
    await page.waitForTimeout(500);
    expect(await scrolled()).toBe(0);
    expect(await page.evaluate(() => window.cancelled)).toBeUndefined();
    await hand.release();
  });

  test('keys mix the focused ring', async ({ page }) => {
    const [rings] = await openLanding(page);
    await rings.sliders.first().focus();
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => rings.text(0)).toMatch(/−0\.5 dB/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('m');
    await expect.poll(() => rings.text(1)).toMatch(/, muted$/);
    await expect(rings.sliders.nth(1)).toBeFocused();
  });
});

test.describe('in the editor', () => {
  test('a flick swaps the loop for another of its category, and undo brings it back', {
    tag: ['@short', '@alone'],
  }, async ({ page }) => {
    const [rings, hand] = await openEditor(page);
    const before = await rings.text(4);
    const path = [180, 195, 210, 225].map((degrees) => rings.on(4, degrees));
    await hand.drag(await Promise.all(path), 110);
    await expect.poll(() => rings.text(4)).not.toBe(before);
    expect((await rings.text(4)).split(',')[0]).toBe(before.split(',')[0]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => rings.text(4)).toBe(before);
  });

  test('a ring pulled off goes back unless it is dropped outside, and removing can be undone', async ({
    page,
  }) => {
    const [rings, hand] = await openEditor(page);
    const names = () => rings.sliders.evaluateAll((all) => all.map((one) => one.ariaValueText));
    const before = await names();
    const point = await rings.on(before.length - 1, 90);
    const at = (share: number) => polar(rings.centre, rings.radius * share, 90);
    await hand.drag([point, at(1.4)], 400);
    expect(await names()).toEqual(before);
    await hand.dragAndHold([point, at(1.4)], 300);
    const bin = page.locator('[data-bin]');
    await expect(bin).toHaveAttribute('data-state', 'open');
    const drop = await middleOf(bin);
    await hand.move(drop);
    await expect(bin).toHaveAttribute('data-state', 'over');
    await hand.release();
    await expect(rings.sliders).toHaveCount(before.length - 1);
    await expect(bin).toHaveAttribute('data-state', 'away');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(names).toEqual(before);
  });

  test('Escape takes a drag back', async ({ page }) => {
    const [rings, hand] = await openEditor(page);
    const before = await rings.text(3);
    const point = await rings.on(3, 180);
    await hand.dragAndHold([point, outwards(rings.centre, point, 24)], 200);
    await expect(page.getByText(/^\+\d\.\d dB$/).last()).toBeVisible();
    await page.keyboard.press('Escape');
    await hand.release();
    expect(await rings.text(3)).toBe(before);
  });

  test('held, a ring opens its slot', async ({ page, hasTouch }) => {
    const [rings, hand] = await openEditor(page);
    const point = await rings.on(3, 200);
    await hand.press(point);
    await page.waitForTimeout(WAIT_MS.longPress);
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    await hand.release();
    await expect(menu).toBeVisible();
    await expect.poll(() => rings.text(3)).toMatch(/, on$/);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    if (hasTouch) return;
    await page.mouse.click(point.x, point.y, { button: 'right' });
    await expect(menu).toBeVisible();
  });

  test('every gesture has a key', async ({ page }) => {
    const [rings] = await openEditor(page);
    await rings.sliders.first().focus();
    await page.keyboard.press('m');
    await expect.poll(() => rings.text(0)).toMatch(/, muted$/);
    await page.keyboard.press('s');
    await expect.poll(() => rings.text(0)).toMatch(/, solo$/);
    await page.keyboard.press('s');
    await page.keyboard.press('0');
    await page.keyboard.press('PageDown');
    await expect.poll(() => rings.text(0)).toMatch(/−3\.0 dB/);
    const before = await rings.text(0);
    await page.keyboard.press('n');
    await expect.poll(() => rings.text(0)).not.toBe(before);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rings.sliders.first()).toBeFocused();
    const count = await rings.sliders.count();
    await page.keyboard.press('Delete');
    await expect(rings.sliders).toHaveCount(count - 1);
    await expect(rings.sliders.first()).toBeFocused();
  });
});

for (const path of ['/', '/jam']) {
  test(`the sheet of ${path} opens on ?, and no key on it means two things`, async ({ page }) => {
    await page.goto(path);
    // Of the app: the first paint has a heading, too, and no keys.
    await expect(page.getByRole('banner').getByRole('button').first()).toBeAttached();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    const claims = await sheet.locator('section section').evaluateAll((groups) =>
      groups
        .filter((group) => group.querySelector('h3')?.textContent !== 'Keys on a ring')
        .flatMap((group) => [...group.querySelectorAll('td')])
        .filter((cell) => cell.querySelector('kbd'))
        .flatMap((cell) => {
          const parts = [...cell.children].map((one) =>
            one.tagName === 'KBD' ? one.textContent : '|',
          );
          return parts.join(' ').split(' | ');
        }),
    );
    expect(claims.length).toBeGreaterThan(0);
    expect(claims.filter((one, at) => claims.indexOf(one) !== at)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
}
