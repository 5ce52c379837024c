/** What journeys hold any page to. */
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Frame, Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the policy of the page had to stop. */
    refused?: string[];
  }
}

/** A page that never rests is read as it is after so many tries. */
const MOST_TRIES = 5;

/** What axe finds on the page as it is now, each with the markup that it means. */
export async function violations(page: Page): Promise<string[]> {
  // A colour on its way to another is none of the page.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition)),
  );
  for (let tries = 1; ; tries++) {
    const watch = await page.evaluateHandle(() => {
      const seen = { isSame: true, stop: () => changes.disconnect() };
      const changes = new MutationObserver((records) => {
        for (const { addedNodes, removedNodes } of records) {
          const moved = [...addedNodes, ...removedNodes];
          if (moved.some((one) => one instanceof Element)) seen.isSame = false;
        }
      });
      changes.observe(document, { childList: true, subtree: true });
      return seen;
    });
    // In one piece in the page itself: no frame of our pages is of another origin, and no second window is opened.
    const { violations: found } = await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'], preload: false })
      .setLegacyMode()
      .analyze();
    const isSame = await watch.evaluate((seen) => {
      seen.stop();
      return seen.isSame;
    });
    // Axe reads the elements first and measures them later: between the two, none may come or go.
    if (isSame || tries === MOST_TRIES) {
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
  }
}

/** By how many pixels the page is wider than its window. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}

/** What a browser logs of an answer of 503. */
const BUSY = /status of 503\b/;

/** Errors that the page throws or logs. A call that a busy server has made again a moment later is none. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !BUSY.test(text)) errors.push(text);
  });
  page.on('response', (response) => {
    const isLater = response.headers()['retry-after'] !== undefined;
    if (response.status() === 503 && !isLater) errors.push(`503 from ${response.url()}`);
  });
  return errors;
}

/** Sees from the start of each page of this device what its policy has to stop. */
export async function watchPolicy(device: Page | BrowserContext): Promise<void> {
  await device.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      window.refused?.push(`${violatedDirective} ${blockedURI}`);
    });
  });
}

/** What the policy of the page on show had to stop so far; `watchPolicy` comes first. */
export async function refusedByPolicy(page: Page | Frame): Promise<string[]> {
  const refused = await page.evaluate(() => window.refused);
  if (!refused) throw new Error('Nobody watched the policy of this page');
  return refused;
}
