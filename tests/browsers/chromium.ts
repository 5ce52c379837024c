/** The installed Chromium, driven by Playwright: what the other browsers are looked at beside. */
import { chromium } from '@playwright/test';
import { chromiumPath } from '../chromium.ts';
import { type Driver, ENTER } from './driver.ts';

/** @throws Error when it does not start */
export async function startChromium(): Promise<Driver> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  return {
    name: 'Chromium',
    async open(address) {
      await page.goto(address);
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    tap: (x, y) => page.mouse.click(x, y, { delay: 50 }),
    async type(text) {
      await page.keyboard.type(text.replaceAll(ENTER, ''));
      if (text.endsWith(ENTER)) await page.keyboard.press('Enter');
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
