import { expect, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { addLoops, openEditor, rows, slotNames, slots } from './editorPage.ts';
import { commitButton } from './keepingPage.ts';
import { overflowPx } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { heard } from './sound.ts';

test('everything is reached by thumb: pool, mixer, the rest of a slot', {
  tag: '@shortNarrow',
}, async ({ page }) => {
  await openEditor(page);
  await page.getByRole('button', { name: 'Add a loop' }).last().tap();
  const pool = page.getByRole('dialog', { name: 'Add a loop' });
  await pool.getByRole('button', { name: 'Bass', exact: true }).tap();
  await expect(rows(page).first()).toHaveAttribute('aria-label', /Bass$/);
  await rows(page).first().getByRole('button', { name: /^Add / }).tap();
  await pool.getByRole('button', { name: 'All', exact: true }).tap();
  await pool.getByRole('button', { name: 'Drums', exact: true }).tap();
  await expect(rows(page).first()).toHaveAttribute('aria-label', /Drums$/);
  await rows(page).first().getByRole('button', { name: /^Add / }).tap();
  await pool.getByRole('button', { name: 'Close' }).tap();
  await expect(slots(page)).toHaveCount(2);
  await heard(page);

  await page.getByRole('button', { name: 'Mixer and tempo' }).tap();
  const mixer = page.getByRole('dialog', { name: 'Mixer' });
  await mixer.getByRole('button', { name: /^Mute/ }).first().tap();
  await expect(mixer.getByText('muted', { exact: true })).toHaveCount(1);
  await mixer.getByRole('spinbutton', { name: 'Tempo' }).fill('100');
  await mixer.getByRole('spinbutton', { name: 'Tempo' }).press('Enter');
  await mixer.getByRole('button', { name: 'Close' }).tap();

  await slots(page).first().tap();
  await page.getByRole('button', { name: 'More' }).tap();
  const slot = page.getByRole('dialog', { name: 'Slot' });
  const before = await slot.getByRole('heading', { level: 3 }).textContent();
  await slot.getByRole('button', { name: 'Move outwards' }).tap();
  await expect(slot.getByRole('button', { name: 'Move outwards' })).toBeDisabled();
  await expect(slot.getByRole('heading', { level: 3 })).toHaveText(before ?? '');
});

test('in a room the sheets close by a tap, and a newer rifff stands over the buttons', {
  tag: '@shortNarrow',
}, async ({ page, request }) => {
  const ada = await makePerson(request);
  const room = await makeRoom(request, ada, 'By thumb');
  const first = await answerIn(request, ada, room.id, 0);
  await carrySession(page, ada);
  await page.goto(`/jams/${room.id}`);
  await page.getByRole('button', { name: /^Talk/ }).tap();
  const talk = page.getByRole('dialog', { name: 'Talk' });
  const say = talk.getByRole('button', { name: 'Send', exact: true });
  await expect(say).toBeVisible();
  // What one writes stands at the foot of the sheet, however little was said.
  const foot = page.viewportSize()!.height;
  const box = (await say.boundingBox())!;
  expect(foot - box.y - box.height).toBeLessThan(40);
  await talk.getByRole('button', { name: 'Close' }).tap();
  await expect(talk).toHaveCount(0);

  await addLoops(page, 0);
  const rings = (await page.locator('[data-drop="rings"]').boundingBox())!;
  await answerIn(request, ada, room.id, 1, first);
  const stay = page.getByRole('button', { name: 'Stay' });
  await expect(stay).toBeVisible();
  expect((await stay.boundingBox())!.y).toBeGreaterThan(rings.y + rings.height);
  await stay.tap();
  await expect(stay).toHaveCount(0);

  await page.route(/\/rifffs(\/\w+\/remix)?$/, (route) =>
    route.fulfill({
      status: 409,
      json: { ok: false, message: 'no', error: { code: 'conflict', message: 'no' } },
    }),
  );
  await commitButton(page).tap();
  await expect(page.getByRole('button', { name: 'To my own jam' })).toBeVisible();
  expect(await overflowPx(page)).toBe(0);
});

test('no target is smaller than 44 px, and nothing is wider than the window', {
  tag: '@shortNarrow',
}, async ({ page }) => {
  await openEditor(page);
  await addLoops(page, 0, 5);
  await slots(page).first().tap();
  const small = await page.evaluate(() => {
    const reach = (element: Element) => {
      const box = element.getBoundingClientRect();
      // What a pseudo-element adds to the outline counts: it takes the finger too.
      const after = getComputedStyle(element, '::after');
      const grow = (side: string) =>
        Math.min(0, Number.parseFloat(after.getPropertyValue(side)) || 0);
      const isGrown = after.content !== 'none' && after.position === 'absolute';
      return {
        w: box.width - (isGrown ? grow('left') + grow('right') : 0),
        h: box.height - (isGrown ? grow('top') + grow('bottom') : 0),
      };
    };
    return [...document.querySelectorAll('button, a[href], input, select')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => !element.closest('[class*=skip i]'))
      .map((element) => ({ element, ...reach(element) }))
      .filter(({ w, h }) => w < 43.5 || h < 43.5)
      .map(({ element, w, h }) => `${element.ariaLabel ?? element.textContent} ${w}×${h}`);
  });
  expect(small).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('Alt and an arrow, pressed twice, carry one slot two places', {
  tag: '@narrow',
}, async ({ page }) => {
  await openEditor(page);
  await addLoops(page, 0, 4, 8);
  await expect(slots(page)).toHaveCount(3);
  const [first, second, third] = await slotNames(page);
  await slots(page).first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => slotNames(page)).toEqual([second, third, first]);
  await expect(slots(page).nth(2)).toBeFocused();
});
