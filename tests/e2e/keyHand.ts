/** A hand that has a keyboard alone. At every stop it holds the page to what such a hand needs: to see where it is. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than a page of ours has. */
const MOST_TABS = 160;

/** What has the focus, in words, and what is wrong with it; nothing is where that is empty. */
interface FocusState {
  what: string;
  wrong: string;
}

/** Where the focus is: is it on something, is that in sight, and is it marked? */
function stateOf(page: Page): Promise<FocusState> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) {
      return { what: 'the body', wrong: 'the focus is on nothing' };
    }
    const label = at.ariaLabel ?? at.title ?? '';
    const what = `${at.tagName.toLowerCase()} “${(label || (at.textContent ?? '')).trim().slice(0, 60)}”`;
    const { left, top, right, bottom } = at.getBoundingClientRect();
    const isIn = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    if (!isIn || right === left || bottom === top) return { what, wrong: 'out of sight' };
    const isOutlined = (one: Element | null) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    };
    // The drawing marks a ring that has the focus.
    const isDrawn = at.closest('[aria-label^="Rings, from the inside out"]') !== null;
    // A field is marked by what stands around it, a small button by what it holds.
    const marks = [at, at.parentElement, at.nextElementSibling, ...at.querySelectorAll('*')];
    return { what, wrong: isDrawn || marks.some(isOutlined) ? '' : 'not marked' };
  });
}

/** Waits until the focus is on something that is in sight and marked, as it has to be after every key. */
export async function holdsFocus(page: Page, after: string): Promise<void> {
  await expect
    .poll(async () => {
      const { what, wrong } = await stateOf(page);
      return wrong && `after ${after}: ${what}: ${wrong}`;
    })
    .toBe('');
}

/** Goes forward by the Tab key until the control has the focus. Every stop on the way is in sight and marked. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  let lost = 0;
  let last = 'the beginning';
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const { what, wrong } = await stateOf(page);
    // After its last stop a page gives the focus to the window of the browser, once.
    if (what === 'the body') lost += 1;
    else if (wrong) await holdsFocus(page, `Tab from ${last}`);
    expect(lost, `the focus went to nothing after ${last}`).toBeLessThan(2);
    last = what;
  }
  await expect(control).toBeFocused();
}

/** Goes to a control and presses it by a key; the focus stays somewhere. */
export async function pressBy(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  const { what } = await stateOf(page);
  await page.keyboard.press(key);
  await holdsFocus(page, `${key} on ${what}`);
}
