import { expect, type Locator, type Page, test } from '@playwright/test';
import { addLoops, openEditor, rows, slotNames, slots } from './editorPage.ts';
import { heard, loudest } from './sound.ts';

const SILENCE = 0.0005;

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = (await target.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What drags comes after the rings. */
async function canDrag(page: Page): Promise<void> {
  await expect(page.locator('#drag-help')).toHaveCount(1);
}

/** Takes something up with the mouse and holds it over a point. */
async function press(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  await canDrag(page);
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y + 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  await press(page, from, to);
  await page.mouse.up();
}

const rings = (page: Page) => page.locator('[data-drop="rings"]');

test('loops dragged onto the rings are added, onto a slot they replace', { tag: '@short' }, async ({
  page,
}) => {
  await openEditor(page);
  const names = rows(page);
  const third = (await names.nth(2).getAttribute('aria-label'))!.split(', ')[0]!;
  await drag(page, names.nth(0), await middleOf(rings(page)));
  await expect(slots(page)).toHaveCount(1);
  await heard(page);
  await drag(page, names.nth(1), await middleOf(page.getByText('Drop a loop here')));
  await expect(slots(page)).toHaveCount(2);
  await drag(page, names.nth(2), await middleOf(slots(page).nth(0)));
  await expect(slots(page)).toHaveCount(2);
  await expect.poll(async () => (await slotNames(page))[0]).toContain(third);
  await drag(page, names.nth(3), { x: 700, y: 30 });
  await expect(slots(page)).toHaveCount(2);
  await press(page, names.nth(3), await middleOf(rings(page)));
  await expect(rings(page)).toHaveAttribute('data-over', 'true');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(slots(page)).toHaveCount(2);
});

test('a loop is taken up and put down by keys, and what it is over is said', async ({ page }) => {
  await openEditor(page);
  await rows(page).nth(1).focus();
  await canDrag(page);
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText('Over the rings')).toHaveCount(1);
  // The keys are listened to a moment after it is taken up; slot 1 is the last place that takes it.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Over slot 1')).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/stays where it was/)).toHaveCount(1);
  await expect(slots(page)).toHaveCount(0);
  await rows(page).nth(1).focus();
  await canDrag(page);
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText('Over the rings')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(slots(page)).toHaveCount(1);
});

test('slots are put in order by dragging and by Alt and an arrow, and go into the bin', async ({
  page,
}) => {
  await openEditor(page);
  await addLoops(page, 0, 4, 8);
  await expect(slots(page)).toHaveCount(3);
  const [first, second, third] = await slotNames(page);
  await drag(page, slots(page).nth(0), await middleOf(slots(page).nth(2)));
  await expect.poll(() => slotNames(page)).toEqual([second, third, first]);
  await slots(page).nth(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => slotNames(page)).toEqual([second, first, third]);
  const sheet = (await rings(page).boundingBox())!;
  await drag(page, slots(page).nth(1), {
    x: sheet.x + sheet.width - 32,
    y: sheet.y + sheet.height - 32,
  });
  await expect.poll(() => slotNames(page)).toEqual([second, third]);
});

test('a ring that is dropped on the bin is taken out', async ({ page }) => {
  test.slow();
  await openEditor(page);
  await addLoops(page, 0, 4);
  await page.getByRole('button', { name: 'Pause' }).click();
  const middle = await middleOf(rings(page));
  const outermost = page
    .getByRole('group', { name: /^Rings/ })
    .getByRole('slider')
    .last();
  const at = await middleOf(outermost);
  const reach = 370 / Math.hypot(at.x - middle.x, at.y - middle.y);
  const far = { x: middle.x + (at.x - middle.x) * reach, y: middle.y + (at.y - middle.y) * reach };
  const bin = page.locator('[data-bin]');
  // On a machine that draws a frame in half a second the press becomes a long one: then once more.
  await expect(async () => {
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await page.mouse.move(at.x, at.y);
    await Promise.all([page.mouse.down(), page.mouse.move(far.x, far.y, { steps: 4 })]);
    await expect(bin).toBeVisible({ timeout: 2000 });
  }).toPass();
  const place = await middleOf(bin);
  await page.mouse.move(place.x, place.y, { steps: 8 });
  await page.mouse.up();
  await expect(slots(page)).toHaveCount(1);
  await expect(page.getByText(/taken out/).first()).toBeVisible();
});

test('a loop is heard before it is added, and stops when the row is left', async ({ page }) => {
  await openEditor(page);
  await rows(page).nth(1).focus();
  await page.keyboard.press('a');
  await heard(page);
  await expect(slots(page)).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => loudest(page, 200)).toBeLessThan(SILENCE);
});

test('everything by keys alone', { tag: '@short' }, async ({ page }) => {
  await openEditor(page);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('p');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slots(page)).toHaveCount(1);
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(4)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slots(page)).toHaveCount(2);
  await heard(page);
  await page.keyboard.press('1');
  await expect(slots(page).first()).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('m');
  await expect(page.getByText('muted', { exact: true })).toHaveCount(1);
  await page.keyboard.press('2');
  await page.keyboard.press('-');
  await expect(page.getByRole('slider', { name: 'Gain', exact: true })).toHaveAttribute(
    'aria-valuetext',
    '−0.4 dB',
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: /^Solo/, pressed: true })).toHaveCount(1);
  await page.keyboard.press('Delete');
  await expect(slots(page)).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(slots(page)).toHaveCount(2);
  await page.keyboard.press('b');
  await expect(page.getByRole('spinbutton', { name: 'Tempo', exact: true })).toBeFocused();
  await page.keyboard.type('133.5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('spinbutton', { name: 'Tempo', exact: true })).toHaveValue('133.50');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Loop', exact: true }).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('zzz');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeVisible();
});

test('the pool filters by kind, pack and order, and pages on as one scrolls', async ({ page }) => {
  await openEditor(page);
  await expect(rows(page).first()).toBeVisible();
  const total = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  const onPage = await rows(page).count();
  expect(onPage).toBeLessThan(total);
  // Only what is near is on the page, however far one goes; the row of the keyboard is always there.
  await rows(page).first().focus();
  const focused = () =>
    page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')));
  await expect(async () => {
    await page.keyboard.press('End');
    await expect.poll(() => focused()).toBeGreaterThan(40);
  }).toPass();
  const far = await focused();
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, -5000);
  await expect(page.locator('[aria-rowindex="1"]')).toBeVisible();
  await expect.poll(() => focused()).toBe(far);
  expect(await rows(page).count()).toBeLessThan(50);

  await page.getByRole('button', { name: 'Bass', exact: true }).click();
  await page.getByRole('button', { name: 'Drums', exact: true }).click();
  await expect
    .poll(async () => {
      const labels = await rows(page).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
      return labels.length > 0 && labels.every((label) => /(Bass|Drums)$/.test(label));
    })
    .toBe(true);
  await page.getByRole('button', { name: '2 kinds, newest' }).click();
  const newest = await rows(page).first().getAttribute('aria-label');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
  await expect(rows(page).first()).not.toHaveAttribute('aria-label', newest ?? '');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(total));
});

test('the pool says when the library is away, and tries again', async ({ page }) => {
  await page.route('**/api/library/loops?*', (route) =>
    route.fulfill({
      status: 400,
      json: { ok: false, message: 'no', error: { code: 'bad_request', message: 'no' } },
    }),
  );
  await page.goto('/jam');
  await expect(page.getByText('The loops could not be loaded')).toBeVisible();
  await page.unroute('**/api/library/loops?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('a ring opens its menu with a right click', async ({ page }) => {
  await openEditor(page);
  await addLoops(page, 0, 4);
  const at = await middleOf(
    page
      .getByRole('group', { name: /^Rings/ })
      .getByRole('slider')
      .last(),
  );
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Take out' }).click();
  await expect(slots(page)).toHaveCount(1);
});
