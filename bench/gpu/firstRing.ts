/** What a cold visit fetches until the first ring is drawn, by either way of drawing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { figure, line } from '../figure.ts';

const DIST = join(import.meta.dirname, '../../dist');
const BARS = { canvas: 'ringScriptCanvas', webgl: 'ringScriptWebgl' } as const;

declare global {
  interface Window {
    /** When the first ring was drawn. */
    ringMs?: number;
  }
}

/** Opens the first page of the built product at `url` and prints the script behind its first ring. */
export async function firstRing(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    for (const way of ['canvas', 'webgl'] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.addInitScript((one) => localStorage.setItem('rondo.ringDrawing', one), way);
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.documentElement.dataset.scene !== 'live') return;
          window.ringMs ??= performance.now();
        }).observe(document, { subtree: true, attributeFilter: ['data-scene'] });
      });
      await page.goto(url);
      await page.waitForFunction(() => window.ringMs);
      // What is fetched ahead for other pages begins with the first ring.
      const paths = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((one) => (one as PerformanceResourceTiming).responseEnd <= window.ringMs!)
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.endsWith('.js')),
      );
      const bytes = [...new Set(paths)].reduce(
        (sum, path) => sum + gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length,
        0,
      );
      figure(BARS[way], bytes / 1000);
      line('  in so many files', String(paths.length));
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
