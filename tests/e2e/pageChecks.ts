/** What journeys hold any page to. */
import type { BrowserContext, Frame, Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    /** What the policy of the page had to stop. */
    refused?: string[];
  }
}

/** A page that never rests is read as it is after so many tries. */
const MOST_TRIES = 5;

/** Axe, which looks into frames of other sites too. Half a megabyte of script. */
const AXE = `${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/** Brings axe into each frame of the page that does not have it yet. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(AXE);
  }
}

/**
 * What axe finds on the page as it is now, each with the markup that it means. Only that is answered: with all that axe
 * looked at, and a new copy of axe for each look, it took twice the processor time.
 * @param part selector of the part that is looked at
 */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  // A colour on its way to another is none of the page.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition)),
  );
  for (let tries = 1; ; tries++) {
    await bringAxe(page);
    const { isSame, found } = await page.evaluate(async (part) => {
      let isSame = true;
      const look = (records: readonly MutationRecord[]) => {
        for (const { addedNodes, removedNodes } of records) {
          const moved = [...addedNodes, ...removedNodes];
          if (moved.some((one) => one instanceof Element)) isSame = false;
        }
      };
      const changes = new MutationObserver(look);
      changes.observe(document, { childList: true, subtree: true });
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(part, {
        resultTypes: ['violations'],
        preload: false,
      });
      look(changes.takeRecords());
      changes.disconnect();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      );
      return { isSame, found };
    }, part);
    // Axe reads the elements first and measures them later: between the two, none may come or go.
    if (isSame || tries === MOST_TRIES) return found;
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
    if (message.type() !== 'error' || BUSY.test(text)) return;
    const { url } = message.location();
    // Replication finds by a refusal that another page, or the one before, has written meanwhile: the protocol of CouchDB.
    if (/status of 409/.test(text) && /\/db\//.test(url)) return;
    errors.push(/^Failed to load resource/.test(text) ? `${text} ${url}` : text);
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
