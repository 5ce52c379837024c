import { expect, test } from '@playwright/test';
import { COMING_SOON_MARK } from '../../src/data/contract/constants.ts';

test('before the service opens a visitor never sees the page that was asked for', {
  tag: '@short',
}, async ({ page }) => {
  // As a server with COMING_SOON sends it; the call that says the same is slow.
  await page.route('**/jam', async (route) => {
    // Such a server sends no first paint. Neither does ours to a browser that it does not know.
    const headers = { ...route.request().headers(), 'user-agent': 'Unknown' };
    const answer = await route.fetch({ headers });
    const mark = `<meta name="${COMING_SOON_MARK}" content="yes" />`;
    await route.fulfill({
      body: (await answer.text()).replace('</head>', `${mark}</head>`),
      response: answer,
    });
  });
  await page.route('**/api/site', async (route) => {
    const answer = await (await route.fetch()).json();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, isComingSoon: true } } });
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      for (const heading of document.querySelectorAll('h1')) seen.push(heading.textContent ?? '');
      if (document.querySelector('header nav, canvas')) seen.push('the frame of another page');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const answered = page.waitForResponse('**/api/site');
  await page.goto('/jam');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming soon');
  await expect(page).toHaveURL(/\/coming-soon$/);
  await answered;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming soon');
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect([...new Set(seen)]).toEqual(['Coming soon']);
});
