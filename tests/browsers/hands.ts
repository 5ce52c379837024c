/** What people do on a page: they see something and touch it. */
import { type Driver, until } from './driver.ts';

/** Finds a visible element by its role's tag and the beginning of its name; for the page. */
const SEEK = `const seek = (selector, name) => [...document.querySelectorAll(selector)].filter((one) => {
  const said = (one.getAttribute('aria-label') || one.textContent || '').trim();
  return said.startsWith(name) && one.checkVisibility({ visibilityProperty: true });
}).at(0);`;

const words = (...all: string[]) => all.map((one) => JSON.stringify(one)).join(', ');

/** Middle of something seen, in pixels of the window; it is brought into sight first. */
const placeOf = (driver: Driver, selector: string, name: string) =>
  driver.run<[number, number] | null>(`${SEEK}
    const one = seek(${words(selector, name)});
    if (!one || one.disabled) return null;
    const before = one.getBoundingClientRect();
    if (before.top < 0 || before.bottom > innerHeight) one.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];`);

/** Waits until something is seen, and taps it. @throws Error when it is not seen in time */
export async function touch(
  driver: Driver,
  name: string,
  selector = 'button, a[href], [role="tab"], [role="checkbox"]',
  timeoutMs = 20_000,
): Promise<void> {
  let before = '';
  const [x, y] = await until(
    `“${name || selector}”`,
    async () => {
      const place = await placeOf(driver, selector, name);
      // What still moves would be missed.
      const isStill = String(place) === before;
      before = String(place);
      return isStill ? place : null;
    },
    timeoutMs,
  );
  await driver.tap(x, y);
}

/** Is there something to see with this name? */
export const isSeen = (driver: Driver, name: string, selector = 'button, a[href]') =>
  driver.run<boolean>(`${SEEK} return !!seek(${words(selector, name)})`);

/** Waits until a condition, an expression of the page, is true. */
export const holds = (driver: Driver, what: string, expression: string, timeoutMs?: number) =>
  until(what, () => driver.run<boolean>(`return !!(${expression})`), timeoutMs);

/** Types into the field of a form. */
export async function fill(driver: Driver, field: string, text: string): Promise<void> {
  const selector = `input[name=${JSON.stringify(field)}]`;
  await touch(driver, '', selector);
  await holds(driver, field, `document.activeElement === document.querySelector('${selector}')`);
  await driver.type(text);
}

/** Presses the first ring, outside in, and answers how it then says it stands. */
export async function tapOuterRing(driver: Driver): Promise<string> {
  const [x, y] = await driver.run<[number, number]>(`
    const sliders = [...document.querySelectorAll('[role="group"][aria-label^="Rings"] [role="slider"]')];
    const outer = sliders.at(-1).getBoundingClientRect();
    const room = document.querySelector('[role="group"][aria-label^="Rings"]').parentElement.getBoundingClientRect();
    const [cx, cy] = [room.left + room.width / 2, room.top + room.height / 2];
    const radius = Math.hypot(outer.left + outer.width / 2 - cx, outer.top + outer.height / 2 - cy);
    return [cx - radius * 0.8, cy + radius * 0.6];`);
  await driver.tap(x, y);
  await new Promise((resolve) => setTimeout(resolve, 600));
  return driver.run<string>(`
    return [...document.querySelectorAll('[role="group"][aria-label^="Rings"] [role="slider"]')].at(-1).ariaValueText
      ?? [...document.querySelectorAll('[role="group"][aria-label^="Rings"] [role="slider"]')].at(-1).getAttribute('aria-valuetext')`);
}
